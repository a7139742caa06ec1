// Heads of the fuzz targets of topic support.
#pragma once

#include "attn/support/residual_map.hpp"
#include "fuzz_input.hpp"

namespace fuzz {

inline attn::HeadWeights head_weights(Input& input, Index d, Index d_k) {
  attn::HeadWeights w;
  w.w_q = input.matrix(input.nearly(d_k), input.nearly(d));
  w.w_k = input.matrix(d_k, d);
  w.w_v = input.matrix(input.nearly(d), d);
  return w;
}

inline attn::ResidualOptions residual_options(Input& input) {
  attn::ResidualOptions options;
  options.scale = input.number();
  options.include_self = input.flip();
  return options;
}

}  // namespace fuzz
