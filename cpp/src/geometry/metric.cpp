#include "attn/geometry/metric.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "numerics/elimination.hpp"
#include "numerics/products.hpp"
#include "numerics/symmetric.hpp"

namespace attn {
namespace {

void check_pair(const char* function, const MatrixRef& g, const char* left, const VectorRef& u,
                const char* right, const VectorRef& v) {
  symmetric::check(function, "g", g);
  check::vector(function, left, u, g.rows());
  check::vector(function, right, v, g.rows());
}

double contracted(const MatrixRef& g, const VectorRef& u, const VectorRef& v) {
  double sum = 0.0;
  for (Index a = 0; a < g.rows(); ++a) {
    double row = 0.0;
    for (Index b = 0; b < g.cols(); ++b) row += g(a, b) * v(b);
    sum += u(a) * row;
  }
  return sum;
}

// Vectors are measured in units of their largest entry, so that no square overflows or vanishes.
struct Scaled {
  Vector unit;
  double size;
};

Scaled scaled(const Vector& v) {
  const double size = largest(v);
  if (size == 0.0) return {v, 0.0};
  return {v / size, size};
}

double length_of_unit(const char* function, const MatrixRef& g, const Vector& v) {
  const double square = check::result(function, "a squared length", contracted(g, v, v));
  // Rounding of a sum of n^2 terms.
  const double noise = 1e-15 * static_cast<double>(g.size()) * largest(g);
  if (square < -noise) {
    check::refuse(function, "a squared length", check::format_number(square),
                  "a number >= 0, as a metric gives");
  }
  return std::sqrt(std::max(square, 0.0));
}

double length_of(const char* function, const MatrixRef& g, const Vector& v) {
  const Scaled s = scaled(v);
  return check::result(function, "the length", s.size * length_of_unit(function, g, s.unit));
}

}  // namespace

Matrix euclidean_metric(Index d, double scale) {
  check::count("euclidean_metric", "d", d, 1, check::kMaxBudget);
  check::product("euclidean_metric", "the metric", d, d);
  check::positive("euclidean_metric", "scale", scale);
  return scale * Matrix::Identity(d, d);
}

Matrix scaled_metric(Index d) {
  check::count("scaled_metric", "d", d, 1, check::kMaxBudget);
  check::product("scaled_metric", "the metric", d, d);
  return Matrix::Identity(d, d) / std::sqrt(static_cast<double>(d));
}

Matrix learned_metric(const MatrixRef& w) {
  check::matrix("learned_metric", "w", w);
  check::product("learned_metric", "the metric", w.cols(), w.cols());
  Matrix out = transposed_product(w, w);
  check::result("learned_metric", "an entry", out);
  return out;
}

double bilinear_form(const MatrixRef& g, const VectorRef& u, const VectorRef& v) {
  check::matrix("bilinear_form", "g", g);
  check::vector("bilinear_form", "u", u, g.rows());
  check::vector("bilinear_form", "v", v, g.cols());
  return check::result("bilinear_form", "the value", contracted(g, u, v));
}

Vector lower_index(const MatrixRef& g, const VectorRef& v) {
  check::matrix("lower_index", "g", g);
  check::vector("lower_index", "v", v, g.cols());
  Vector out = Vector::Zero(g.rows());
  for (Index a = 0; a < g.rows(); ++a) {
    for (Index b = 0; b < g.cols(); ++b) out(a) += g(a, b) * v(b);
  }
  check::result("lower_index", "an entry", out);
  return out;
}

Vector raise_index(const MatrixRef& g, const VectorRef& u) {
  check::matrix("raise_index", "g", g);
  check::columns("raise_index", "g", g, g.rows(), "its rows");
  check::vector("raise_index", "u", u, g.rows());
  Matrix used = g;
  Matrix out = u;
  if (!eliminate(used, out)) {
    check::refuse("raise_index", "g", "singular", "a matrix that has an inverse");
  }
  check::result("raise_index", "an entry", out);
  return out.col(0);
}

double metric_length(const MatrixRef& g, const VectorRef& v) {
  check_pair("metric_length", g, "v", v, "v", v);
  return length_of("metric_length", g, v);
}

double metric_distance(const MatrixRef& g, const VectorRef& x, const VectorRef& y) {
  check_pair("metric_distance", g, "x", x, "y", y);
  const Vector between = x - y;
  check::result("metric_distance", "x - y", between);
  return length_of("metric_distance", g, between);
}

double metric_cosine(const MatrixRef& g, const VectorRef& u, const VectorRef& v) {
  check_pair("metric_cosine", g, "u", u, "v", v);
  // In units that cancel.
  const Matrix unit = largest(g) > 0.0 ? Matrix(g / largest(g)) : Matrix(g);
  const Vector left = scaled(u).unit;
  const Vector right = scaled(v).unit;
  const double of_left = length_of_unit("metric_cosine", unit, left);
  const double of_right = length_of_unit("metric_cosine", unit, right);
  if (of_left == 0.0 || of_right == 0.0) {
    check::refuse("metric_cosine", of_left == 0.0 ? "u" : "v", "of length 0", "a direction");
  }
  const double cosine = contracted(unit, left, right) / of_left / of_right;
  return std::min(std::max(cosine, -1.0), 1.0);
}

double metric_volume(const MatrixRef& g) {
  symmetric::check("metric_volume", "g", g);
  const double unit = largest(g);
  if (unit == 0.0) return 0.0;
  // Divided, what is just symmetric enough may no longer be.
  const SymmetricEigen e = symmetric_eigen(symmetric::part(g / unit));
  const double negative = -symmetric::kTolerance * largest(e.values);
  double volume = 1.0;
  for (const double lambda : e.values) {
    check::within("metric_volume", "an eigenvalue of g over its largest entry", lambda, negative,
                  std::numeric_limits<double>::max());
    volume *= std::sqrt(std::max(lambda, 0.0)) * std::sqrt(unit);
  }
  return check::result("metric_volume", "the volume", volume);
}

Matrix pull_back(const MatrixRef& g, const MatrixRef& jacobian) {
  symmetric::check("pull_back", "g", g);
  check::matrix("pull_back", "jacobian", jacobian);
  if (jacobian.rows() != g.rows()) {
    check::shape("pull_back", "jacobian", jacobian, g.rows(), jacobian.cols());
  }
  check::product("pull_back", "the metric", jacobian.cols(), jacobian.cols());
  Matrix out = transposed_product(jacobian, product(g, jacobian));
  check::result("pull_back", "an entry", out);
  for (Index i = 0; i < out.rows(); ++i) {
    for (Index j = 0; j < i; ++j) {
      out(i, j) = 0.5 * out(i, j) + 0.5 * out(j, i);
      out(j, i) = out(i, j);
    }
  }
  return out;
}

}  // namespace attn
