// Arguments of attention for the fuzz targets of everything that takes them.
#pragma once

#include "attn/attention/attention.hpp"
#include "fuzz_input.hpp"

namespace fuzz {

/// Sizes that mostly fit together.
struct AttentionShape {
  Index n_q, n_k, d_q, d_k, d_v;
};

inline AttentionShape attention_shape(Input& input) {
  AttentionShape shape{};
  shape.n_q = input.size(0, 4);
  shape.n_k = input.size(0, 4);
  shape.d_q = input.size(0, 3);
  shape.d_k = input.flip() ? input.size(0, 3) : shape.d_q;
  shape.d_v = input.size(0, 3);
  return shape;
}

/// Any of the options, none, or all together.
inline attn::AttentionOptions attention_options(Input& input, const AttentionShape& shape) {
  attn::AttentionOptions options;
  const std::uint8_t given = input.byte();
  if ((given & 1) != 0 || shape.d_q != shape.d_k) {
    options.metric = input.matrix(shape.d_q, input.nearly(shape.d_k));
  } else if ((given & 2) != 0) {
    options.scale = input.number();
  }
  if ((given & 4) != 0) {
    options.relative = input.matrix(
        input.nearly(shape.n_q + shape.n_k - 1 < 0 ? 0 : shape.n_q + shape.n_k - 1), shape.d_k);
  }
  if ((given & 8) != 0) options.softcap = input.positive();
  if ((given & 16) != 0) {
    options.bias = input.matrix(input.nearly(shape.n_q), shape.n_k);
    for (Index i = 0; i < options.bias.size(); ++i) {
      if (input.byte() % 4 == 0) options.bias.data()[i] = -std::numeric_limits<double>::infinity();
    }
  }
  if ((given & 32) != 0) options.temperature = input.positive();
  options.causal = (given & 64) != 0;
  if ((given & 128) != 0) {
    if (input.flip()) options.key_length = input.size(-1, 5);
    options.allowed.resize(input.nearly(shape.n_q), shape.n_k);
    for (Index i = 0; i < options.allowed.size(); ++i) options.allowed.data()[i] = input.flip();
  }
  return options;
}

}  // namespace fuzz
