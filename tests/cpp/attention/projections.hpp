// Random projections for the tests of multi-head attention.
#pragma once

#include "attention/scores.hpp"
#include "attn/attention/multihead.hpp"

struct ProjectionSizes {
  attn::Index features, context, d_k, d_v, out;
};

/// Of `heads` query heads and `key_heads` key heads.
inline attn::MultiHeadWeights random_projections(const ProjectionSizes& n, std::size_t heads,
                                                 std::size_t key_heads, std::uint64_t seed) {
  attn::MultiHeadWeights w;
  for (std::size_t h = 0; h < heads; ++h) {
    w.w_q.push_back(random_matrix(n.features, n.d_k, 0.7, ++seed * 31));
    w.w_o.push_back(random_matrix(n.d_v, n.out, 0.7, ++seed * 31));
  }
  for (std::size_t g = 0; g < key_heads; ++g) {
    w.w_k.push_back(random_matrix(n.context, n.d_k, 0.7, ++seed * 31));
    w.w_v.push_back(random_matrix(n.context, n.d_v, 0.7, ++seed * 31));
  }
  return w;
}
