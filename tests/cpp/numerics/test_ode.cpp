#include "attn/numerics/ode.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

Vector list(std::initializer_list<double> values) {
  Vector v(static_cast<Index>(values.size()));
  Index i = 0;
  for (const double x : values) v(i++) = x;
  return v;
}

// y'' = -y as a system: (cos t, -sin t) from (1, 0).
void oscillator(double, const Vector& y, Vector& slope) {
  slope(0) = y(1);
  slope(1) = -y(0);
}

}  // namespace

TEST_CASE(
    "an oscillator is followed to the tolerance asked for, and costs more where it is finer") {
  const Vector times = list({0.0, 1.0, 2.5, 20.0});
  Index steps = 0;
  for (const double tolerance : {1e-4, 1e-7, 1e-10, 1e-13}) {
    const OdeSolution s =
        integrate_ode(oscillator, list({1.0, 0.0}), times, {tolerance, tolerance});
    for (Index i = 0; i < times.size(); ++i) {
      CHECK(std::fabs(s.y(i, 0) - std::cos(times(i))) <= 20.0 * tolerance);
      CHECK(std::fabs(s.y(i, 1) + std::sin(times(i))) <= 20.0 * tolerance);
    }
    CHECK(s.accepted > steps);
    steps = s.accepted;
  }
}

TEST_CASE("the method is of order five: steps grow as the fifth root of the tolerance") {
  const Vector times = list({0.0, 50.0});
  const auto steps = [&](double tolerance) {
    return static_cast<double>(
        integrate_ode(oscillator, list({1.0, 0.0}), times, {tolerance, tolerance}).accepted);
  };
  CHECK(steps(1e-12) / steps(1e-7) == Approx(10.0).epsilon(0.1));
}

TEST_CASE("polynomials of degree five in time are exact, whatever the step") {
  const OdeSlope slope = [](double t, const Vector&, Vector& out) {
    out(0) = 5.0 * t * t * t * t;
    out(1) = 4.0 * t * t * t - 6.0 * t;
  };
  const OdeSolution s = integrate_ode(slope, list({0.0, 2.0}), list({0.0, 3.0}), {1.0, 1e3});
  CHECK(s.y(1, 0) == Approx(243.0).epsilon(1e-14));
  CHECK(s.y(1, 1) == Approx(2.0 + 81.0 - 27.0).epsilon(1e-14));
}

TEST_CASE("scales of time and size do not matter, and a solution may start from zero") {
  for (const double rate : {1e-9, 1.0, 1e9}) {
    for (const double size : {1e-100, 1.0, 1e100}) {
      const OdeSlope decay = [rate](double, const Vector& y, Vector& out) { out = -rate * y; };
      const OdeSolution s = integrate_ode(decay, list({size}), list({0.0, 1.0 / rate, 2.0 / rate}),
                                          {1e-10, 1e-14 * size});
      CHECK(s.y(1, 0) == Approx(size * std::exp(-1.0)).epsilon(1e-9));
      CHECK(s.y(2, 0) == Approx(size * std::exp(-2.0)).epsilon(1e-9));
    }
    const OdeSlope rise = [rate](double t, const Vector&, Vector& out) {
      out(0) = rate * rate * t;
    };
    CHECK(integrate_ode(rise, list({0.0}), list({0.0, 2.0 / rate})).y(1, 0) ==
          Approx(2.0).epsilon(1e-9));
  }
}

TEST_CASE("the output times change the solution by no more than its error") {
  Vector dense(1001);
  for (Index i = 0; i < dense.size(); ++i) dense(i) = 0.01 * static_cast<double>(i);
  const Matrix at_many = integrate_ode(oscillator, list({1.0, 0.0}), dense).y;
  const Matrix at_two = integrate_ode(oscillator, list({1.0, 0.0}), list({0.0, dense(1000)})).y;
  CHECK(largest(at_many.row(1000) - at_two.row(1)) <= 1e-9);
  CHECK(at_many.row(0) == at_two.row(0));
}

TEST_CASE("who watches is told of each step that is taken, and changes nothing") {
  const Vector times = list({0.0, 1.0, 2.5, 20.0});
  std::vector<double> ends;
  Vector last = list({1.0, 0.0});
  double change = 0.0;
  const OdeWatch watch = [&](double t, const Vector& y) {
    ends.push_back(t);
    change = larger(change, std::fabs(y.squaredNorm() - last.squaredNorm()));
    last = y;
  };
  const OdeSolution s = integrate_ode(oscillator, list({1.0, 0.0}), times, {}, watch);
  CHECK(static_cast<Index>(ends.size()) == s.accepted);
  for (std::size_t i = 1; i < ends.size(); ++i) CHECK(ends[i] > ends[i - 1]);
  for (Index i = 1; i < times.size(); ++i) {
    CHECK(std::count(ends.begin(), ends.end(), times(i)) == 1);
  }
  CHECK(last == Vector(s.y.row(3)));
  CHECK(change < 1e-9);
  CHECK(s.y == integrate_ode(oscillator, list({1.0, 0.0}), times).y);
  // What it throws is the caller's.
  const OdeWatch stop = [](double, const Vector&) { throw Error("enough"); };
  CHECK(message_of([&] {
          return integrate_ode(oscillator, list({1.0, 0.0}), times, {}, stop);
        }) == "enough");
}

