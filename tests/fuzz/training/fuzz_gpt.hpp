// Language models and batches from bytes.
#pragma once

#include <cmath>

#include "attn/training/gpt_touch.hpp"
#include "fuzz_input.hpp"

namespace fuzz {

inline attn::GptShape gpt_shape(Input& input) {
  return {input.size(0, 4), input.size(0, 4), input.size(0, 6), input.size(0, 3), input.size(0, 2)};
}

/// How many weights a shape has, or a few where it has none.
inline attn::Index gpt_weights(const attn::GptShape& shape) {
  try {
    return attn::gpt_size(shape);
  } catch (const attn::Error&) {
    return 3;
  }
}

inline attn::GptBatch gpt_batch(Input& input) {
  attn::GptBatch out{input.size(0, 2), input.size(0, 4), {}};
  const attn::Index count = input.nearly(out.sequences * (out.length + 1));
  for (attn::Index i = 0; i < count; ++i) out.tokens.push_back(input.nearly(i % 2));
  return out;
}

/// Numbers of one kind, a few bytes of them over and over.
inline attn::Vector weights(Input& input, attn::Index size) {
  const attn::Vector some = input.vector(23);
  attn::Vector out(size);
  for (attn::Index i = 0; i < size; ++i) out(i) = some(i * i % 23);
  return out;
}

/// Something in a touch of a head of 2 numbers, or nothing.
inline void change(Input& input, const attn::GptBatch& batch, attn::GptTouch& touch) {
  const attn::Index n = batch.sequences * batch.length;
  if (input.flip()) touch.queries = input.matrix(input.nearly(n), input.nearly(2));
  if (input.flip()) {
    touch.scores = input.matrix(input.nearly(n), input.nearly(batch.length));
    for (double& added : touch.scores.reshaped()) {
      if (input.byte() % 4 == 0) added = -HUGE_VAL;
    }
  }
  if (input.flip()) touch.temperature = input.positive();
  if (input.byte() % 4 == 1) touch.weights = input.matrix(input.nearly(n), batch.length);
  if (input.byte() % 4 == 1) touch.output = input.matrix(n, input.nearly(2));
}

}  // namespace fuzz
