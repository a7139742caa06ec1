#include "attn/numerics/contour.hpp"

#include <cmath>
#include <limits>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::append;
using layouts::Bits;
using layouts::check_same;

namespace {

Vector evenly(double low, double high, Index count) { return Vector::LinSpaced(count, low, high); }

template <typename F>
Matrix on_grid(const F& f, const Vector& x, const Vector& y) {
  Matrix z(y.size(), x.size());
  for (Index i = 0; i < y.size(); ++i) {
    for (Index j = 0; j < x.size(); ++j) z(i, j) = f(x(j), y(i));
  }
  return z;
}

bool closed(const Matrix& line) {
  return line.rows() > 2 && line.row(0) == line.row(line.rows() - 1);
}

double length_of(const Matrix& line) {
  double sum = 0.0;
  for (Index k = 1; k < line.rows(); ++k) sum += (line.row(k) - line.row(k - 1)).norm();
  return sum;
}

// Positive where the area lies to the left of the way.
double area_of(const Matrix& line) {
  double sum = 0.0;
  for (Index k = 1; k < line.rows(); ++k) {
    sum += 0.5 * (line(k - 1, 0) * line(k, 1) - line(k, 0) * line(k - 1, 1));
  }
  return sum;
}

Matrix two_by_two(double low_left, double low_right, double high_left, double high_right) {
  Matrix z(2, 2);
  z << low_left, low_right, high_left, high_right;
  return z;
}

const Vector kUnit = evenly(0.0, 1.0, 2);

}  // namespace

TEST_CASE("the level line of a distance is a circle, to the square of the grid") {
  const auto distance = [](double x, double y) { return std::sqrt(x * x + y * y); };
  double before = 0.0;
  for (const Index side : {41, 81, 161}) {
    const Vector x = evenly(-2.0, 2.0, side);
    const Vector y = evenly(-1.5, 1.7, side);
    const std::vector<Matrix> lines = contour_lines(x, y, on_grid(distance, x, y), 1.2);
    REQUIRE(lines.size() == 1);
    CHECK(closed(lines[0]));
    const double error = largest(lines[0].rowwise().norm().array() - 1.2);
    CHECK(error < 0.25 / static_cast<double>(side * side) * 16.0);
    if (before > 0.0) CHECK(error < 0.35 * before);
    before = error;
    CHECK(std::fabs(length_of(lines[0]) - 2.4 * M_PI) < 0.01);
    // Larger values are outside, to the right: it runs counterclockwise.
    CHECK(area_of(lines[0]) == Approx(1.44 * M_PI).epsilon(0.01));
  }
}

TEST_CASE("points that are bisected lie on the line itself") {
  const auto f = [](double x, double y) { return x * x * x - 2.0 * y + std::sin(3.0 * x * y); };
  const Vector x = evenly(-1.0, 1.5, 12);
  const Vector y = evenly(-2.0, 1.0, 9);
  const Matrix z = on_grid(f, x, y);
  const std::vector<Matrix> near = contour_lines(x, y, z, 0.3);
  const std::vector<Matrix> on_it = contour_lines(x, y, z, f, 0.3, 1e-11);
  REQUIRE(near.size() == on_it.size());
  for (std::size_t i = 0; i < near.size(); ++i) {
    REQUIRE(near[i].rows() == on_it[i].rows());
    double worst_near = 0.0;
    for (Index k = 0; k < near[i].rows(); ++k) {
      worst_near = larger(worst_near, std::fabs(f(near[i](k, 0), near[i](k, 1)) - 0.3));
      CHECK(std::fabs(f(on_it[i](k, 0), on_it[i](k, 1)) - 0.3) <= 1e-11);
      // On the same edge: one of its coordinates is one of the grid.
      CHECK((near[i](k, 0) == on_it[i](k, 0) || near[i](k, 1) == on_it[i](k, 1)));
    }
    CHECK(worst_near > 1e-4);
  }
}

TEST_CASE("a plane is cut along a straight line from border to border") {
  const auto plane = [](double x, double y) { return 2.0 * x + y - 0.3; };
  const Vector x = evenly(-1.0, 1.0, 8);
  const Vector y = evenly(-1.0, 1.0, 11);
  const std::vector<Matrix> lines = contour_lines(x, y, on_grid(plane, x, y));
  REQUIRE(lines.size() == 1);
  const Matrix& line = lines[0];
  CHECK_FALSE(closed(line));
  for (Index k = 0; k < line.rows(); ++k) CHECK(std::fabs(plane(line(k, 0), line(k, 1))) < 1e-14);
  for (const Index end : {Index{0}, line.rows() - 1}) {
    CHECK(largest(line.row(end)) == Approx(1.0).margin(1e-15));
  }
  // From below upwards, with the larger values at the right.
  CHECK(line(0, 1) < line(line.rows() - 1, 1));
}

TEST_CASE("at a saddle the middle decides which corners lie together") {
  // The saddle of a, b, c, d counterclockwise has (a c - b d) / (a + c - b - d).
  const std::vector<Matrix> apart = contour_lines(kUnit, kUnit, two_by_two(1.0, -2.0, -2.0, 1.0));
  REQUIRE(apart.size() == 2);
  // Each of the two lines turns round a corner that is above: 0, 0 or 1, 1.
  for (const Matrix& line : apart) {
    const double side = line.rowwise().sum().mean();
    CHECK((side < 0.7 || side > 1.3));
  }
  const std::vector<Matrix> together =
      contour_lines(kUnit, kUnit, two_by_two(2.0, -1.0, -1.0, 2.0));
  REQUIRE(together.size() == 2);
  for (const Matrix& line : together) {
    CHECK(std::fabs((line.col(0) - line.col(1)).mean()) > 0.3);
  }
  // x y has its saddle at the level: not above it, so that what is above lies apart, and the lines
  // do not cross.
  const std::vector<Matrix> level = contour_lines(kUnit, kUnit, two_by_two(1.0, -1.0, -1.0, 1.0));
  REQUIRE(level.size() == 2);
  for (const Matrix& line : level) CHECK(line.rows() == 2);
}

