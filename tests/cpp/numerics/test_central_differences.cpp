#include "attn/numerics/central_differences.hpp"

#include <cmath>
#include <limits>

#include "catch.hpp"

using namespace attn;

TEST_CASE("central differences find the gradients of what is known, to ten digits and more") {
  Matrix x(2, 2);
  x << 0.3, -1.2, 2.0, 0.0;
  const auto f = [](const Matrix& m) {
    return std::sin(m(0, 0)) + std::exp(m(0, 1)) * m(1, 0) + 1.0 / (1.0 + m(1, 1) * m(1, 1));
  };
  Matrix expected(2, 2);
  expected << std::cos(0.3), 2.0 * std::exp(-1.2), std::exp(-1.2), 0.0;
  for (const double step : {0.5, 0.1, 0.01}) {
    CHECK(gradient_error(central_differences(f, x, step), expected) <= 1e-10);
  }
}

TEST_CASE("central differences of a constant are 0, and of a linear function its factors") {
  const Matrix x = Matrix::Constant(1, 3, 1e6);
  CHECK(central_differences([](const Matrix&) { return 4.0; }, x, 1.0).isZero(0.0));
  const Matrix g = central_differences([](const Matrix& m) { return 3.0 * m(0, 1); }, x, 1.0);
  CHECK(std::fabs(g(0, 1) - 3.0) <= 1e-9);
  CHECK(g(0, 0) == 0.0);
}

TEST_CASE("an entry that is -Infinity is left alone") {
  Matrix x(1, 2);
  x << -std::numeric_limits<double>::infinity(), 2.0;
  const auto f = [](const Matrix& m) { return std::exp(m(0, 0)) + m(0, 1) * m(0, 1); };
  const Matrix g = central_differences(f, x, 0.1);
  CHECK(g(0, 0) == 0.0);
  CHECK(std::fabs(g(0, 1) - 4.0) <= 1e-10);
}

TEST_CASE("a step that rounding swallows gives 0, not a division by 0") {
  const Matrix x = Matrix::Constant(1, 1, 1e300);
  CHECK(central_differences([](const Matrix& m) { return m(0, 0); }, x, 1e-9)(0, 0) == 0.0);
}

TEST_CASE("the error of a gradient is relative to the larger, unless both are below the floor") {
  const Matrix a = Matrix::Constant(2, 2, 1.0);
  const Matrix b = Matrix::Constant(2, 2, 1.5);
  CHECK(std::fabs(gradient_error(a, b) - 1.0 / 3.0) <= 1e-15);
  CHECK(gradient_error(a, b) == gradient_error(b, a));
  CHECK(gradient_error(a, a) == 0.0);
  CHECK(gradient_error(Matrix::Zero(1, 1), Matrix::Zero(1, 1)) == 0.0);
  CHECK(std::fabs(gradient_error(a, b, 100.0) - 0.01) <= 1e-15);
  const Matrix huge = Matrix::Constant(1, 2, 1e300);
  CHECK(gradient_error(huge, -huge) == 2.0);
  const Matrix tiny = Matrix::Constant(1, 2, 1e-300);
  CHECK(gradient_error(1.5e8 * huge, -1.5e8 * huge) == 2.0);
  CHECK(gradient_error(tiny, Matrix::Zero(1, 2)) == 1.0);
  CHECK(gradient_error(Matrix(), Matrix()) == 0.0);
}

TEST_CASE("central differences refuse a bad step, a bad value and shapes that differ") {
  const Matrix x = Matrix::Zero(1, 1);
  const auto zero = [](const Matrix&) { return 0.0; };
  CHECK(message_of([&] { return central_differences(zero, x, 0.0); }) ==
        "central_differences: step is 0, expected a finite number > 0");
  CHECK(message_of([&] { return central_differences(nullptr, x, 1.0); }) ==
        "central_differences: f is empty, expected a function");
  CHECK(message_of([&] {
          return central_differences([](const Matrix&) { return NAN; }, x, 1.0);
        }) == "central_differences: f is NaN, expected a finite number");
  CHECK(message_of([&] {
          return central_differences([](const Matrix& m) { return 1e308 * m(0, 0); }, x, 1e-9);
        }) == "(no attn::Error)");
  CHECK(message_of([&] {
          return central_differences([](const Matrix& m) { return m(0, 0) > 0.0 ? 1e308 : -1e308; },
                                     x, 1.0);
        }) == "central_differences: a difference is too large for a double");
  CHECK(message_of([&] { return gradient_error(x, Matrix::Zero(2, 1)); }) ==
        "gradient_error: b is 2 x 1, expected 1 x 1");
}
