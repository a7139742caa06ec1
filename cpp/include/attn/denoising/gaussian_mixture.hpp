// The prior that the denoiser does not know: a mixture of isotropic Gaussians, sampled with noise,
// and the exact answer.
#pragma once

#include <vector>

#include "attn/numerics/rng.hpp"
#include "attn/numerics/types.hpp"

namespace attn {

/// sum_c weights_c N(means_c, variance I). A variance of 0 puts all mass on the means.
struct GaussianMixture {
  Matrix means;           ///< (c x d)
  Vector weights;         ///< (c), positive, sum 1
  double variance = 0.0;  ///< of each component, per coordinate; >= 0
};

/// Throws Error, naming `function`, unless the mixture has at least one mean, points between which
/// distances can be taken (check::points), positive weights of sum 1 up to 1e-9, one for each mean,
/// and a variance >= 0.
void check_mixture(const char* function, const GaussianMixture& mixture);

/// Two equal components at -centre (1, ..., 1) and +centre (1, ..., 1), in that order.
/// centre finite, variance >= 0, dimension >= 1. Throws Error otherwise.
[[nodiscard]] GaussianMixture two_modes(double centre, double variance, Index dimension);

/// The empirical distribution of the rows of points (n x d), as a mixture: equal weights, variance
/// 0. Finite, n, d >= 1. Throws Error otherwise. Its exact_posterior_mean is posterior_mean of
/// denoiser.hpp with beta_c = 1 / noise_variance.
[[nodiscard]] GaussianMixture point_masses(const MatrixRef& points);

/// Draws from a mixture, and the same draws with noise added.
struct MixtureSample {
  Matrix clean;                  ///< (n x d)
  Matrix noisy;                  ///< (n x d), clean + N(0, noise_variance I)
  std::vector<Index> component;  ///< (n), which component each was drawn from
};

/// n independent draws. Per draw, in this order: one uniform number for the component, d normal
/// ones for the place in it, d normal ones for the noise; all are drawn also where a variance is 0,
/// so that the same seed stays comparable. n from 1 to 1e7, noise_variance >= 0, the mixture valid.
/// Throws Error otherwise; rng is then untouched.
[[nodiscard]] MixtureSample sample(const GaussianMixture& mixture, double noise_variance, Index n,
                                   Rng& rng);

/// E[x | x + noise = query] under the mixture, with noise N(0, noise_variance I): the best any
/// denoiser can do in mean square. (m x d) queries (m x d), noise_variance > 0, the mixture valid.
/// Throws Error otherwise, and for what is too large for a double. Source: seed 004, theorem 5.1
/// (m_P).
[[nodiscard]] Matrix exact_posterior_mean(const GaussianMixture& mixture, const MatrixRef& queries,
                                          double noise_variance);

/// The variance of x given x + noise = query, summed over the coordinates. (m) What is left of the
/// uncertainty at this query; its mean over all queries is the minimum mean square error
/// (mmse.hpp). Arguments as in exact_posterior_mean.
[[nodiscard]] Vector exact_posterior_variance(const GaussianMixture& mixture,
                                              const MatrixRef& queries, double noise_variance);

}  // namespace attn
