#include "attn/numerics/largest.hpp"

#include <cmath>
#include <limits>

#include "catch.hpp"

using namespace attn;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("the larger of two numbers is NaN where one of them is") {
  CHECK(larger(1.0, 2.0) == 2.0);
  CHECK(larger(2.0, 1.0) == 2.0);
  CHECK(larger(-kInfinity, -1.0) == -1.0);
  CHECK(larger(kInfinity, 1.0) == kInfinity);
  CHECK(std::isnan(larger(kNaN, 1.0)));
  CHECK(std::isnan(larger(1.0, kNaN)));
  CHECK(std::isnan(larger(kNaN, kInfinity)));
  CHECK(std::isnan(larger(kInfinity, kNaN)));
  CHECK(std::isnan(larger(kNaN, kNaN)));
}

TEST_CASE("a running maximum that has met NaN stays NaN") {
  double worst = 0.0;
  for (const double error : {1e-9, kNaN, 1.0, 2.0}) worst = larger(worst, error);
  CHECK(std::isnan(worst));
}

TEST_CASE(
    "largest, highest and lowest are what a loop finds, of any shape and in both precisions") {
  Matrix m(2, 3);
  m << 1.0, -7.0, 3.0, 0.0, 5.0, -2.0;
  CHECK(largest(m) == 7.0);
  CHECK(highest(m) == 5.0);
  CHECK(lowest(m) == -7.0);
  CHECK(largest(m.row(1)) == 5.0);
  CHECK(largest(m.col(2)) == 3.0);
  CHECK(highest(-m.leftCols(2)) == 7.0);
  CHECK(largest(Vector::Constant(4, -0.5)) == 0.5);
  CHECK(largest(m.array() - 5.0) == 12.0);
  const FloatMatrix narrow = m.cast<float>();
  CHECK(largest(narrow) == 7.0);
  CHECK(highest(narrow - FloatMatrix::Ones(2, 3)) == 4.0);
  CHECK(lowest(narrow.col(1)) == -7.0);
  CHECK(highest(Matrix::Constant(1, 1, -3.0)) == -3.0);
  CHECK(lowest(Matrix::Constant(1, 1, 3.0)) == 3.0);
}

TEST_CASE("of no numbers the largest is 0, and no bound is missed") {
  CHECK(largest(Matrix(0, 3)) == 0.0);
  CHECK(highest(Vector()) == -kInfinity);
  CHECK(lowest(FloatMatrix(2, 0)) == kInfinity);
}

TEST_CASE("NaN is kept wherever it stands, in both precisions") {
  for (Index at = 0; at < 6; ++at) {
    CAPTURE(at);
    for (const double other : {-1.0, 0.0, 1.0, kInfinity, -kInfinity}) {
      Matrix m = Matrix::Constant(2, 3, other);
      m.data()[at] = kNaN;
      CHECK(std::isnan(largest(m)));
      CHECK(std::isnan(highest(m)));
      CHECK(std::isnan(lowest(m)));
      const FloatMatrix narrow = m.cast<float>();
      CHECK(std::isnan(largest(narrow)));
      CHECK(std::isnan(highest(narrow)));
      CHECK(std::isnan(lowest(narrow)));
    }
  }
}

TEST_CASE("a residual with NaN passes no bound") {
  const Matrix broken = Matrix::Constant(3, 3, kNaN);
  CHECK_FALSE(largest(broken) <= 1e9);
  CHECK_FALSE(lowest(broken) >= 0.0);
  CHECK_FALSE(highest(broken) <= 0.0);
}
