#include "experiments/denoising/million_particles.hpp"

#include "attn/denoising/denoiser.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

MillionParticlesParams small(CloudShape shape = CloudShape::kRing) {
  MillionParticlesParams p;
  p.sigma2 = 0.05;
  p.beta = 60.0;
  p.shape = shape;
  p.count = 3000;
  p.layers = 40;
  return p;
}

}  // namespace

TEST_CASE("million particles: every shape lies in its square, and its noisy tokens in the cells") {
  for (const auto shape : {CloudShape::kRing, CloudShape::kSpiral, CloudShape::kLattice}) {
    MillionParticlesParams p = small(shape);
    p.sigma2 = 1e-4;
    const auto f = MillionParticles(p).frame();
    CHECK(f.inside == 1.0);
    CHECK(f.distance(0) < 0.03);
    CHECK(static_cast<double>(f.density.sum()) == 3000.0);
  }
}

TEST_CASE("million particles: the noise goes, and most of it by the matched depth") {
  MillionParticlesParams p = small(CloudShape::kSpiral);
  p.count = 20000;
  MillionParticles experiment(p);
  REQUIRE(experiment.seek(40, 1000));
  const auto f = experiment.frame();
  CHECK(f.distance.size() == 41);
  CHECK(f.distance(40) < 0.7 * f.distance(0));
  CHECK(f.eta == Approx(60.0 * 0.05 / 80.0));
  CHECK(f.step_error > 0.0);
  CHECK(f.step_error <= 1e-6);
}

TEST_CASE("million particles: the layers are those of Stage 1") {
  // One of many tokens in the same place is moved as the double path moves it.
  MillionParticlesParams p = small();
  p.count = 500;
  MillionParticles experiment(p);
  REQUIRE(experiment.seek(1, 100));
  CHECK(experiment.frame().step_error <= 1e-6);
  CHECK(experiment.frame().layer == 1);
}

TEST_CASE("million particles: going back shows what was there, in any portions") {
  MillionParticles straight(small());
  REQUIRE(straight.seek(10, 1000));
  MillionParticles wandering(small());
  while (!wandering.seek(20, 3)) {
  }
  wandering.seek(10, 1);
  CHECK(wandering.frame().density == straight.frame().density);
  CHECK(wandering.frame().distance == straight.frame().distance);
}

TEST_CASE("million particles refuses bad parameters and names them") {
  MillionParticlesParams p = small();
  p.count = 2000000;
  CHECK_THAT(message_of([&] { MillionParticles{p}; }),
             contains("million_particles: count is 2000000"));
  p = small();
  p.shape = static_cast<CloudShape>(3);
  CHECK_THAT(message_of([&] { MillionParticles{p}; }), contains("million_particles: shape is 3"));
  p = small();
  p.layers = 1;
  CHECK_THAT(message_of([&] { MillionParticles{p}; }),
             contains("million_particles: beta * sigma2 is 3"));
}

TEST_CASE("the self-test of the float denoiser measures an error of rounding, not of nothing") {
  CHECK(MillionParticles::self_test() > 0.0);
  CHECK(MillionParticles::self_test() <= 1e-6);
}

TEST_CASE("million particles: a million are drawn in ten pieces, and a layer is cut up too") {
  const MillionParticles experiment(MillionParticlesParams{}, InUnits{});
  CHECK(experiment.opening_units() == 12);
  MillionParticlesParams p = small();
  p.count = MillionParticles::kDrawn + 1;
  MillionParticles by_one(p, InUnits{});
  Index units = 0;
  while (by_one.open(1) == 0) ++units;
  CHECK(units == 4);
  MillionParticles whole(p);
  for (const Index layer : {1, 2}) {
    units = 1;
    while (!by_one.seek(layer, 1)) ++units;
    // A sum, a plan but for the first layer, two halves of sorting, rows, and what is seen.
    CHECK(units > 10);
    CHECK(units <= 18);
    REQUIRE(whole.seek(layer, 100));
    CHECK(by_one.frame().transform);
    CHECK(by_one.frame().density == whole.frame().density);
    CHECK(by_one.frame().step_error == whole.frame().step_error);
    CHECK(by_one.frame().step_error > 0.0);
    CHECK(by_one.frame().step_error <= 1e-6);
  }
}
