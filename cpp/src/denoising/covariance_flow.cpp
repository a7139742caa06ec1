#include "attn/denoising/covariance_flow.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attn/denoising/variance_flow.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"

namespace attn {
namespace {

constexpr double kSymmetry = 1e-12;

void check_symmetric(const char* function, const MatrixRef& gamma) {
  check::matrix(function, "gamma0", gamma);
  check::columns(function, "gamma0", gamma, gamma.rows(), "its rows");
  const double allowed = kSymmetry * largest(gamma);
  for (Index i = 0; i < gamma.rows(); ++i) {
    for (Index j = 0; j < i; ++j) {
      if (std::fabs(gamma(i, j) - gamma(j, i)) <= allowed) continue;
      const std::string name =
          "gamma0[" + std::to_string(i) + ", " + std::to_string(j) + "] - its mirror image";
      check::refuse(function, name.c_str(), check::format_number(gamma(i, j) - gamma(j, i)),
                    "0, for a symmetric matrix");
    }
  }
}

// Halved first: the sum of two large entries may overflow.
Matrix symmetric_part(const MatrixRef& gamma) { return 0.5 * gamma + 0.5 * gamma.transpose(); }

struct Spectrum {
  Matrix axes;  // columns
  Vector eigenvalues;
};

// Turns axes p and q so that a(p, q) becomes 0.
void rotate(Matrix& a, Matrix& axes, Index p, Index q) {
  const double theta = (a(q, q) - a(p, p)) / (2.0 * a(p, q));
  const double size = 1.0 / (std::fabs(theta) + std::sqrt(theta * theta + 1.0));
  const double t = theta < 0.0 ? -size : size;  // tangent of the smaller angle
  const double cosine = 1.0 / std::sqrt(t * t + 1.0);
  const double sine = t * cosine;
  const double change = t * a(p, q);
  for (Index i = 0; i < a.rows(); ++i) {
    const double axis_p = axes(i, p);
    axes(i, p) = cosine * axis_p - sine * axes(i, q);
    axes(i, q) = sine * axis_p + cosine * axes(i, q);
    if (i == p || i == q) continue;
    const double entry_p = a(i, p);
    a(i, p) = cosine * entry_p - sine * a(i, q);
    a(i, q) = sine * entry_p + cosine * a(i, q);
    a(p, i) = a(i, p);
    a(q, i) = a(i, q);
  }
  a(p, p) -= change;
  a(q, q) += change;
  a(p, q) = 0.0;
  a(q, p) = 0.0;
}

// Jacobi's method, by rows: the small eigenvalues of a positive matrix keep their digits, and Eigen's
// solver would be 17 KB of a download.
Spectrum spectrum_of(Matrix a) {
  constexpr int kMostSweeps = 50;  // it takes less than 15
  const Index d = a.rows();
  Matrix axes = Matrix::Identity(d, d);
  bool turned = true;
  for (int sweep = 0; turned && sweep < kMostSweeps; ++sweep) {
    turned = false;
    for (Index p = 0; p < d; ++p) {
      for (Index q = p + 1; q < d; ++q) {
        const double size = std::sqrt(std::fabs(a(p, p))) * std::sqrt(std::fabs(a(q, q)));
        if (std::fabs(a(p, q)) <= 0x1p-54 * size) continue;
        rotate(a, axes, p, q);
        turned = true;
      }
    }
  }
  Spectrum out{axes, a.diagonal()};
  for (Index i = 0; i < d; ++i) {  // ascending
    Index least = i;
    for (Index k = i + 1; k < d; ++k)
      least = out.eigenvalues(k) < out.eigenvalues(least) ? k : least;
    std::swap(out.eigenvalues(i), out.eigenvalues(least));
    for (Index k = 0; k < d; ++k) std::swap(out.axes(k, i), out.axes(k, least));
  }
  return out;
}

Spectrum checked_spectrum(const char* function, const MatrixRef& gamma0, double beta) {
  check_symmetric(function, gamma0);
  check::positive(function, "beta", beta);
  Spectrum out = spectrum_of(symmetric_part(gamma0));
  const double negative = -kSymmetry * beta * largest(gamma0);
  for (double& lambda : out.eigenvalues) {
    check::within(function, "beta times an eigenvalue of gamma0", beta * lambda, negative,
                  kMaxScaledVariance);
    lambda = std::max(lambda, 0.0);
  }
  return out;
}

// x <- (I + beta gamma)^-1 x by Cholesky's decomposition in loops: Eigen's solvers bring its blocked
// product with them. `l` has the size of gamma.
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
  const Spectrum spectrum = checked_spectrum("CovarianceFlow", gamma0, beta);
  axes_ = spectrum.axes;
  start_ = spectrum.eigenvalues;
}

Vector CovarianceFlow::eigenvalues(double t_prime) const {
  check::not_negative("CovarianceFlow", "t_prime", t_prime);
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
  const Matrix start = symmetric_part(gamma0);
  Vector times(2);
  times << 0.0, t_prime;
  const OdeSolution y =
      integrate_ode(slope, Eigen::Map<const Vector>(start.data(), d * d), times, tolerance);
  return Eigen::Map<const Matrix>(y.y.row(1).data(), d, d);
}

}  // namespace attn
