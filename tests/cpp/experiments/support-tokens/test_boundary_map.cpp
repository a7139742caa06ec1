#include "experiments/support-tokens/boundary_map.hpp"

#include <cmath>
#include <limits>

#include "attn/numerics/largest.hpp"
#include "attn/support/scalar_residual.hpp"
#include "catch.hpp"

using namespace attn;
using experiments::BoundaryMap;
using experiments::BoundaryMapFrame;
using experiments::BoundaryMapParams;

namespace {

BoundaryMapFrame at(double first, double second, double a = 0.5) {
  BoundaryMapParams p;
  p.x(1) = first;
  p.x(4) = second;
  p.a = a;
  return BoundaryMap(p).frame();
}

}  // namespace

TEST_CASE("boundary_map: a smaller margin may be farther from the boundary") {
  const BoundaryMapFrame open = BoundaryMap(BoundaryMapParams{}).frame();
  CHECK(open.margin == Approx(0.406).margin(5e-4));
  CHECK(open.distance == Approx(1.278).margin(5e-4));
  const BoundaryMapFrame low = at(0.87, -0.92);
  CHECK(low.margin == Approx(0.287).margin(5e-4));
  CHECK(low.distance == Approx(1.343).margin(5e-4));
  const BoundaryMapFrame high = at(2.05, 0.92);
  CHECK(high.margin == Approx(0.565).margin(5e-4));
  CHECK(high.distance == Approx(0.953).margin(5e-4));
}

TEST_CASE("boundary_map: without a wall the distance is Infinity") {
  for (const double a : {-1.0, -0.5, 0.0, 0.1}) {
    const BoundaryMapFrame f = at(-0.8, 0.2, a);
    CHECK(f.distance == std::numeric_limits<double>::infinity());
    CHECK(f.contour.rows() == 0);
    CHECK(f.walls == 0);
  }
}

TEST_CASE("boundary_map: the contour is on the boundary, and no ray meets it sooner") {
  for (const double a : {0.3, 0.5, 1.0, 2.0}) {
    for (const double first : {-3.5, -0.8, 0.3, 2.05}) {
      const BoundaryMapFrame f = at(first, 0.2 * first + 0.4, a);
      CHECK(f.distance < 8.0 * std::sqrt(2.0));
      CHECK(f.contour_error < 1e-9);
      CHECK(f.nearest_error == 0.0);
      CHECK(f.lengths.sum() == static_cast<double>(f.contour.rows()));
      CHECK(f.walls >= 1);
    }
  }
}

TEST_CASE("boundary_map: cells are the least margins of their sequences") {
  const BoundaryMapFrame f = BoundaryMap(BoundaryMapParams{}).frame();
  REQUIRE(f.at.size() == 61);
  for (const Index i : {Index{0}, Index{17}, Index{60}}) {
    for (const Index j : {Index{3}, Index{30}, Index{59}}) {
      Vector x = BoundaryMapParams{}.x;
      x(1) = f.at(j);
      x(4) = f.at(i);
      const ScalarResidual map = scalar_residual(x, 0.5);
      CHECK(f.z(i, j) == lowest(map.margin));
      CHECK(f.who(i, j) == (map.supported ? static_cast<double>(map.support_token) : -1.0));
    }
  }
}

TEST_CASE("boundary_map: refuses parameters out of range, by name") {
  BoundaryMapParams p;
  p.x = Vector::Zero(5);
  CHECK_THAT(message_of([&] { BoundaryMap{p}; }), contains("boundary_map: x"));
  p = {};
  p.x(0) = 4.5;
  CHECK_THAT(message_of([&] { BoundaryMap{p}; }), contains("boundary_map: x is 4.5"));
  p = {};
  p.a = -11.0;
  CHECK_THAT(message_of([&] { BoundaryMap{p}; }), contains("boundary_map: a is -11"));
}
