// The minimum mean square error: what is left to the denoiser that knows the prior. No estimate of
// x from x + noise has a smaller E|estimate - x|^2, and exact_posterior_mean reaches it. Source:
// seed 004, section 6 (the oracle's bar).
//
// Pure, the same bits on every platform; any thread may call it.
#pragma once

#include <cstdint>

#include "attn/denoising/gaussian_mixture.hpp"

namespace attn {

/// How the part that has no closed form was found, from the most to the least exact.
enum class MmseMethod {
  kClosedForm,  ///< there is no such part: one Gaussian, or components that never overlap
  kLine,        ///< the means lie on a line: one-dimensional quadrature
  kPlane,       ///< the means lie in a plane: two-dimensional quadrature
  kMonteCarlo   ///< the mean of the posterior variance over random draws
};

/// What mmse() finds.
struct Mmse {
  double value = 0.0;  ///< E|E[x | x + noise] - x|^2, summed over the coordinates, not divided by
                       ///< the noise variance
  double error = 0.0;  ///< estimate of the value's error; for kMonteCarlo its standard error
  MmseMethod method = MmseMethod::kClosedForm;  ///< the least exact that was used
};

/// What mmse() may spend where there is no closed form.
struct MmseOptions {
  Index draws = 100000;     ///< of each Monte Carlo estimate; 2 .. 1e9
  std::uint64_t seed = 1;   ///< of all of them
  double plane_work = 5e8;  ///< exponentials that a two-dimensional quadrature may be expected to
                            ///< take before draws are used instead; >= 0
};

/// Most components in one dimension, where they are sorted and each meets its neighbours.
inline constexpr Index kMaxLineComponents = 20000;
/// Most components in more dimensions, where all pairs are looked at.
inline constexpr Index kMaxComponents = 4096;

/// The minimum mean square error of denoising x + N(0, noise_variance I), x from the mixture; also
/// for empirical priors (point_masses).
///
/// Seen through the noise every component is N(mean, (variance + noise) I). Within a component all
/// is Gaussian and exact; between the components only the position within the affine hull of the
/// means matters, of dimension r < components. Components that are 80 standard deviations or more
/// apart, and not linked by others, are taken on their own: what they exchange is below 1e-320.
///   r = 0  closed form
///   r = 1  relative error below 1e-10, however small or large the noise; a component only meets
///          those that matter, so that thousands of points take milliseconds
///   r = 2  relative error about 1e-9 while value > 1e-20 noise_variance
///   else   options.draws draws of the posterior variance, and their standard error; where only a
///          few draws in a thousand meet what makes up the value, both are too small
///
/// noise_variance from 0 (where the error is 0) to 1e300, the mixture valid with a variance of at
/// most 1e300 and at most kMaxLineComponents (d = 1) or kMaxComponents components. Throws Error
/// otherwise.
[[nodiscard]] Mmse mmse(const GaussianMixture& prior, double noise_variance,
                        const MmseOptions& options = {});

}  // namespace attn