TEST_CASE("on a finer grid the two readings of a saddle are those of the function") {
  // Above 0.02 there are two pieces, above -0.02 one.
  const auto f = [](double x, double y) { return x * y; };
  const Vector x = evenly(-1.0, 1.0, 6);  // no grid line through 0
  const Matrix z = on_grid(f, x, x);
  for (const double level : {0.02, -0.02}) {
    const std::vector<Matrix> lines = contour_lines(x, x, z, level);
    REQUIRE(lines.size() == 2);
    for (const Matrix& line : lines) {
      const double product = line(0, 0) * line(0, 1);
      CHECK(product * level > 0.0);
      const double last = line(line.rows() - 1, 0) * line(line.rows() - 1, 1);
      CHECK(last * level > 0.0);
      for (Index k = 0; k < line.rows(); ++k) CHECK(line(k, 0) * line(0, 0) > 0.0);
    }
  }
}

TEST_CASE(
    "whatever the values, lines close or end at the border, and none is there without a sign") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    Matrix z = layouts::matrix(7, 9, seed);
    // Many values inside are the level itself.
    for (double& v : z.block(1, 1, 5, 7).reshaped()) v = std::fabs(v) < 0.5 ? 0.0 : v;
    const Vector x = evenly(0.0, 8.0, 9);
    const Vector y = evenly(0.0, 6.0, 7);
    Index points = 0;
    for (const Matrix& line : contour_lines(x, y, z)) {
      points += line.rows() - (closed(line) ? 1 : 0);
      CHECK(line.rows() >= 2);
      if (closed(line)) continue;
      for (const Index end : {Index{0}, line.rows() - 1}) {
        const bool at_border = line(end, 0) == 0.0 || line(end, 0) == 8.0 || line(end, 1) == 0.0 ||
                               line(end, 1) == 6.0;
        CHECK(at_border);
      }
    }
    Index crossed = 0;
    for (Index i = 0; i < 7; ++i) {
      for (Index j = 0; j < 9; ++j) {
        if (j + 1 < 9 && (z(i, j) > 0.0) != (z(i, j + 1) > 0.0)) ++crossed;
        if (i + 1 < 7 && (z(i, j) > 0.0) != (z(i + 1, j) > 0.0)) ++crossed;
      }
    }
    CHECK(points == crossed);
  }
  CHECK(contour_lines(kUnit, kUnit, Matrix::Zero(2, 2)).empty());
  CHECK(contour_lines(kUnit, kUnit, Matrix::Ones(2, 2)).empty());
}

TEST_CASE("level lines refuse what they cannot take, by name") {
  const Matrix z = Matrix::Zero(2, 2);
  Vector falling(2);
  falling << 1.0, 0.0;
  CHECK(message_of([&] { (void)contour_lines(falling, kUnit, z); }) ==
        "contour_lines: x[1] is 0, expected more than the one before");
  CHECK_THAT(message_of([&] { (void)contour_lines(kUnit, Vector::Zero(1), z); }),
             contains("contour_lines: the size of y is 1"));
  CHECK_THAT(message_of([&] { (void)contour_lines(kUnit, kUnit, Matrix::Zero(2, 3)); }),
             contains("contour_lines: z is 2 x 3"));
  Matrix bad = z;
  bad(1, 0) = std::nan("");
  CHECK_THAT(message_of([&] { (void)contour_lines(kUnit, kUnit, bad); }), contains("NaN"));
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK_THAT(message_of([&] { (void)contour_lines(kUnit, kUnit, z, infinity); }),
             contains("level"));
  const auto broken = [](double, double) { return std::nan(""); };
  CHECK_THAT(message_of([&] {
               (void)contour_lines(kUnit, kUnit, two_by_two(-1.0, 1.0, 1.0, 1.0), broken, 0.0,
                                   1e-9);
             }),
             contains("contour_lines: f is"));
  CHECK_THAT(message_of([&] { (void)contour_lines(kUnit, kUnit, z, broken, 0.0, 0.0); }),
             contains("tolerance"));
  CHECK(message_of([&] { (void)contour_lines(kUnit, kUnit, z, nullptr, 0.0, 1e-9); }) ==
        "contour_lines: f is empty, expected a function");
}

TEST_CASE("values of any size have level lines of finite numbers") {
  const double most = std::numeric_limits<double>::max();
  for (const double size : {5e-324, 1e-300, 1e300, most}) {
    for (const Matrix& line : contour_lines(kUnit, kUnit, two_by_two(size, -size, -size, size))) {
      CHECK(line.allFinite());
      CHECK(lowest(line) >= 0.0);
      CHECK(highest(line) <= 1.0);
    }
  }
}

TEST_CASE("level lines are those of the numbers, however these lie in memory") {
  check_same(
      [](const auto& z) {
        Bits bits;
        const Vector x = evenly(0.0, 1.0, 6);
        const Vector y = evenly(0.0, 1.0, 5);
        for (const Matrix& line : contour_lines(x, y, z, 0.1)) append(bits, line);
        return bits;
      },
      layouts::matrix(5, 6, 3));
  check_same(
      [](const auto& x) {
        Bits bits;
        for (const Matrix& line : contour_lines(x, x, layouts::matrix(6, 6, 4))) append(bits, line);
        return bits;
      },
      evenly(-1.0, 2.0, 6));
}
