// Three heads that each read one group of lags, and three that do not: the sum is the same, and so
// is every prediction.
#include <attn/sequence/pattern_chain.hpp>
#include <attn/training/head_mixing.hpp>
#include <iostream>

int main() {
  const attn::PatternTask task = attn::clue_task(/*lags=*/12, /*factor=*/1.5, /*base=*/3.0);
  attn::PatternTensor heads{task.features, attn::Matrix::Zero(3, 12)};
  for (attn::Index k = 0; k < 3; ++k) heads.vectors.row(k).segment(4 * k, 4).setConstant(0.25);
  attn::Matrix mixture = attn::Matrix::Identity(3, 3);
  mixture.row(2) << 0.53, 0.0, 0.47;
  const attn::PatternTensor mixed = attn::mix_heads(heads, mixture);
  std::cout << "the third head reads" << '\n';
  for (attn::Index k = 0; k < 3; ++k) {
    std::cout << mixed.vectors.row(2).segment(4 * k, 4) << '\n';
  }
  std::cout << "entries differ by up to " << attn::largest_difference(heads, mixed) << '\n';
  mixture.row(2) << 0.5, 0.5, 0.0;
  std::cout << "on a line, out of reach: "
            << attn::unreachable_share(heads, mixture * heads.vectors) << '\n';
}

// Prints:
//  the third head reads
//  0.1325 0.1325 0.1325 0.1325
//  0 0 0 0
//  0.1175 0.1175 0.1175 0.1175
//  entries differ by up to 0
//  on a line, out of reach: 0.120301
