#include "attn/geometry/geodesic.hpp"

#include <cmath>

#include "allocations.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/geometry/fisher.hpp"
#include "attn/geometry/metric.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/ode.hpp"
#include "catch.hpp"
#include "geometry/spaces.hpp"
#include "layouts.hpp"

using namespace attn;
using spaces::point;

namespace {

// Where a unit speed path from x along v is after the length t.
Vector after(const MetricField& field, const Vector& x, Vector v, double t, Index steps) {
  v /= metric_length(spaces::metric_of(field, x), v);
  Geodesic path(field, x, v);
  path.advance(t, steps);
  return path.position();
}

Vector on_sphere(const Vector& x) {
  return point({std::sin(x(0)) * std::cos(x(1)), std::sin(x(0)) * std::sin(x(1)), std::cos(x(0))});
}

}  // namespace

TEST_CASE("geodesics of the sphere are great circles, to 1e-8 over unit length") {
  const Vector x = point({1.0, 0.4});
  for (const double angle : {0.0, 0.7, 2.0, 4.0}) {
    // Unit vectors along the coordinates.
    const Vector south =
        point({std::cos(1.0) * std::cos(0.4), std::cos(1.0) * std::sin(0.4), -std::sin(1.0)});
    const Vector east = point({-std::sin(0.4), std::cos(0.4), 0.0});
    const Vector along = std::cos(angle) * south + std::sin(angle) * east;
    const Vector v = point({std::cos(angle), std::sin(angle) / std::sin(1.0)});
    const Vector end = after(spaces::sphere, x, v, 0.9, 200);
    CHECK(largest(on_sphere(end) - (std::cos(0.9) * on_sphere(x) + std::sin(0.9) * along)) <= 1e-8);
  }
}

TEST_CASE("geodesics of the half-plane are half-circles, to 1e-8 over unit length") {
  const Vector end = after(spaces::half_plane, point({0.0, 1.0}), point({1.0, 0.0}), 1.0, 200);
  CHECK(std::fabs(end(0) - std::tanh(1.0)) <= 1e-8);
  CHECK(std::fabs(end(1) - 1.0 / std::cosh(1.0)) <= 1e-8);
  const Vector up = after(spaces::half_plane, point({0.3, 0.5}), point({0.0, 1.0}), 1.0, 200);
  CHECK(up(0) == 0.3);
  CHECK(std::fabs(up(1) - 0.5 * std::exp(1.0)) <= 1e-8);
}

TEST_CASE("in polar coordinates a straight line is a bent path") {
  const Vector x = point({1.2, -0.9}), v = point({-0.5, 0.8});
  const auto plane = [](const Vector& at) {
    return point({at(0) * std::cos(at(1)), at(0) * std::sin(at(1))});
  };
  const Vector along = point({-0.5 * std::cos(-0.9) - 1.2 * 0.8 * std::sin(-0.9),
                              -0.5 * std::sin(-0.9) + 1.2 * 0.8 * std::cos(-0.9)});
  Geodesic path(spaces::polar, x, v);
  path.advance(2.0, 800);
  CHECK(largest(plane(path.position()) - (plane(x) + 2.0 * along)) <= 1e-9);
  CHECK(largest(path.position() - (x + 2.0 * v)) > 0.3);
}

TEST_CASE("where the metric is the same everywhere, paths are straight whatever it is") {
  const Matrix g = learned_metric(layouts::matrix(3, 3, 1));
  Geodesic path(constant_field(g), point({1, 2, 3}), point({0.5, -0.25, 1}));
  path.advance(2.0, 7);
  CHECK(largest(path.position() - point({2, 1.5, 5})) <= 1e-14);
  CHECK(path.velocity() == point({0.5, -0.25, 1}));
}

TEST_CASE("geodesics of softmax are great circles of the roots of the weights") {
  const auto roots = [](const Vector& x) {
    return Vector(softmax(point({x(0), x(1), 0.0})).cwiseSqrt());
  };
  const MetricField field = softmax_fisher_field(2);
  const Vector x = point({2.0, -1.0});
  Vector v = point({-0.8, 0.6});
  v /= metric_length(spaces::metric_of(field, x), v);
  // Of a length of path s, the angle between roots is s / 2.
  Geodesic path(field, x, v);
  path.advance(0.6, 200);
  const Vector middle = roots(path.position());
  path.advance(0.6, 200);
  const Vector end = roots(path.position());
  CHECK(largest(end + roots(x) - 2.0 * std::cos(0.3) * middle) <= 1e-9);
}

