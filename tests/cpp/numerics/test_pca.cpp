#include "attn/numerics/pca.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;

namespace {

/// n points with the spreads 3, 2 and 1 along turned axes, far from the origin.
Matrix cloud(Index n, std::uint64_t seed) {
  Matrix turn(3, 3);
  turn << 0.6, 0.8, 0.0, -0.8, 0.6, 0.0, 0.0, 0.0, 1.0;
  Matrix points = layouts::matrix(n, 3, seed);
  points.col(0) *= 3.0;
  points.col(1) *= 2.0;
  points = (points * turn).eval();
  points.rowwise() += Eigen::RowVector3d(10.0, -20.0, 5.0);
  return points;
}

}  // namespace

TEST_CASE("principal components are orthonormal, and in them points are uncorrelated") {
  const Matrix points = cloud(200, 1);
  const Pca p = pca(points, 3);
  CHECK(largest(p.axes * p.axes.transpose() - Matrix::Identity(3, 3)) <= 1e-14);
  const Matrix c = p.coordinates.transpose() * p.coordinates / 200.0;
  CHECK(largest(c - Matrix(p.variances.asDiagonal())) <= 1e-12);
  CHECK(p.variances(0) > p.variances(1));
  CHECK(p.variances(1) > p.variances(2));
  CHECK(std::fabs(p.variances.sum() - p.total_variance) <= 1e-12 * p.total_variance);
  // All components give the points back.
  Matrix back = p.coordinates * p.axes;
  back.rowwise() += p.mean.transpose();
  CHECK(largest(back - points) <= 1e-12);
  // Drawn with the spreads 3, 2, 1: the standard deviation of a variance of 200 draws is a tenth of
  // it.
  for (Index k = 0; k < 3; ++k) {
    const double expected = std::pow(3.0 - static_cast<double>(k), 2);
    CHECK(std::fabs(p.variances(k) - expected) <= 0.5 * expected);
  }
}

TEST_CASE(
    "no direction has a larger variance than the first axis, and fewer components are the same") {
  const Matrix points = cloud(50, 2);
  const Pca p = pca(points, 2);
  const Matrix directions = layouts::matrix(100, 3, 3);
  for (Index i = 0; i < 100; ++i) {
    const Vector along =
        (points.rowwise() - p.mean.transpose()) * directions.row(i).normalized().transpose();
    CHECK(along.squaredNorm() / 50.0 <= p.variances(0) * (1.0 + 1e-12));
  }
  const Pca all = pca(points, 3);
  CHECK(p.axes == all.axes.topRows(2));
  CHECK(p.coordinates == all.coordinates.leftCols(2));
  CHECK(p.total_variance == all.total_variance);
}

TEST_CASE("the sign of an axis does not depend on the order of points, nor on a mirror") {
  const Matrix points = cloud(40, 4);
  const Pca p = pca(points, 3);
  const Pca turned = pca(Matrix(points.colwise().reverse()), 3);
  const Pca mirrored = pca(Matrix(-points), 3);
  CHECK(largest(p.axes - turned.axes) <= 1e-12);
  CHECK(largest(p.axes - mirrored.axes) <= 1e-12);
  for (Index k = 0; k < 3; ++k) CHECK(highest(p.axes.row(k)) == largest(p.axes.row(k)));
  // Two entries as large as each other: the first is positive.
  Matrix line(2, 2);
  line << 1.0, -1.0, -1.0, 1.0;
  CHECK(pca(line, 1).axes(0, 0) == Approx(std::sqrt(0.5)));
  CHECK(pca(line, 1).coordinates(0, 0) == Approx(std::sqrt(2.0)));
}

TEST_CASE("axes are turned to the side of given ones") {
  const Matrix points = cloud(40, 5);
  const Pca p = pca(points, 2);
  Matrix like = p.axes;
  like.row(1) *= -1.0;
  const Pca q = pca(points, 2, like);
  CHECK(q.axes == like);
  CHECK(q.coordinates.col(0) == p.coordinates.col(0));
  CHECK(q.coordinates.col(1) == Vector(-p.coordinates.col(1)));
}

TEST_CASE("components of a point, of equal points, of very small and very large ones") {
  const Pca one = pca(Matrix::Constant(1, 3, 7.0), 2);
  CHECK(one.variances.isZero(0.0));
  CHECK(one.coordinates.isZero(0.0));
  CHECK(one.mean == Vector::Constant(3, 7.0));
  const Pca plain = pca(cloud(20, 6), 2);
  for (const double size : {0x1p-500, 0x1p400}) {
    const Pca p = pca(cloud(20, 6) * size, 2);
    CHECK(p.axes == plain.axes);
    CHECK(p.coordinates == plain.coordinates * size);
  }
}

TEST_CASE("principal components refuse what they cannot take") {
  CHECK(message_of([] { return pca(Matrix::Ones(3, 2), 3); }) ==
        "pca: components is 3, expected a whole number from 1 to 2");
  CHECK(message_of([] { return pca(Matrix(0, 2), 1); }) ==
        "pca: points is 0 x 2, expected at least 1 x 1");
  CHECK(message_of([] { return pca(Matrix::Constant(2, 2, std::nan("")), 1); }) ==
        "pca: points[0, 0] is NaN, expected a finite number");
  CHECK(message_of([] { return pca(Matrix::Ones(3, 2), 1, Matrix::Ones(2, 2)); }) ==
        "pca: like is 2 x 2, expected 1 x 2");
}
