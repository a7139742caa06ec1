#include "attn/denoising/covariance_flow.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attn/denoising/variance_flow.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "numerics/symmetric.hpp"

namespace attn {
namespace {

SymmetricEigen checked_spectrum(const char* function, const MatrixRef& gamma0, double beta) {
  symmetric::check(function, "gamma0", gamma0);
  check::positive(function, "beta", beta);
  SymmetricEigen out = symmetric::eigen(symmetric::part(gamma0));
  const double negative = -symmetric::kTolerance * beta * largest(gamma0);
  for (double& lambda : out.values) {
    check::within(function, "beta times an eigenvalue of gamma0", beta * lambda, negative,
                  kMaxScaledVariance);
    lambda = std::max(lambda, 0.0);
  }
  return out;
}

// x <- (I + beta gamma)^-1 x by Cholesky's decomposition in loops: Eigen's solvers bring its
// blocked product with them. `l` has the size of gamma.
void solve_shifted(const double* gamma, double beta, Index d, Matrix& l, Matrix& x) {
  for (Index i = 0; i < d; ++i) {
    for (Index j = 0; j <= i; ++j) {
      double rest = beta * gamma[i * d + j] + (i == j ? 1.0 : 0.0);
      for (Index k = 0; k < j; ++k) rest -= l(i, k) * l(j, k);
      l(i, j) = i == j ? std::sqrt(rest) : rest / l(j, j);
    }
  }
  for (Index c = 0; c < d; ++c) {
    for (Index i = 0; i < d; ++i) {
      for (Index k = 0; k < i; ++k) x(i, c) -= l(i, k) * x(k, c);
      x(i, c) /= l(i, i);
    }
    for (Index i = d - 1; i >= 0; --i) {
      for (Index k = i + 1; k < d; ++k) x(i, c) -= l(k, i) * x(k, c);
      x(i, c) /= l(i, i);
    }
  }
}

}  // namespace

CovarianceFlow::CovarianceFlow(const MatrixRef& gamma0, double beta) : beta_(beta) {
  SymmetricEigen spectrum = checked_spectrum("CovarianceFlow", gamma0, beta);
  axes_ = std::move(spectrum.vectors);
  start_ = std::move(spectrum.values);
}

Vector CovarianceFlow::eigenvalues(double t_prime) const {
  check::not_negative("CovarianceFlow::eigenvalues", "t_prime", t_prime);
  Vector out(start_.size());
  for (Index k = 0; k < out.size(); ++k) {
    out(k) = variance_flow_in_attention_time(start_(k), beta_, t_prime);
  }
  return out;
}

Matrix CovarianceFlow::covariance(double t_prime) const { return compose(eigenvalues(t_prime)); }

Matrix CovarianceFlow::covariance_after(Index layers, double eta) const {
  Vector out(start_.size());
  for (Index k = 0; k < out.size(); ++k) {
    out(k) = variance_recursion(start_(k), beta_, eta, layers)(layers);
  }
  return compose(out);
}

Matrix CovarianceFlow::compose(const Vector& eigenvalues) const {
  const Index d = axes_.rows();
  Matrix out(d, d);
  for (Index i = 0; i < d; ++i) {
    for (Index j = 0; j <= i; ++j) {
      double entry = 0.0;
      for (Index k = 0; k < d; ++k) entry += eigenvalues(k) * axes_(i, k) * axes_(j, k);
      out(i, j) = entry;
      out(j, i) = entry;
    }
  }
  check::result("CovarianceFlow", "an entry", out);
  return out;
}

Matrix integrated_covariance_flow(const MatrixRef& gamma0, double beta, double t_prime,
                                  const OdeTolerance& tolerance) {
  checked_spectrum("integrated_covariance_flow", gamma0, beta);
  check::not_negative("integrated_covariance_flow", "t_prime", t_prime);
  const Index d = gamma0.rows();
  Matrix factor(d, d);
  Matrix solution(d, d);
  // A trial step far outside of the positive matrices takes the root of a negative number: NaN, and
  // the step is made shorter.
  const OdeSlope slope = [&](double, const Vector& y, Vector& out) {
    solution = Eigen::Map<const Matrix>(y.data(), d, d);
    solve_shifted(y.data(), beta, d, factor, solution);
    Eigen::Map<Matrix>(out.data(), d, d) = -2.0 * solution;
  };
  const Matrix start = symmetric::part(gamma0);
  Vector times(2);
  times << 0.0, t_prime;
  const OdeSolution y =
      integrate_ode(slope, Eigen::Map<const Vector>(start.data(), d * d), times, tolerance);
  return Eigen::Map<const Matrix>(y.y.row(1).data(), d, d);
}

}  // namespace attn
