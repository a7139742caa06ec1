#include "attn/numerics/symmetric_eigen.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::matrix;

namespace {

Matrix symmetric_matrix(Index n, double size, std::uint64_t seed) {
  const Matrix m = matrix(n, n, seed);
  return size * (m + m.transpose());
}

}  // namespace

TEST_CASE("eigenvalues and axes put the matrix together again, over sizes of rows and numbers") {
  for (const Index n : {1, 2, 3, 9, 20}) {
    for (const double size : {1e-300, 1.0, 1e300}) {
      const Matrix a = symmetric_matrix(n, size, 1);
      const SymmetricEigen e = symmetric_eigen(a);
      const Matrix again =
          e.vectors.lazyProduct(Matrix(e.values / size).asDiagonal() * e.vectors.transpose());
      CHECK(largest(again - a / size) <= 1e-13 * static_cast<double>(n));
      const Matrix unit = e.vectors.transpose().lazyProduct(e.vectors);
      CHECK(largest(unit - Matrix::Identity(n, n)) <= 1e-14 * static_cast<double>(n));
      for (Index k = 1; k < n; ++k) CHECK(e.values(k - 1) <= e.values(k));
    }
  }
}

TEST_CASE("eigenvalues of a chain are those of the formula") {
  const Index n = 12;
  Matrix a = Matrix::Zero(n, n);
  for (Index i = 0; i + 1 < n; ++i) a(i, i + 1) = a(i + 1, i) = 1.0;
  const Vector values = symmetric_eigen(a).values;
  for (Index k = 0; k < n; ++k) {
    const double angle = 3.14159265358979323846 * static_cast<double>(n - k) / (n + 1.0);
    CHECK(std::fabs(values(k) - 2.0 * std::cos(angle)) <= 1e-14);
  }
}

TEST_CASE(
    "the pseudo-inverse satisfies Penrose's equations, also of singular and indefinite matrices") {
  const Matrix w = matrix(5, 2, 3);
  Matrix of_rank_two = w.lazyProduct(w.transpose());
  of_rank_two -= 3.0 * w.col(0) * w.col(0).transpose();
  for (const Matrix& a : {Matrix(of_rank_two), symmetric_matrix(4, 1.0, 2),
                          symmetric_matrix(3, 1e-200, 2), Matrix(Matrix::Zero(3, 3))}) {
    const Matrix x = symmetric_pseudo_inverse(a);
    const Matrix ax = a.lazyProduct(x), xa = x.lazyProduct(a);
    CHECK(largest(ax.lazyProduct(a) - a) <= 1e-13 * largest(a));
    CHECK(largest(xa.lazyProduct(x) - x) <= 1e-12 * largest(x));
    CHECK(largest(ax - ax.transpose()) <= 1e-13);
    CHECK(x == Matrix(x.transpose()));
  }
}

TEST_CASE("the cut says which eigenvalues count as none") {
  Matrix a = Matrix::Zero(2, 2);
  a(0, 0) = 4.0;
  a(1, 1) = -1e-8;
  CHECK(symmetric_pseudo_inverse(a)(1, 1) == Approx(-1e8));
  CHECK(symmetric_pseudo_inverse(a, 1e-7)(1, 1) == 0.0);
  CHECK(symmetric_pseudo_inverse(a, 1e-7)(0, 0) == 0.25);
}

TEST_CASE("eigenvalues refuse what is not symmetric, not finite or too large") {
  Matrix a(2, 2);
  a << 1, 2, 3, 4;
  CHECK(message_of([&] { return symmetric_eigen(a); }) ==
        "symmetric_eigen: a[1, 0] - its mirror image is 1, expected 0, for a symmetric matrix");
  CHECK(message_of([] { return symmetric_eigen(Matrix(0, 0)); }) ==
        "symmetric_eigen: a is 0 x 0, expected at least 1 x 1");
  CHECK(message_of([] { return symmetric_eigen(Matrix::Ones(2, 3)); }) ==
        "symmetric_eigen: a has 3 columns, expected 2 (its rows)");
  CHECK(message_of([] { return symmetric_eigen(Matrix::Constant(2, 2, 1.7e308)); }) ==
        "symmetric_eigen: an eigenvalue is too large for a double");
  CHECK(message_of([] { return symmetric_pseudo_inverse(Matrix::Ones(1, 1), -0.1); }) ==
        "symmetric_pseudo_inverse: cut is -0.1, expected a number >= 0 and < 1");
  CHECK(message_of([] { return symmetric_pseudo_inverse(Matrix::Constant(1, 1, 1e-310)); }) ==
        "symmetric_pseudo_inverse: an entry is too large for a double");
}
