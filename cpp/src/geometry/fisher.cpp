#include "attn/geometry/fisher.hpp"

#include <algorithm>
#include <cmath>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/symmetric_eigen.hpp"
#include "numerics/symmetric.hpp"

namespace attn {
namespace {

// 1 - p_a of each outcome as the sum of the others, which keeps its digits where p_a rounds to 1.
Vector others_of(const Vector& p) {
  Vector out = Vector::Zero(p.size());
  for (Index a = 0; a < p.size(); ++a) {
    for (Index b = 0; b < p.size(); ++b) out(a) += b == a ? 0.0 : p(b);
  }
  return out;
}

}  // namespace

Matrix fisher_matrix(const VectorRef& p, const MatrixRef& log_derivatives) {
  check::distribution("fisher_matrix", "p", p);
  check::matrix("fisher_matrix", "log_derivatives", log_derivatives);
  check::shape("fisher_matrix", "log_derivatives", log_derivatives, p.size(),
               log_derivatives.cols());
  const Index n = log_derivatives.cols();
  check::product("fisher_matrix", "the matrix", n, n);
  Matrix out = Matrix::Zero(n, n);
  for (Index x = 0; x < p.size(); ++x) {
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) {
        out(i, j) += p(x) * (log_derivatives(x, i) * log_derivatives(x, j));
      }
    }
  }
  check::result("fisher_matrix", "an entry", out);
  return out;
}

Matrix softmax_fisher(const VectorRef& p) {
  check::distribution("softmax_fisher", "p", p);
  check::product("softmax_fisher", "the matrix", p.size(), p.size());
  Matrix out = -p.lazyProduct(p.transpose());
  out.diagonal() = p.cwiseProduct(others_of(p));
  return out;
}

MetricField softmax_fisher_field(Index n) {
  check::count("softmax_fisher_field", "n", n, 1, check::kMaxBudget);
  return [n](const Vector& x, MetricAt& out) {
    check::vector("softmax_fisher_field", "x", x, n);
    Vector scores = Vector::Zero(n + 1);
    scores.head(n) = x;
    const Vector p = softmax(scores);
    const Vector turn = others_of(p) - p;
    out.g = softmax_fisher(p).topLeftCorner(n, n);
    out.dg.resize(static_cast<std::size_t>(n));
    // The third cumulant, the same in any order of its indices: 2 p_a p_b p_c of three outcomes,
    // and g_ab (1 - 2 p_c) where c occurs twice.
    for (Index c = 0; c < n; ++c) {
      Matrix& d = out.dg[static_cast<std::size_t>(c)];
      d.resize(n, n);
      for (Index a = 0; a < n; ++a) {
        for (Index b = 0; b < n; ++b) {
          const double of_two = a == b ? out.g(a, c) * turn(a) : out.g(a, b) * turn(c);
          d(a, b) = a == b || a == c || b == c ? of_two : 2.0 * p(a) * p(b) * p(c);
        }
      }
    }
  };
}

Vector natural_gradient(const MatrixRef& fisher, const VectorRef& gradient, double damping,
                        double cut) {
  constexpr const char* kName = "natural_gradient";
  symmetric::check(kName, "fisher", fisher);
  const Index n = fisher.rows();
  check::vector(kName, "gradient", gradient, n);
  check::not_negative(kName, "damping", damping);
  if (!(cut >= 0.0 && cut < 1.0)) check::refuse(kName, "cut", {cut}, {"a number >= 0 and < 1"});
  Matrix damped = symmetric::part(fisher);
  damped.diagonal().array() += damping;
  check::result(kName, "an eigenvalue", static_cast<double>(n) * largest(damped));
  const SymmetricEigen e = symmetric_eigen(damped);
  const double size = largest(e.values), least = e.values(0);
  if (least < -std::max(cut, symmetric::kTolerance) * size) {
    check::refuse(kName, "the least eigenvalue over the largest",
                  check::format_number(least / size), "none below 0");
  }
  Vector out = Vector::Zero(n);
  for (Index k = 0; k < n; ++k) {
    if (std::fabs(e.values(k)) <= cut * size) continue;
    double along = 0.0;
    for (Index i = 0; i < n; ++i) along += e.vectors(i, k) * gradient(i);
    for (Index i = 0; i < n; ++i) out(i) += e.vectors(i, k) * (along / e.values(k));
  }
  check::result(kName, "an entry", out);
  return out;
}

}  // namespace attn
