// Random scores and matrices for the tests of softmax and what stands on it.
#pragma once

#include <cstdint>

#include "attn/numerics/rng.hpp"
#include "attn/numerics/types.hpp"

/// n normal numbers times `size`, the same for the same seed.
inline attn::Vector random_scores(attn::Index n, double size, std::uint64_t seed) {
  attn::Rng rng(seed);
  attn::Vector s(n);
  for (attn::Index i = 0; i < n; ++i) s(i) = size * rng.normal();
  return s;
}

/// The same as a matrix.
inline attn::Matrix random_matrix(attn::Index rows, attn::Index cols, double size,
                                  std::uint64_t seed) {
  const attn::Vector numbers = random_scores(rows * cols, size, seed);
  return Eigen::Map<const attn::Matrix>(numbers.data(), rows, cols);
}
