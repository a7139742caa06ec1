#include "attn/geometry/christoffel.hpp"

#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "attn/numerics/check.hpp"
#include "numerics/elimination.hpp"
#include "numerics/symmetric.hpp"

namespace attn {
namespace {

// Central differences of order six: what the slopes over 1, 2 and 3 steps to each side count.
constexpr std::array<double, 3> kShares = {1.5, -0.6, 0.1};

// d f / d x_c, f giving matrices of one shape. Beside a large x the points are not where the steps
// have them: the farther one from 0 is rounded, and the nearer one lies as far from x, exactly.
template <typename F>
Matrix difference(const char* function, const F& f, Vector x, Index c, double step) {
  const double from = x(c);
  Matrix out;
  for (std::size_t k = 0; k < kShares.size(); ++k) {
    x(c) = from + std::copysign(step * static_cast<double>(k + 1), from);
    const double moved = x(c) - from;
    if (moved == 0.0) {
      check::refuse(function, "step", check::format_number(step), "one that is felt beside x");
    }
    const Matrix ahead = f(x);
    x(c) = from - moved;
    const Matrix change = (ahead - f(x)) * (kShares[k] / (2.0 * moved));
    out = k == 0 ? change : Matrix(out + change);
  }
  return out;
}

void check_derivatives(const char* function, const std::vector<Matrix>& dg, Index n) {
  if (static_cast<Index>(dg.size()) != n) {
    check::refuse(function, "dg", std::to_string(dg.size()) + " long", std::to_string(n));
  }
  for (std::size_t c = 0; c < dg.size(); ++c) {
    const std::string name = "dg[" + std::to_string(c) + "]";
    check::shape(function, name.c_str(), dg[c], n, n);
    symmetric::check(function, name.c_str(), dg[c]);
  }
}

// d(a, b) + sum_c term(a, b, c) v(c), of the symbols.
template <typename Term>
Matrix corrected(const char* function, const std::vector<Matrix>& symbols, const char* argument,
                 const VectorRef& v, const char* derivative, const MatrixRef& dv,
                 const Term& term) {
  const auto n = static_cast<Index>(symbols.size());
  if (n == 0) check::refuse(function, "symbols", "empty", "at least one matrix");
  for (std::size_t c = 0; c < symbols.size(); ++c) {
    const std::string name = "symbols[" + std::to_string(c) + "]";
    check::shape(function, name.c_str(), symbols[c], n, n);
    check::matrix(function, name.c_str(), symbols[c]);
  }
  check::vector(function, argument, v, n);
  check::shape(function, derivative, dv, n, n);
  check::matrix(function, derivative, dv);
  Matrix out = dv;
  for (Index a = 0; a < n; ++a) {
    for (Index b = 0; b < n; ++b) {
      for (Index c = 0; c < n; ++c) out(a, b) += term(a, b, c) * v(c);
    }
  }
  check::result(function, "an entry", out);
  return out;
}

std::vector<Matrix> symbols_of(const char* function, const MatrixRef& g,
                               const std::vector<Matrix>& dg) {
  symmetric::check(function, "g", g);
  const Index n = g.rows();
  check_derivatives(function, dg, n);
  const auto d = [&](Index c, Index a, Index b) { return dg[static_cast<std::size_t>(c)](a, b); };
  // Row d has the symbols of the first kind of each pair a <= b, whose index d elimination raises.
  const Index pairs = check::product(function, "the symbols", n, n + 1) / 2;
  Matrix first(n, pairs);
  for (Index a = 0, pair = 0; a < n; ++a) {
    for (Index b = a; b < n; ++b, ++pair) {
      for (Index e = 0; e < n; ++e) {
        first(e, pair) = 0.5 * d(a, b, e) + 0.5 * d(b, a, e) - 0.5 * d(e, a, b);
      }
    }
  }
  Matrix used = g;
  if (!eliminate(used, first)) {
    check::refuse(function, "g", "singular", "a matrix that has an inverse");
  }
  std::vector<Matrix> out(static_cast<std::size_t>(n), Matrix(n, n));
  for (Index a = 0, pair = 0; a < n; ++a) {
    for (Index b = a; b < n; ++b, ++pair) {
      for (Index c = 0; c < n; ++c) {
        // Minus zero is what some eliminations make of zero.
        const double symbol = first(c, pair) + 0.0;
        out[static_cast<std::size_t>(c)](a, b) = symbol;
        out[static_cast<std::size_t>(c)](b, a) = symbol;
      }
    }
  }
  for (const Matrix& symbols : out) check::result(function, "a symbol", symbols);
  return out;
}

MetricAt metric_at(const char* function, const MetricField& field, const Vector& x) {
  if (!field) check::refuse(function, "field", "empty", "a function");
  MetricAt at;
  field(x, at);
  check::shape(function, "g", at.g, x.size(), x.size());
  return at;
}

}  // namespace

MetricField constant_field(const MatrixRef& g) {
  symmetric::check("constant_field", "g", g);
  return [metric = Matrix(g)](const Vector& x, MetricAt& out) {
    check::vector("constant_field", "x", x, metric.rows());
    out.g = metric;
    out.dg.resize(static_cast<std::size_t>(metric.rows()));
    for (Matrix& d : out.dg) d.setZero(metric.rows(), metric.cols());
  };
}

MetricField differentiated_field(std::function<Matrix(const Vector& x)> metric, double step) {
  check::positive("differentiated_field", "step", step);
  if (!metric) check::refuse("differentiated_field", "metric", "empty", "a function");
  return [metric = std::move(metric), step](const Vector& x, MetricAt& out) {
    const auto checked = [&](const Vector& at) {
      const Matrix g = metric(at);
      check::shape("differentiated_field", "metric(x)", g, x.size(), x.size());
      symmetric::check("differentiated_field", "metric(x)", g);
      // Rounding is small beside g, and not beside its derivative.
      return symmetric::part(g);
    };
    out.g = checked(x);
    out.dg.resize(static_cast<std::size_t>(x.size()));
    for (Index c = 0; c < x.size(); ++c) {
      out.dg[static_cast<std::size_t>(c)] = difference("differentiated_field", checked, x, c, step);
    }
  };
}

std::vector<Matrix> christoffel_symbols(const MatrixRef& g, const std::vector<Matrix>& dg) {
  return symbols_of("christoffel_symbols", g, dg);
}

std::vector<Matrix> christoffel_symbols_at(const MetricField& field, const VectorRef& x) {
  check::vector("christoffel_symbols_at", "x", x);
  const MetricAt at = metric_at("christoffel_symbols_at", field, x);
  return symbols_of("christoffel_symbols_at", at.g, at.dg);
}

Matrix covariant_derivative(const std::vector<Matrix>& symbols, const VectorRef& v,
                            const MatrixRef& dv) {
  return corrected(
      "covariant_derivative", symbols, "v", v, "dv", dv,
      [&](Index a, Index b, Index c) { return symbols[static_cast<std::size_t>(b)](a, c); });
}

Matrix covector_covariant_derivative(const std::vector<Matrix>& symbols, const VectorRef& u,
                                     const MatrixRef& du) {
  return corrected(
      "covector_covariant_derivative", symbols, "u", u, "du", du,
      [&](Index a, Index b, Index c) { return -symbols[static_cast<std::size_t>(c)](a, b); });
}

double gauss_curvature(const MetricField& field, const VectorRef& x, double step) {
  check::vector("gauss_curvature", "x", x, 2);
  check::positive("gauss_curvature", "step", step);
  const MetricAt here = metric_at("gauss_curvature", field, x);
  const std::vector<Matrix> gamma = symbols_of("gauss_curvature", here.g, here.dg);
  // R_1212 = g_1d R^d_212, with R^d_212 = d_1 Gamma^d_22 - d_2 Gamma^d_12
  //   + Gamma^d_1e Gamma^e_22 - Gamma^d_2e Gamma^e_12; row d of these differences.
  const auto of_pair = [&](Index a) {
    return [&field, a](const Vector& at) {
      const MetricAt there = metric_at("gauss_curvature", field, at);
      const std::vector<Matrix> symbols = symbols_of("gauss_curvature", there.g, there.dg);
      Matrix out(2, 1);
      out << symbols[0](a, 1), symbols[1](a, 1);
      return out;
    };
  };
  Matrix riemann = difference("gauss_curvature", of_pair(1), x, 0, step) -
                   difference("gauss_curvature", of_pair(0), x, 1, step);
  for (Index d = 0; d < 2; ++d) {
    const Matrix& up = gamma[static_cast<std::size_t>(d)];
    riemann(d, 0) += up(0, 0) * gamma[0](1, 1) + up(0, 1) * gamma[1](1, 1) -
                     up(1, 0) * gamma[0](0, 1) - up(1, 1) * gamma[1](0, 1);
  }
  const double determinant = here.g(0, 0) * here.g(1, 1) - here.g(0, 1) * here.g(0, 1);
  const double lowered = here.g(0, 0) * riemann(0, 0) + here.g(0, 1) * riemann(1, 0);
  return check::result("gauss_curvature", "the curvature", lowered / determinant);
}

}  // namespace attn
