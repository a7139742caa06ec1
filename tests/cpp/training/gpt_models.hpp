// Small language models and batches for tests.
#pragma once

#include "attn/training/gpt.hpp"

inline attn::GptBatch gpt_batch(attn::Index sequences, attn::Index length, attn::Index vocabulary,
                                std::uint64_t seed) {
  attn::Rng rng(seed);
  attn::GptBatch out{sequences, length, {}};
  for (attn::Index i = 0; i < sequences * (length + 1); ++i) {
    out.tokens.push_back(static_cast<attn::Index>(rng.uniform() * static_cast<double>(vocabulary)));
  }
  return out;
}

/// Weights far from where training begins: no gradient is small.
inline attn::Vector gpt_weights(const attn::GptShape& shape, std::uint64_t seed,
                                double size = 1.0) {
  attn::Rng rng(seed);
  attn::Vector w = attn::gpt_start(shape, rng, 0.4 * size);
  for (double& x : w) x += 0.2 * size * rng.normal();
  return w;
}