TEST_CASE("a path to the corner of softmax keeps its speed, and comes as near as its length says") {
  // p = cos^2(left / 2), which is 1 in the corner, at the length pi / 2 from equal weights.
  double left = std::acos(0.0);
  Geodesic path(softmax_fisher_field(1), point({0.0}), point({2.0}));
  while (left > 1e-7) {
    path.advance(0.05 * left, 10);
    left *= 0.95;
    const double expected = -2.0 * std::log(std::tan(0.5 * left));
    // What is lost of the length on the way counts the more, the shorter the rest is.
    CHECK(std::fabs(path.position()(0) - expected) <= 1e-9 / left);
    CHECK(std::fabs(path.speed() - 1.0) <= 1e-9);
  }
  CHECK(path.position()(0) > 33.0);
}

TEST_CASE("speed is kept, and what it changes by is of order four in the step") {
  for (const MetricField& field :
       {MetricField(spaces::sphere), MetricField(spaces::half_plane), MetricField(spaces::lens)}) {
    const auto lost = [&](Index steps) {
      Geodesic path(field, point({0.8, 0.7}), point({0.3, 0.2}));
      const double before = path.speed();
      path.advance(2.0, steps);
      return std::fabs(path.speed() - before);
    };
    CHECK(lost(400) <= 1e-9);
    CHECK(lost(20) >= 10.0 * lost(40));
    CHECK(lost(20) > 1e-12);
  }
}

TEST_CASE("the path is that of an adaptive method with the symbols, and leads back") {
  const MetricField field = spaces::lens;
  const Vector x = point({-1.6, 0.25}), v = point({0.9, 0.1});
  const OdeSlope slope = [&](double, const Vector& y, Vector& out) {
    const auto gamma = christoffel_symbols_at(field, y.head(2));
    const Vector u = y.tail(2);
    out.head(2) = u;
    for (Index c = 0; c < 2; ++c) {
      const Matrix& symbols = gamma[static_cast<std::size_t>(c)];
      out(2 + c) = -u.dot(Vector(symbols.lazyProduct(u)));
    }
  };
  const Vector expected =
      integrate_ode(slope, point({x(0), x(1), v(0), v(1)}), point({0.0, 3.0})).y.row(1);
  Geodesic path(field, x, v);
  path.advance(3.0, 1000);
  CHECK(largest(path.position() - expected.head(2)) <= 1e-8);
  path.advance(-3.0, 1000);
  CHECK(largest(path.position() - x) <= 1e-8);
}

TEST_CASE("a geodesic allocates nothing on its way") {
  Geodesic path(spaces::half_plane, point({0.0, 1.0}), point({1.0, 0.5}));
  path.advance(0.1, 2);
  const auto count = allocations_of([&] { path.advance(0.1, 20); });
  CHECK(count == 0);
}

TEST_CASE("a path that leads to where there is no metric is refused, and stays where it was") {
  const MetricField above_one = [](const Vector& x, MetricAt& out) {
    spaces::half_plane(x(1) > 1.0 ? x : Vector(x * std::nan("")), out);
  };
  Geodesic path(above_one, point({0.0, 1.5}), point({0.0, -0.1}));
  path.advance(1.0, 10);
  const Vector there = path.position();
  CHECK(message_of([&] { path.advance(10.0, 100); }) ==
        "Geodesic: the field is not finite, expected finite numbers");
  CHECK(path.position() == there);
  Geodesic far(constant_field(Matrix::Identity(1, 1)), point({1e308}), point({1e308}));
  CHECK(message_of([&] { far.advance(10.0, 1); }) ==
        "Geodesic: the path is too large for a double");
  Geodesic pole(spaces::sphere, point({0.0, 0.0}), point({0.0, 1.0}));
  CHECK(message_of([&] { pole.advance(1.0, 1); }) ==
        "Geodesic: g is singular, expected a matrix that has an inverse");
}

TEST_CASE("a geodesic refuses bad starts, times and fields") {
  const MetricField field = spaces::polar;
  CHECK(message_of([&] {
          Geodesic(field, point({1, 2}), point({1}));
        }) == "Geodesic: v is 1 long, expected 2");
  CHECK(message_of([&] { Geodesic(nullptr, point({1}), point({1})); }) ==
        "Geodesic: field is empty, expected a function");
  CHECK(message_of([&] {
          Geodesic(field, point({1, 2, 3}), point({1, 2, 3}));
        }) == "Geodesic: g is 2 x 2, expected 3 x 3");
  Geodesic path(field, point({1, 2}), point({1, 0}));
  CHECK(message_of([&] { path.advance(1.0, 0); }) ==
        "Geodesic::advance: steps is 0, expected a whole number from 1 to 1000000000");
  CHECK(message_of([&] { path.advance(std::nan(""), 1); }) ==
        "Geodesic::advance: time is NaN, expected a finite number");
}
