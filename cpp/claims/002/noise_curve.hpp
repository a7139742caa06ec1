// What section 7.3 of seed 002 reads from two models' bits per character over noise on their
// embeddings, at eleven deviations of equal distance from 0 to 0.5.
#pragma once

#include <array>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/types.hpp"

namespace attn::claims {

/// Deviations of the noise, as published.
inline constexpr std::array<double, 11> kSigmas{0.0, 0.05, 0.1, 0.15, 0.2, 0.25,
                                                0.3, 0.35, 0.4, 0.45, 0.5};
/// The places among them of table 1 and of the largest.
inline constexpr Index kTable1 = 6;
inline constexpr Index kLoudest = 10;

/// Bits with noise over those without.
inline double degradation(const Vector& bits, Index level) { return bits(level) / bits(0); }

/// How much less `other` degrades than `plain`.
inline double robustness(const Vector& plain, const Vector& other, Index level) {
  return degradation(plain, level) - degradation(other, level);
}

/// The same at the largest deviation.
inline double robustness(const Vector& plain, const Vector& other) {
  return robustness(plain, other, kLoudest);
}

/// The largest difference under any noise, of the other from the plain one.
inline double worst_with_noise(const Vector& plain, const Vector& other) {
  return highest((other - plain).tail(kLoudest));
}

/// Where the two curves, straight between levels, first meet. Throws Error where they do not.
inline double crossing(const Vector& plain, const Vector& other) {
  const Vector d = other - plain;
  for (Index i = 0; i <= kLoudest; ++i) {
    const double sigma = kSigmas[static_cast<std::size_t>(i)];
    if (d(i) == 0.0) return sigma;
    if (i == kLoudest || (d(i) < 0.0) == (d(i + 1) < 0.0)) continue;
    return sigma + kSigmas[1] * d(i) / (d(i) - d(i + 1));
  }
  throw Error("claims: the two curves of noise do not cross");
}

/// The least growth of the robustness from one level to the next.
inline double least_growth(const Vector& plain, const Vector& other) {
  Vector growth(kLoudest);
  for (Index i = 0; i < kLoudest; ++i) {
    growth(i) = robustness(plain, other, i + 1) - robustness(plain, other, i);
  }
  return lowest(growth);
}

}  // namespace attn::claims
