#include "experiments/denoising/gaussian_flow.hpp"

#include <cmath>

#include "attn/denoising/denoiser.hpp"
#include "attn/denoising/variance_flow.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

GaussianFlowParams small() {
  GaussianFlowParams p;
  p.minor = 0.1;
  p.count = 60;
  p.layers = 40;
  return p;
}

}  // namespace

TEST_CASE("gaussian flow: the cloud takes layers of Stage 1") {
  GaussianFlow experiment(small());
  experiment.seek(3, 100);
  const auto before = experiment.frame();
  experiment.seek(4, 100);
  const auto after = experiment.frame();
  CHECK(after.particles == stage1_step(before.particles, 5.0, before.eta));
  CHECK(after.simulated.cols() == 5);
  CHECK(after.simulated.leftCols(4) == before.simulated);
}

TEST_CASE("gaussian flow: the axes of theory follow the variance flow on their own") {
  const GaussianFlowParams p = small();
  GaussianFlow experiment(p);
  experiment.seek(20, 100);
  const auto f = experiment.frame();
  CHECK(f.matched_layers == Approx(20.0).epsilon(1e-14));
  CHECK(f.eigenvalues(0, 0) == Approx(1.5).epsilon(1e-13));
  CHECK(f.eigenvalues(1, 0) == Approx(0.6).epsilon(1e-13));
  for (const Index l : {1, 20, 40}) {
    const double t = static_cast<double>(l) * f.eta / p.beta;
    CHECK(f.eigenvalues(0, l) == Approx(variance_flow(1.5, p.beta, t)).epsilon(1e-12));
    CHECK(f.eigenvalues(1, l) == Approx(variance_flow(0.6, p.beta, t)).epsilon(1e-12));
  }
  CHECK(f.exact.trace() == Approx(f.eigenvalues.col(20).sum()).epsilon(1e-12));
  CHECK(f.witness_error <= 1e-9);
}

TEST_CASE("gaussian flow: the clean covariance has the axes and the angle that were asked for") {
  GaussianFlowParams p = small();
  p.angle = 0.3;
  const auto f = GaussianFlow(p).frame();
  Vector axis(2);
  axis << std::cos(0.3), std::sin(0.3);
  CHECK((f.clean * axis - 1.0 * axis).norm() <= 1e-14);
  CHECK(f.clean(0, 0) * f.clean(1, 1) - f.clean(0, 1) * f.clean(1, 0) ==
        Approx(0.1).epsilon(1e-13));
}

TEST_CASE("gaussian flow: a large cloud follows the theory, its start is what was drawn") {
  GaussianFlowParams p = small();
  p.count = 1000;
  p.beta = 2.0;
  GaussianFlow experiment(p);
  experiment.seek(40, 100);
  const auto f = experiment.frame();
  CHECK(f.simulated(0, 0) == Approx(1.5).epsilon(5.0 * std::sqrt(2.0 / 1000.0)));
  const double start = f.simulated(0, 0);
  const double t = f.eta * 20.0 / p.beta;
  CHECK(f.simulated(0, 20) == Approx(variance_flow(start, p.beta, t)).epsilon(0.05));
}

TEST_CASE("gaussian flow: seeking back gives the bits of the way there, in any portions") {
  GaussianFlow straight(small());
  straight.seek(30, 100);
  GaussianFlow wandering(small());
  while (!wandering.seek(40, 3)) {
  }
  wandering.seek(30, 1);
  CHECK(wandering.frame().particles == straight.frame().particles);
  CHECK(wandering.frame().simulated == straight.frame().simulated);
}

TEST_CASE("gaussian flow refuses bad parameters and names them") {
  GaussianFlowParams p = small();
  p.minor = 2.0;
  CHECK_THAT(message_of([&] { GaussianFlow{p}; }), contains("gaussian_flow: minor is 2"));
  p = small();
  p.beta = 100.0;
  CHECK_THAT(message_of([&] { GaussianFlow{p}; }), contains("gaussian_flow: beta * sigma2 is 50"));
}
