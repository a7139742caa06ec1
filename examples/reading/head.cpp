// One head made complete from its input and projections, and its weights as they are, hot and cold.
#include <attn/reading/head.hpp>
#include <iostream>

int main() {
  attn::Head parts;
  parts.x = attn::Matrix(3, 2);
  parts.x << 1.0, 0.0, 0.0, 1.0, 1.0, 1.0;
  parts.w_q = parts.w_k = attn::Matrix::Identity(2, 2);
  parts.w_v = attn::Matrix(1, 2);
  parts.w_v << 1.0, -1.0;
  parts.mask = attn::causal_mask(3, 3);
  const attn::Head head = attn::complete_head(parts);
  std::cout << "scale " << *head.scale << ", values " << head.v.transpose() << '\n';
  std::cout << "scores\n" << attn::head_scores(head) << '\n';
  for (const double temperature : {0.1, 1.0, 10.0}) {
    std::cout << "last row at " << temperature << ": "
              << attn::head_attention(head, temperature).weights.row(2) << '\n';
  }
  try {
    parts.w_v.transposeInPlace();
    (void)attn::complete_head(parts);
  } catch (const attn::Error& error) {
    std::cout << error.what() << '\n';
  }
}

// Prints:
//  scale 0.707107, values  1 -1  0
//  scores
//  0.707107     -inf     -inf
//         0 0.707107     -inf
//  0.707107 0.707107  1.41421
//  last row at 0.1: 0.000847885 0.000847885    0.998304
//  last row at 1: 0.248255 0.248255  0.50349
//  last row at 10: 0.325386 0.325386 0.349228
//  complete_head: W_V is 2 x 1, expected 1 x 2 (d_v x d, d = 2 columns of X): transpose it
