#include "experiments/denoising/million_particles.hpp"

#include "attn/denoising/denoiser.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

CloudParams small(CloudShape shape = CloudShape::kRing) {
  CloudParams p;
  p.shape = shape;
  p.count = 3000;
  return p;
}

}  // namespace

TEST_CASE("cloud: every shape lies in its square, and its noisy tokens in the cells") {
  for (const auto shape : {CloudShape::kRing, CloudShape::kSpiral, CloudShape::kLattice}) {
    CloudParams p = small(shape);
    p.sigma2 = 1e-4;
    const auto f = CloudExperiment(p).frame();
    CHECK(f.inside == 1.0);
    CHECK(f.distance(0) < 0.03);
    CHECK(static_cast<double>(f.density.sum()) == 3000.0);
  }
}

TEST_CASE("cloud: the noise goes, and most of it by the matched depth") {
  CloudParams p = small(CloudShape::kSpiral);
  p.count = 20000;
  CloudExperiment experiment(p);
  experiment.seek(40, 100);
  const auto f = experiment.frame();
  CHECK(f.distance.size() == 41);
  CHECK(f.distance(40) < 0.7 * f.distance(0));
  CHECK(f.eta == Approx(60.0 * 0.05 / 80.0));
  CHECK(f.step_error > 0.0);
  CHECK(f.step_error <= 1e-6);
}

TEST_CASE("cloud: the layers are those of Stage 1") {
  // One of many tokens in the same place is moved as the double path moves it.
  CloudParams p = small();
  p.count = 500;
  CloudExperiment experiment(p);
  REQUIRE(experiment.seek(1, 1));
  CHECK(experiment.frame().step_error <= 1e-6);
  CHECK(experiment.frame().layer == 1);
}

TEST_CASE("cloud: going back shows what was there, in any portions") {
  CloudExperiment straight(small());
  straight.seek(10, 100);
  CloudExperiment wandering(small());
  while (!wandering.seek(20, 3)) {
  }
  wandering.seek(10, 1);
  CHECK(wandering.frame().density == straight.frame().density);
  CHECK(wandering.frame().distance == straight.frame().distance);
}

TEST_CASE("cloud refuses bad parameters and names them") {
  CloudParams p = small();
  p.count = 2000000;
  CHECK_THAT(message_of([&] { CloudExperiment{p}; }), contains("cloud: count is 2000000"));
  p = small();
  p.shape = static_cast<CloudShape>(3);
  CHECK_THAT(message_of([&] { CloudExperiment{p}; }), contains("cloud: shape is 3"));
  p = small();
  p.layers = 1;
  CHECK_THAT(message_of([&] { CloudExperiment{p}; }), contains("cloud: beta * sigma2 is 3"));
}
