#include "experiments/denoising/energy_landscape.hpp"

#include <cmath>

#include "attn/denoising/denoiser.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

EnergyLandscapeParams small() {
  EnergyLandscapeParams p;
  p.tokens.beta = 5.0;
  p.tokens.count = 40;
  p.tokens.layers = 20;
  p.tokens.centre = 1.0;
  p.query = 0.5;
  return p;
}

}  // namespace

TEST_CASE("landscape: Stage 2 is one step of length 1 down its slope") {
  EnergyLandscape experiment(small());
  experiment.seek(15, 100);
  const auto f = experiment.frame();
  const Matrix q = Matrix::Constant(1, 1, 0.5);
  CHECK(f.estimate == Approx(posterior_mean(q, f.particles, 2.0)(0, 0)).epsilon(1e-13));
  CHECK(f.exact == Approx(std::tanh(1.0)).epsilon(1e-13));
  CHECK(f.mean_error <= 1e-14);
  CHECK(f.slope_error <= 1e-8);
  CHECK(f.slope != 0.0);
  CHECK(f.estimate_energy < f.query_energy);
}

TEST_CASE("landscape: the level does not depend on how often the particles are repeated") {
  // E of the mean, not of the sum: two particles and the same two a hundred times are one prior.
  EnergyLandscape experiment(small());
  const auto f = experiment.frame();
  Matrix twice(80, 1);
  twice << f.tokens, f.tokens;
  const Vector of_sum = energy(f.positions, twice, 2.0);
  const Vector of_mean = of_sum.array() + 0.5 * std::log(80.0);
  CHECK(largest(f.energy_after - of_mean) <= 1e-13);
  CHECK(f.energy_after == f.energy_before);
  // At a mode whose other one is far away, half of the mass is in reach: -log(1/2) / beta_c.
  EnergyLandscapeParams far = small();
  far.tokens.centre = 50.0;
  far.query = 60.0;  // so that the mode is one of the positions
  const auto wide = EnergyLandscape(far).frame();
  CHECK(lowest(wide.energy_exact) == Approx(0.5 * std::log(2.0)).epsilon(1e-14));
}

TEST_CASE("landscape: the positions are symmetric, hold every token and have 0 in their middle") {
  EnergyLandscapeParams p = small();
  p.query = -7.3;
  const auto f = EnergyLandscape(p).frame();
  REQUIRE(f.positions.size() == EnergyLandscape::kPositions);
  CHECK(f.positions(0) == -7.5);
  CHECK(f.positions(120) == 0.0);
  CHECK(f.positions(240) == 7.5);
  CHECK(f.positions == Vector(-f.positions.reverse()));
}

TEST_CASE("landscape: depth raises the barrier between the modes towards that of the true prior") {
  EnergyLandscapeParams p = small();
  p.tokens.count = 200;
  p.tokens.beta = 8.0;
  p.tokens.layers = 60;
  EnergyLandscape experiment(p);
  experiment.seek(20, 100);
  const auto f = experiment.frame();
  CHECK(f.barrier_before < 0.5 * f.barrier_exact);
  CHECK(f.barrier_after > f.barrier_before);
  CHECK(f.barrier_before >= 0.0);
}

TEST_CASE("landscape refuses bad parameters and names them") {
  EnergyLandscapeParams p = small();
  p.query = 2e6;
  CHECK_THAT(message_of([&] { EnergyLandscape{p}; }),
             contains("energy_landscape: query is 2000000"));
  p = small();
  p.tokens.sigma2 = 0.0;
  CHECK_THAT(message_of([&] { EnergyLandscape{p}; }), contains("energy_landscape: sigma2 is 0"));
}