TEST_CASE("a step into a forbidden region is taken back") {
  // dy/dt = -sqrt(y) from 1 reaches 0 at t = 2; below 0 there is no slope.
  const OdeSlope slope = [](double, const Vector& y, Vector& out) {
    out(0) = y(0) >= 0.0 ? -std::sqrt(y(0)) : std::numeric_limits<double>::quiet_NaN();
  };
  const OdeSolution s = integrate_ode(slope, list({1.0}), list({0.0, 1.9}), {1e-2, 1e-2});
  CHECK(s.y(1, 0) == Approx(0.0025).margin(0.02));
}

TEST_CASE("equal times give equal rows, and one time the start") {
  const OdeSolution s = integrate_ode(oscillator, list({1.0, 0.0}), list({1.0, 1.0, 2.0, 2.0}));
  CHECK(s.y.row(0) == s.y.row(1));
  CHECK(s.y.row(2) == s.y.row(3));
  CHECK(integrate_ode(oscillator, list({3.0, 4.0}), list({7.0})).y.row(0) ==
        list({3.0, 4.0}).transpose());
}

#ifdef EIGEN_RUNTIME_NO_MALLOC
TEST_CASE("a step allocates nothing") {
  Index calls = 0;
  const OdeSlope slope = [&](double t, const Vector& y, Vector& out) {
    // The first is the start's. At the end all is given back, which newer Eigen takes for the same.
    if (++calls > 1) Eigen::internal::set_is_malloc_allowed(t > 9.0);
    oscillator(t, y, out);
  };
  const Vector y0 = list({1.0, 0.0});
  const Vector times = list({0.0, 10.0});
  const OdeSolution s = integrate_ode(slope, y0, times);
  Eigen::internal::set_is_malloc_allowed(true);
  CHECK(s.accepted > 10);
}
#endif

TEST_CASE("integrate_ode refuses bad input, stiff problems and singular ones") {
  const auto refused = [](const Vector& y0, const Vector& times, const OdeTolerance& tolerance) {
    return message_of([&] { return integrate_ode(oscillator, y0, times, tolerance); });
  };
  const Vector y0 = list({1.0, 0.0});
  const Vector now = list({0.0});
  const OdeTolerance usual;
  CHECK(refused(Vector(0), now, usual) ==
        "integrate_ode: y0 is empty, expected at least one entry");
  CHECK(refused(y0, Vector(0), usual) ==
        "integrate_ode: times is empty, expected at least one entry");
  CHECK(refused(y0, list({1.0, 0.5}), usual) ==
        "integrate_ode: a step of times is -0.5, expected a number >= 0");
  CHECK(refused(y0, now, {1e-15, 1.0}) ==
        "integrate_ode: tolerance.relative is 1e-15, expected a number from 1e-14 to 1");
  CHECK(refused(y0, now, {1e-3, 0.0}) ==
        "integrate_ode: tolerance.absolute is 0, expected a finite number > 0");
  CHECK(refused(y0, now, {1e-6, 1e-6, 0}) ==
        "integrate_ode: tolerance.most_steps is 0, expected a whole number from 1 to 1000000000");
  const auto failed = [](const OdeSlope& slope) {
    const OdeTolerance tolerance{1e-6, 1e-6, 2000};
    return message_of([&] {
      return integrate_ode(slope, list({1.0}), list({0.0, 2.0}), tolerance);
    });
  };
  CHECK_THAT(failed([](double, const Vector& y, Vector& out) { out(0) = y(0) * y(0); }),
             contains("the step at t = 1 is too short to go on"));
  CHECK_THAT(failed([](double, const Vector& y, Vector& out) { out = -1e8 * y; }),
             contains("is at its limit of 2000"));
}

TEST_CASE("a slope that changes the size of what it writes to is refused, at any stage") {
  const auto refused = [](const OdeSlope& slope) {
    return message_of([&] {
      return integrate_ode(slope, list({1.0, 0.0, 5.0}), list({0.0, 1.0}));
    });
  };
  const Matrix flat = Matrix::Ones(2, 3);
  CHECK(refused([&](double, const Vector& y, Vector& slope) { slope = flat * y; }) ==
        "integrate_ode: slope is 2 long, expected 3");
  CHECK(refused([](double, const Vector&, Vector& slope) { slope.resize(0); }) ==
        "integrate_ode: slope is 0 long, expected 3");
  // A single number is what would be written into every column without a word.
  CHECK(refused([](double, const Vector&, Vector& slope) { slope.setConstant(1, 1.0); }) ==
        "integrate_ode: slope is 1 long, expected 3");
  CHECK(refused([](double t, const Vector& y, Vector& slope) {
          slope = -y;
          if (t > 0.5) slope.conservativeResize(4);
        }) == "integrate_ode: slope is 4 long, expected 3");
  CHECK(refused(nullptr) == "integrate_ode: slope is empty, expected a function");
}

TEST_CASE("a solution that leaves what a double holds is an error, not infinite") {
  const OdeSlope steep = [](double, const Vector&, Vector& slope) { slope(0) = 1e308; };
  OdeTolerance tolerance;
  tolerance.most_steps = 10000;
  CHECK(integrate_ode(steep, list({0.0}), list({0.0, 1.0})).y(1, 0) == Approx(1e308));
  CHECK_THROWS_WITH(integrate_ode(steep, list({0.0}), list({0.0, 10.0}), tolerance),
                    contains("integrate_ode: the step at t = 1.79"));
}
