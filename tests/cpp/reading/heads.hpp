// Heads for tests.
#pragma once

#include "attn/reading/head.hpp"
#include "layouts.hpp"

/// One with projections, biases and W_O over n tokens, causal.
inline attn::Head projected_head(attn::Index n, attn::Index d, attn::Index d_k, attn::Index d_v,
                                 std::uint64_t seed) {
  attn::Head out;
  out.x = layouts::matrix(n, d, seed);
  out.w_q = layouts::matrix(d_k, d, seed + 1);
  out.w_k = layouts::matrix(d_k, d, seed + 2);
  out.w_v = layouts::matrix(d_v, d, seed + 3);
  out.w_o = layouts::matrix(d, d_v, seed + 4);
  out.b_q = layouts::matrix(d_k, 1, seed + 5).col(0);
  out.b_k = layouts::matrix(d_k, 1, seed + 6).col(0);
  out.b_v = layouts::matrix(d_v, 1, seed + 7).col(0);
  out.u = layouts::matrix(n, d_v, seed + 8);
  out.mask = attn::causal_mask(n, n);
  return attn::complete_head(out);
}
