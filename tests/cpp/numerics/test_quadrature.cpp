#include "attn/numerics/quadrature.hpp"

#include <cmath>

#include "catch.hpp"

using namespace attn;

namespace {

constexpr double kHalfTurn = 3.14159265358979323846;

// What an integral should be, and whether its error is what it says.
void check_integral(const Integral& integral, double truth, double relative) {
  CAPTURE(integral.value, integral.error, truth);
  CHECK(std::fabs(integral.value - truth) <= relative * std::fabs(truth));
  CHECK(std::fabs(integral.value - truth) <= integral.error);
}

}  // namespace

TEST_CASE("one rule is exact for polynomials of degree 31") {
  for (const int degree : {0, 1, 2, 10, 19, 20, 30, 31}) {
    const auto f = [degree](double x) { return std::pow(x, degree); };
    const Integral whole = integrate(f, {-1.0, 1.0});
    CHECK(std::fabs(whole.value - (degree % 2 == 0 ? 2.0 / (degree + 1) : 0.0)) <= 1e-15);
    check_integral(integrate(f, {0.0, 2.0}), std::pow(2.0, degree + 1) / (degree + 1), 1e-14);
  }
  // And not of degree 32, so that the test above says something.
  QuadratureTolerance one_rule;
  one_rule.most_intervals = 1;
  const auto high = [](double x) { return std::pow(x, 60); };
  CHECK(std::fabs(integrate(high, {-1.0, 1.0}, one_rule).value - 2.0 / 61.0) > 1e-13);
}

TEST_CASE("smooth, kinked, oscillating and singular integrands come out within their own error") {
  check_integral(integrate([](double x) { return std::exp(x); }, {0.0, 1.0}), std::exp(1.0) - 1.0,
                 1e-14);
  check_integral(integrate([](double x) { return std::exp(-0.5 * x * x); }, {-40.0, 0.0, 40.0}),
                 std::sqrt(2.0 * kHalfTurn), 1e-11);
  check_integral(integrate([](double x) { return std::fabs(x - 0.3); }, {0.0, 1.0}), 0.29, 1e-11);
  check_integral(integrate([](double x) { return std::cos(100.0 * x); }, {0.0, 1.0}),
                 std::sin(100.0) / 100.0, 1e-11);
  check_integral(integrate([](double x) { return 1.0 / (1e-6 + x * x); }, {-1.0, 1.0}),
                 2e3 * std::atan(1e3), 1e-11);
  check_integral(integrate([](double x) { return std::sqrt(x); }, {0.0, 1.0}), 2.0 / 3.0, 1e-10);
}

TEST_CASE("a coarser tolerance takes fewer evaluations, and pieces of no width none") {
  const auto f = [](double x) { return 1.0 / (1e-4 + x * x); };
  QuadratureTolerance coarse;
  coarse.relative = 1e-3;
  const Integral rough = integrate(f, {-1.0, 1.0}, coarse);
  const Integral fine = integrate(f, {-1.0, 1.0});
  CHECK(rough.evaluations < fine.evaluations);
  CHECK(rough.error <= 1e-3 * rough.value);
  CHECK(fine.error <= 1e-11 * fine.value);
  const Integral none = integrate(f, {0.5, 0.5});
  CHECK(none.value == 0.0);
  CHECK(none.evaluations == 0);
  CHECK(integrate(f, {-1.0, -1.0, 1.0, 1.0}).value == fine.value);
}

TEST_CASE(
    "the absolute tolerance counts where the value is small, and a limit shows in the error") {
  const auto f = [](double x) { return std::sin(50.0 * x) * std::sqrt(std::fabs(x - 0.1)); };
  QuadratureTolerance absolute;
  absolute.relative = 0.0;
  absolute.absolute = 1e-6;
  const Integral i = integrate(f, {-1.0, 1.0}, absolute);
  CHECK(i.error <= 1e-6);
  CHECK(i.error > 1e-12);
  QuadratureTolerance limited;
  limited.most_intervals = 3;
  CHECK(integrate(f, {-1.0, 1.0}, limited).error > 1e-6);
}

TEST_CASE("rounding ends the search: no tolerance is too fine") {
  QuadratureTolerance exact;
  exact.relative = 0.0;
  const Integral i = integrate([](double x) { return std::exp(x); }, {0.0, 1.0}, exact);
  CHECK(i.evaluations < 100000);
  check_integral(i, std::exp(1.0) - 1.0, 1e-14);
}

TEST_CASE("integrate refuses bad input and integrands that are not finite") {
  const auto refused = [](const std::vector<double>& breakpoints,
                          const QuadratureTolerance& tolerance) {
    return message_of(
        [&] { return integrate([](double x) { return x; }, breakpoints, tolerance); });
  };
  const QuadratureTolerance usual;
  CHECK(refused({1.0}, usual) ==
        "integrate: the number of breakpoints is 1, expected a whole number from 2 to 10000000");
  CHECK(refused({1.0, 0.0}, usual) ==
        "integrate: a step of breakpoints is -1, expected a number >= 0");
  CHECK(refused({0.0, std::nan("")}, usual) ==
        "integrate: a breakpoint is NaN, expected a number from -1e300 to 1e300");
  CHECK(refused({0.0, 1.0}, {-1.0, 0.0, 100}) ==
        "integrate: tolerance.relative is -1, expected a finite number >= 0");
  CHECK(refused({0.0, 1.0}, {0.0, std::nan(""), 100}) ==
        "integrate: tolerance.absolute is NaN, expected a finite number >= 0");
  CHECK(refused({0.0, 1.0}, {0.0, 0.0, 0}) ==
        "integrate: tolerance.most_intervals is 0, expected a whole number from 1 to 10000000");
  const std::vector<double> across{-1.0, 1.0};
  CHECK(message_of([&] { return integrate([](double x) { return 1.0 / x; }, across); }) ==
        "integrate: f is Infinity, expected a finite number");
  CHECK(message_of([&] { return integrate(nullptr, across); }) ==
        "integrate: f is empty, expected a function");
}

TEST_CASE("an integral that is too large for a double is an error") {
  const auto large = [](double) { return 1e200; };
  CHECK(integrate(large, {0.0, 1e100}).value == Approx(1e300));
  CHECK_THROWS_WITH(integrate(large, {-1e200, 1e200}),
                    "integrate: the integral is too large for a double");
  CHECK_THROWS_AS(integrate([](double x) { return x > 0.0 ? 1e308 : -1e308; }, {-1.0, 10.0}),
                  Error);
}
