#include "attn/numerics/pca.hpp"

#include <cmath>

#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/symmetric_eigen.hpp"
#include "numerics/products.hpp"

namespace attn {
namespace {

// Entries that differ by less than this share are as large as each other: rounding must not choose.
constexpr double kTie = 1e-6;

void check_pca(const MatrixRef& points, Index components) {
  check::points("pca", "points", points);
  check::count("pca", "components", components, 1, points.cols());
  check::product("pca", "the covariance", points.cols(), points.cols());
}

double sign_by_largest(const Matrix& axes, Index k) {
  const double size = largest(axes.row(k));
  Index first = 0;
  while (std::fabs(axes(k, first)) < (1.0 - kTie) * size) ++first;
  return axes(k, first) < 0.0 ? -1.0 : 1.0;
}

void turn(Pca& p, Index k, double sign) {
  if (sign > 0.0) return;
  p.axes.row(k) *= -1.0;
  p.coordinates.col(k) *= -1.0;
}

Pca principal(const MatrixRef& points, Index components) {
  const Index n = points.rows();
  const Index d = points.cols();
  Pca out{Vector::Zero(d), Matrix(components, d), Vector(components), 0.0, Matrix()};
  for (Index i = 0; i < n; ++i) out.mean += points.row(i).transpose();
  out.mean /= static_cast<double>(n);
  Matrix centred = points.rowwise() - out.mean.transpose();
  // In units of a power of two, which moves no bits: squares of small numbers are no zeros then.
  int exponent = 0;
  std::frexp(largest(centred), &exponent);
  for (double& x : centred.reshaped()) x = std::ldexp(x, -exponent);
  const Matrix covariance = transposed_product(centred, centred) / static_cast<double>(n);
  const SymmetricEigen e = symmetric_eigen(covariance);
  out.total_variance = std::ldexp(covariance.trace(), 2 * exponent);
  for (Index k = 0; k < components; ++k) {
    out.axes.row(k) = e.vectors.col(d - 1 - k).transpose();
    // What rounding leaves of none may be below 0.
    const double variance = e.values(d - 1 - k);
    out.variances(k) = variance > 0.0 ? std::ldexp(variance, 2 * exponent) : 0.0;
  }
  out.coordinates = product_transposed(centred, out.axes);
  for (double& x : out.coordinates.reshaped()) x = std::ldexp(x, exponent);
  for (Index k = 0; k < components; ++k) turn(out, k, sign_by_largest(out.axes, k));
  return out;
}

}  // namespace

Pca pca(const MatrixRef& points, Index components) {
  check_pca(points, components);
  return principal(points, components);
}

Pca pca(const MatrixRef& points, Index components, const MatrixRef& like) {
  check_pca(points, components);
  check::shape("pca", "like", like, components, points.cols());
  check::points("pca", "like", like);
  Pca out = principal(points, components);
  for (Index k = 0; k < components; ++k) {
    double along = 0.0;
    for (Index j = 0; j < out.axes.cols(); ++j) along += out.axes(k, j) * like(k, j);
    turn(out, k, along < 0.0 ? -1.0 : 1.0);
  }
  return out;
}

}  // namespace attn
