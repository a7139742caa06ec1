// How fast Stage 1 removes variance, exactly: a Gaussian cloud of infinitely many particles stays
// Gaussian, and its variance obeys an equation with a closed form. In more dimensions the same
// holds along each axis of the covariance: covariance_flow.hpp. Source: seed 004, section 5 and
// theorem F.1.
//
// v is the TOTAL variance of the cloud in one direction: prior plus noise. Only for a prior of
// point masses does it begin at sigma2 and end at 0; around a prior of variance s2 it begins at s2
// + sigma2, and at T* it should have come down to s2.
//
// One layer, z <- z + eta (E[z'] - z) with the average over the kernel of squared width 1 / beta,
// shrinks a Gaussian of variance v by 1 - eta / (beta v + 1). In the limit of small eta
//   dv/dt = -2 v / (v + 1/beta)       in diffusion time t = l eta / beta
//   dv/dt' = -2 v / (1 + beta v)      in attention time t' = l eta
// (stage1_clock.hpp). Integrated: v + ln(v)/beta = v0 + ln(v0)/beta - 2 t, solved by Lambert's W:
//   v(t) = W(beta v0 exp(beta v0 - 2 beta t)) / beta.
//
// All functions are pure, may run on any thread and have the same bits on every platform.
#pragma once

#include "attn/numerics/ode.hpp"
#include "attn/numerics/types.hpp"

namespace attn {

/// Largest beta v0: below, nothing here overflows.
inline constexpr double kMaxScaledVariance = 1e300;

/// Wright's omega on the real line, W(e^x): the w > 0 with w + ln w = x, without forming e^x.
/// Relative error below 1e-15. x finite. Throws Error otherwise.
[[nodiscard]] double wright_omega(double x);

/// v(t) from v(0) = v0, relative error below 1e-15 (results below 2^-1022 aside): the exponent
/// beta v0 - 2 beta t is kept to twice the digits, so that nothing cancels however large beta v0.
/// v0, t >= 0; beta > 0; beta v0 <= kMaxScaledVariance. Throws Error otherwise.
[[nodiscard]] double variance_flow(double v0, double beta, double t);

/// v at the attention time t_prime = beta t: for times that are counted in layers, layers times
/// eta, where dividing by beta first would lose digits. Arguments and error as those of
/// variance_flow.
[[nodiscard]] double variance_flow_in_attention_time(double v0, double beta, double t_prime);

/// v(t) in the limit of infinite beta, max(v0 - 2 t, 0): the reverse heat flow. v0, t >= 0.
/// Throws Error otherwise.
[[nodiscard]] double variance_flow_limit(double v0, double t);

/// The time at which v0 has come down to v: (v0 - v + ln(v0 / v) / beta) / 2, relative error below
/// 1e-15, infinite where it exceeds the largest double. 0 < v <= v0, beta > 0. Throws Error
/// otherwise. With v = v0 / 2, the half-life.
[[nodiscard]] double variance_flow_time(double v0, double beta, double v);

/// Curves of v for a figure: each bandwidth's, and the limit they tend to.
struct VarianceCurves {
  Matrix v;      ///< (betas x times)
  Vector limit;  ///< (times)
};

/// variance_flow for each of `betas` (k) at each of `times` (n), and variance_flow_limit. Arguments
/// as there. Throws Error otherwise.
[[nodiscard]] VarianceCurves variance_curves(double v0, const VectorRef& betas,
                                             const VectorRef& times);

/// -2 v / (v + 1/beta), the right-hand side. v >= 0, beta > 0, beta v <= kMaxScaledVariance. Throws
/// Error otherwise.
[[nodiscard]] double variance_slope(double v, double beta);

/// v at each of `times` (n) by integrating variance_slope from v(times(0)) = v0: the witness of the
/// closed form. Arguments as in variance_flow and integrate_ode.
[[nodiscard]] Vector integrated_variance_flow(double v0, double beta, const VectorRef& times,
                                              const OdeTolerance& tolerance = {});

/// v after 0 .. layers whole layers, exactly: v <- v (1 - eta / (beta v + 1))^2. (layers + 1)
/// v0 >= 0; beta > 0; beta v0 <= kMaxScaledVariance; 0 <= eta <= 2 (beyond, v may grow without
/// bound); layers from 0 to 1e7. Throws Error otherwise. Source: seed 004, eq 1 for a Gaussian.
[[nodiscard]] Vector variance_recursion(double v0, double beta, double eta, Index layers);

/// Mean squared distance of particles (n x d) to their mean, averaged over the coordinates; divisor
/// n. Throws Error where z is empty, an entry is not finite, and for what is too large for a
/// double.
[[nodiscard]] double cloud_variance(const MatrixRef& z);

/// The variance of a finite cloud after 0 .. layers layers of Stage 1, as cloud_variance. (layers +
/// 1) tokens (n x d), beta, eta as in stage1_step; layers from 0 to 1e6. Throws Error otherwise, as
/// ParticleFlow::step does, and for a variance that is too large for a double.
[[nodiscard]] Vector simulated_variance(const MatrixRef& tokens, double beta, double eta,
                                        Index layers);

}  // namespace attn
