#include "attn/numerics.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::bits_of;
using layouts::check_same;
using layouts::matrix;

TEST_CASE(
    "rows, columns and diagonals are vectors without a copy, blocks are matrices without one") {
  const Matrix m = matrix(4, 4, 1);
  const auto is_copy = [&](const double* data) { return data < m.data() || data >= m.data() + 16; };
  const VectorRef row = m.row(2);
  const VectorRef column = m.col(2);
  const VectorRef diagonal = m.diagonal();
  const MatrixRef block = m.block(1, 1, 2, 3);
  CHECK_FALSE(is_copy(row.data()));
  CHECK_FALSE(is_copy(column.data()));
  CHECK_FALSE(is_copy(diagonal.data()));
  CHECK_FALSE(is_copy(block.data()));
  CHECK(row(3) == m(2, 3));
  CHECK(column(3) == m(3, 2));
  CHECK(diagonal(3) == m(3, 3));
}

TEST_CASE("checks look at the numbers that are given, and at no others") {
  check_same(
      [](const auto& m, const auto& v, const auto& p) {
        check::matrix("f", "m", m);
        check::points("f", "m", m);
        check::columns("f", "m", m, 3, "");
        check::shape("f", "m", m, 4, 3);
        check::result("f", "m", m);
        check::vector("f", "v", v, 4);
        check::distribution("f", "p", p);
        return bits_of(1.0);
      },
      matrix(4, 3, 1), Vector(matrix(4, 1, 2)), Vector(Vector::Constant(4, 0.25)));
}

TEST_CASE("principal components are those of the numbers, however these lie in memory") {
  check_same(
      [](const auto& points, const auto& like) {
        const Pca p = pca(points, 2);
        return bits_of(p.mean, p.axes, p.variances, p.coordinates, pca(points, 2, like).axes);
      },
      matrix(6, 3, 1), matrix(2, 3, 2));
}

TEST_CASE("differences and solutions are those of the numbers, however these lie in memory") {
  const auto square = [](const Matrix& x) { return x.squaredNorm(); };
  check_same(
      [&](const auto& x, const auto& y) {
        return bits_of(central_differences(square, x, 0.1), gradient_error(x, y));
      },
      matrix(3, 2, 1), matrix(3, 2, 2));
  const OdeSlope decay = [](double, const Vector& y, Vector& slope) { slope = -y; };
  check_same(
      [&](const auto& y0, const auto& times) { return bits_of(integrate_ode(decay, y0, times).y); },
      Vector(matrix(3, 1, 1)), Vector(Vector::LinSpaced(4, 0.0, 1.0)));
}
