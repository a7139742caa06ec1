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

// What rounding may make of that: it is small beside the terms that are summed up.
double rounding(const MatrixRef& g, const Vector& u, const Vector& v) {
  return 1e-15 * static_cast<double>(g.size()) *
         contracted(g.cwiseAbs(), u.cwiseAbs(), v.cwiseAbs());
}

// Vectors are measured in units of their largest entry, so that no square overflows or vanishes;
// beside a huge form in larger ones, so that no sum of its entries overflows.
struct Scaled {
  Vector unit;
  double size;
  double huge;
};

Scaled scaled(const MatrixRef& g, const Vector& v) {
  const double size = largest(v), huge = largest(g) > 0x1p970 ? 0x1p24 : 1.0;
  if (size == 0.0) return {v, 0.0, huge};
  return {v / size / huge, size, huge};
}

double length_of_unit(const char* function, const MatrixRef& g, const Vector& v) {
  const double square = contracted(g, v, v);
  if (square < -rounding(g, v, v)) {
    check::refuse(function, "a squared length", check::format_number(square),
                  "a number >= 0, as a metric gives");
  }
  return std::sqrt(std::max(square, 0.0));
}

double length_of(const char* function, const MatrixRef& g, const Vector& v) {
  const Scaled s = scaled(g, v);
  return check::result(function, "the length",
                       s.size * (s.huge * length_of_unit(function, g, s.unit)));
}

}  // namespace

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
  const Vector left = scaled(g, u).unit, right = scaled(g, v).unit;
  const double of_left = length_of_unit("metric_cosine", g, left);
  const double of_right = length_of_unit("metric_cosine", g, right);
  if (of_left == 0.0 || of_right == 0.0) {
    check::refuse("metric_cosine", of_left == 0.0 ? "u" : "v", "of length 0", "a direction");
  }
  const double product = contracted(g, left, right);
  // Cauchy and Schwarz: beyond the lengths, were they as long as rounding allows, g is no metric.
  const double longest = std::sqrt(of_left * of_left + rounding(g, left, left)) *
                         std::sqrt(of_right * of_right + rounding(g, right, right));
  const double cosine = product / of_left / of_right;
  if (std::fabs(product) - rounding(g, left, right) > (1.0 + 1e-12) * longest) {
    check::refuse("metric_cosine", "the quotient", check::format_number(cosine),
                  "one from -1 to 1, as a metric gives");
  }
  return std::min(std::max(cosine, -1.0), 1.0);
}

double metric_volume(const MatrixRef& g) {
  symmetric::check("metric_volume", "g", g);
  // Coordinates in units of powers of two in which their g_aa is about 1, so that none vanishes
  // beside another.
  Matrix even = symmetric::part(g);
  int exponent = 0;
  for (Index a = 0; a < g.rows(); ++a) {
    int unit = 0;
    std::frexp(g(a, a) > 0.0 ? g(a, a) : largest(g), &unit);
    unit /= 2;
    even.row(a) *= std::ldexp(1.0, -unit);
    even.col(a) *= std::ldexp(1.0, -unit);
    exponent += unit;
  }
  check::result("metric_volume", "an entry in units of the diagonal", even);
  const SymmetricEigen e = symmetric_eigen(even);
  const double negative = -symmetric::kTolerance * largest(e.values);
  double volume = 1.0;
  for (const double lambda : e.values) {
    check::within("metric_volume", "an eigenvalue of g in units of its diagonal", lambda, negative,
                  std::numeric_limits<double>::max());
    int more = 0;
    volume = std::frexp(volume * std::sqrt(std::max(lambda, 0.0)), &more);
    exponent += more;
  }
  return check::result("metric_volume", "the volume", std::ldexp(volume, exponent));
}

Matrix pull_back(const MatrixRef& g, const MatrixRef& jacobian) {
  symmetric::check("pull_back", "g", g);
  check::matrix("pull_back", "jacobian", jacobian);
  if (jacobian.rows() != g.rows()) {
    check::shape("pull_back", "jacobian", jacobian, g.rows(), jacobian.cols());
  }
  check::product("pull_back", "the metric", jacobian.cols(), jacobian.cols());
  const Matrix out = transposed_product(jacobian, product(g, jacobian));
  check::result("pull_back", "an entry", out);
  return symmetric::part(out);
}

}  // namespace attn
