// Sequences and weights on which residual maps are tried.
#pragma once

#include <vector>

#include "attn/support/residual_map.hpp"
#include "layouts.hpp"

struct ResidualCase {
  attn::Matrix x;
  attn::HeadWeights weights;
  attn::ResidualOptions options;
};

/// Strict contexts and with the token itself, scaled and not, d_k smaller, equal and larger than d;
/// the last one has the token itself.
inline std::vector<ResidualCase> residual_cases() {
  std::vector<ResidualCase> out;
  std::uint64_t seed = 1;
  for (const bool self : {false, true}) {
    for (const attn::Index d : {1, 2, 3}) {
      for (const attn::Index d_k : {1, 3}) {
        attn::ResidualOptions options;
        options.include_self = self;
        options.scale = d_k == 3 ? 0.6 : 1.0;
        const auto draw = [&](attn::Index rows, attn::Index cols) {
          return attn::Matrix(0.7 * layouts::matrix(rows, cols, seed++));
        };
        const attn::Matrix x = 1.3 * draw(4, d);
        const attn::Matrix w_q = draw(d_k, d);
        const attn::Matrix w_k = draw(d_k, d);
        out.push_back({x, {w_q, w_k, draw(d, d)}, options});
      }
    }
  }
  return out;
}
