// How what a head adds to the stream moves with the token itself. The block is 4 x 4, but has the
// determinant of a matrix as small as a value.
#include <attn/reading/head_blocks.hpp>
#include <cmath>
#include <iostream>

int main() {
  attn::Head parts;
  parts.x = attn::Matrix(3, 4);
  parts.x << 1.0, 0.2, -0.5, 0.3, -0.4, 1.0, 0.6, 0.1, 0.5, -0.8, 1.0, -0.2;
  parts.w_q = parts.w_k = attn::Matrix::Identity(2, 4);
  parts.w_v = 2.0 * attn::Matrix::Identity(1, 4);
  parts.w_o = parts.w_v.transpose();
  parts.mask = attn::causal_mask(3, 3);
  const attn::HeadBlocks query(attn::complete_head(parts));
  const attn::HeadBlocks whole(attn::complete_head(parts), attn::BlockOf::kWhole);
  for (attn::Index t = 0; t < query.size(); ++t) {
    const attn::BlockMargins margins = whole.margins(t);
    std::cout << "token " << t << ": by its query " << query.small(t) << ", in all "
              << whole.small(t) << ", det " << margins.sign * std::exp(margins.log_abs_det) << '\n';
  }
  std::cout << "the whole block of the last\n" << whole.whole(2) << '\n';
}

// Prints:
//  token 0: by its query 0, in all 4, det -3
//  token 1: by its query 1.10912, in all 4.31983, det -3.31983
//  token 2: by its query 0.549338, in all 2.57213, det -1.57213
//  the whole block of the last
//    2.57213 -0.153503         0         0
//          0         0         0         0
//          0         0         0         0
//          0         0         0         0
