#include "attn/geometry/fisher.hpp"

#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/symmetric_eigen.hpp"
#include "numerics/symmetric.hpp"

namespace attn {

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
      for (Index j = 0; j <= i; ++j) {
        out(i, j) += p(x) * (log_derivatives(x, i) * log_derivatives(x, j));
      }
    }
  }
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < i; ++j) out(j, i) = out(i, j);
  }
  check::result("fisher_matrix", "an entry", out);
  return out;
}

Matrix softmax_fisher(const VectorRef& p) {
  check::distribution("softmax_fisher", "p", p);
  check::product("softmax_fisher", "the matrix", p.size(), p.size());
  return softmax_jacobian(p);
}

MetricField softmax_fisher_field(Index n) {
  check::count("softmax_fisher_field", "n", n, 1, check::kMaxBudget);
  return [n](const Vector& x, MetricAt& out) {
    check::vector("softmax_fisher_field", "x", x, n);
    Vector scores = Vector::Zero(n + 1);
    scores.head(n) = x;
    const Vector p = softmax(scores);
    out.g = softmax_fisher(p).topLeftCorner(n, n);
    out.dg.resize(static_cast<std::size_t>(n));
    // d p_a / d x_c = g_ac, so that d_c g_ab = delta_ab g_ac - g_ac p_b - p_a g_bc.
    for (Index c = 0; c < n; ++c) {
      Matrix& d = out.dg[static_cast<std::size_t>(c)];
      d.resize(n, n);
      for (Index a = 0; a < n; ++a) {
        for (Index b = 0; b <= a; ++b) {
          d(a, b) = (a == b ? out.g(a, c) : 0.0) - (out.g(a, c) * p(b) + p(a) * out.g(b, c));
          d(b, a) = d(a, b);
        }
      }
    }
  };
}

Vector natural_gradient(const MatrixRef& fisher, const VectorRef& gradient, double damping,
                        double cut) {
  symmetric::check("natural_gradient", "fisher", fisher);
  check::vector("natural_gradient", "gradient", gradient, fisher.rows());
  check::not_negative("natural_gradient", "damping", damping);
  if (!(cut >= 0.0 && cut < 1.0)) {
    check::refuse("natural_gradient", "cut", check::format_number(cut), "a number >= 0 and < 1");
  }
  Matrix damped = symmetric::part(fisher);
  for (Index i = 0; i < damped.rows(); ++i) damped(i, i) += damping;
  check::result("natural_gradient", "an entry of the damped matrix", damped);
  const Matrix inverse = symmetric_pseudo_inverse(damped, cut);
  Vector out = Vector::Zero(gradient.size());
  for (Index i = 0; i < out.size(); ++i) {
    for (Index j = 0; j < out.size(); ++j) out(i) += inverse(i, j) * gradient(j);
  }
  check::result("natural_gradient", "an entry", out);
  return out;
}

}  // namespace attn
