#include "experiments/bilinear-form/geodesics.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

GeodesicsParams in(RulerSpace space, double x, double y, double angle, double length) {
  GeodesicsParams p;
  p.space = space;
  p.start << x, y;
  p.angle = angle;
  p.length = length;
  return p;
}

GeodesicsFrame at_the_end(const GeodesicsParams& p) {
  Geodesics experiment(p);
  experiment.seek(Geodesics::kSteps, 1);
  return experiment.frame();
}

GeodesicsFrame fan(double amplitude) {
  GeodesicsParams p = in(RulerSpace::kLens, -1.6, 0.0, 0.0, 5.0);
  p.amplitude = amplitude;
  p.fan = true;
  return at_the_end(p);
}

}  // namespace

TEST_CASE("geodesics: a lens bends a path, and its curvature changes sign on the way") {
  const auto f = at_the_end({});
  CHECK(f.off == Approx(0.102).margin(0.002));
  CHECK(f.curvature == Approx(-0.446).margin(0.002));
  CHECK(at_the_end(in(RulerSpace::kLens, 0.0, 0.0, 0.0, 1.0)).curvature ==
        Approx(0.52).margin(0.01));
  CHECK(f.speed_error <= 1e-7);
  CHECK(f.symbol_error <= 1e-6);
  CHECK(f.paths.rows() == 201);
  CHECK(f.ends(0) == 200.0);
}

TEST_CASE("geodesics: under a constant learned ruler there are no symbols and paths are straight") {
  const auto f = at_the_end(in(RulerSpace::kConstant, -1.0, -0.5, 30.0, 3.0));
  CHECK(f.largest_symbol == 0.0);
  CHECK(f.curvature == 0.0);
  CHECK(f.off <= 1e-12);
  CHECK(f.straight_error <= 1e-12);
}

TEST_CASE(
    "geodesics: in polar coordinates symbols are not 0, but the path is a line of the plane") {
  const auto f = at_the_end(in(RulerSpace::kPolar, 1.2, -0.9, 122.0, 2.2));
  CHECK(f.largest_symbol == Approx(1.2).epsilon(1e-12));
  CHECK(std::fabs(f.curvature) <= 1e-8);
  CHECK(f.off > 0.3);
  CHECK(f.straight_error <= 1e-9);
  CHECK(f.speed_error <= 1e-7);
  // Gamma^r_phiphi = -r, Gamma^phi_rphi = 1 / r.
  CHECK(f.symbols(3) == Approx(-1.2).epsilon(1e-12));
  CHECK(f.symbols(5) == Approx(1.0 / 1.2).epsilon(1e-12));
}

TEST_CASE("geodesics: the softmax of three scores is a piece of a sphere of radius 2") {
  const auto f = at_the_end(in(RulerSpace::kSoftmax, 2.0, -1.0, 143.0, 1.8));
  CHECK(f.curvature == Approx(0.25).epsilon(1e-6));
  CHECK(f.curvature_ahead == Approx(0.25).epsilon(1e-6));
  CHECK(f.straight_error <= 1e-8);
  CHECK(f.symbol_error <= 1e-6);
  CHECK(f.off > 0.1);
}

TEST_CASE(
    "geodesics: a fan through a strong lens meets again behind it, and a weaker one focuses less") {
  const auto strong = fan(3.0);
  REQUIRE(strong.crossings.size() == 10);
  CHECK(strong.spread < 0.02);
  CHECK(strong.crossings[4] == Approx(2.84).margin(0.02));
  CHECK(fan(2.0).spread > 4.0 * strong.spread);
  CHECK(fan(0.0).crossings.empty());
}

TEST_CASE("geodesics: a path ends where the ruler cannot be used any more") {
  const auto f = at_the_end(in(RulerSpace::kPolar, 1.0, 0.0, 180.0, 2.0));
  CHECK(f.ends(0) < 200.0);
  CHECK(f.paths(200, 0) >= 0.2);
  CHECK(f.paths(200, 0) == f.paths(static_cast<Index>(f.ends(0)), 0));
}

TEST_CASE("geodesics: earlier steps show less of the path") {
  Geodesics experiment({});
  experiment.seek(0, 1);
  CHECK(experiment.frame().off == 0.0);
  experiment.seek(100, 1);
  const double half = experiment.frame().off;
  CHECK(half > 0.0);
  CHECK(experiment.frame().step == 100);
}

TEST_CASE("geodesics refuses a start where there is no ruler, by name") {
  CHECK_THAT(message_of([] { Geodesics{in(RulerSpace::kPolar, 0.1, 0.0, 0.0, 1.0)}; }),
             contains("geodesics: start is where the ruler cannot be used"));
  CHECK_THAT(message_of([] { Geodesics{in(RulerSpace::kSoftmax, 9.0, 0.0, 0.0, 1.0)}; }),
             contains("no weight below 0.01"));
  CHECK_THAT(message_of([] { Geodesics{in(RulerSpace::kLens, 11.0, 0.0, 0.0, 1.0)}; }),
             contains("geodesics: start"));
}
