// The covariance of a Gaussian cloud under Stage 1: dGamma/dt' = -2 Gamma (I + beta Gamma)^-1 in
// attention time t' = l eta (stage1_clock.hpp). The axes stay, and the variance along each follows
// variance_flow.hpp on its own. Source: seed 004, section 6 and theorem 5.1.
//
// Gamma is the TOTAL covariance, of the prior and the noise: at T_beta = beta sigma2 / 2 it has
// come from Sigma_0 + sigma2 I to Sigma_0, up to a distance that falls as 1 / beta.
//
// All functions are pure, may run on any thread and have the same bits on every platform.
#pragma once

#include "attn/numerics/ode.hpp"
#include "attn/numerics/types.hpp"

namespace attn {

/// Decomposed once, evaluated at any time.
class CovarianceFlow {
 public:
  /// gamma0 (d x d), the total covariance: finite, symmetric and positive semi-definite up to
  /// 1e-12 of its largest entry (what rounding leaves of either is removed); beta > 0; beta times
  /// the largest eigenvalue at most kMaxScaledVariance. Throws Error otherwise.
  CovarianceFlow(const MatrixRef& gamma0, double beta);

  /// Orthonormal columns, in the order of `eigenvalues`. (d x d)
  [[nodiscard]] const Matrix& axes() const { return axes_; }

  /// Variances along the axes at attention time t_prime, ascending. (d) t_prime >= 0. Throws Error
  /// otherwise.
  [[nodiscard]] Vector eigenvalues(double t_prime) const;

  /// Gamma(t_prime), exactly symmetric. (d x d) t_prime >= 0. Throws Error otherwise.
  [[nodiscard]] Matrix covariance(double t_prime) const;

  /// Gamma after `layers` whole layers of step size eta, exactly: variance_recursion along each
  /// axis, with its ranges. (d x d) Throws Error otherwise.
  [[nodiscard]] Matrix covariance_after(Index layers, double eta) const;

 private:
  [[nodiscard]] Matrix compose(const Vector& eigenvalues) const;

  double beta_;
  Matrix axes_;
  Vector start_;
};

/// Gamma(t_prime) by integrating dGamma/dt' = -2 Gamma (I + beta Gamma)^-1 entry by entry, with
/// linear solves and no eigenvalues: the witness of CovarianceFlow. Arguments as there and in
/// integrate_ode.
[[nodiscard]] Matrix integrated_covariance_flow(const MatrixRef& gamma0, double beta,
                                                double t_prime, const OdeTolerance& tolerance = {});

}  // namespace attn
