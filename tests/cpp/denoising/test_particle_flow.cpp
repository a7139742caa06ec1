#include "attn/denoising/particle_flow.hpp"

#include <cmath>
#include <limits>

#include "attn/numerics/rng.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

Matrix tokens(Index n, Index d) {
  Rng rng(21);
  Matrix z(n, d);
  for (Index i = 0; i < z.size(); ++i) z.data()[i] = rng.normal();
  return z;
}

}  // namespace

TEST_CASE("a flow takes the same layers as stage1_step, bit by bit") {
  ParticleFlow flow(tokens(20, 3), 5.0, 0.1);
  Matrix z = flow.particles();
  for (Index layer = 1; layer <= 10; ++layer) {
    z = stage1_step(z, 5.0, 0.1);
    flow.step();
    CHECK(flow.layer() == layer);
    CHECK(flow.particles() == z);
  }
}

TEST_CASE("ten layers at once are ten layers one by one, bit by bit") {
  ParticleFlow at_once(tokens(15, 2), 2.0, 0.5);
  ParticleFlow one_by_one = at_once;
  at_once.step(10);
  for (int layer = 0; layer < 10; ++layer) one_by_one.step();
  CHECK(at_once.particles() == one_by_one.particles());
  CHECK(at_once.layer() == 10);
}

TEST_CASE("going back to a saved state and on again gives the same bits") {
  ParticleFlow flow(tokens(15, 2), 2.0, 0.5);
  flow.step(4);
  const ParticleFlow::State saved = flow.save();
  flow.step(6);
  const Matrix end = flow.particles();
  flow.restore(saved);
  CHECK(flow.layer() == 4);
  CHECK(flow.particles() == saved.particles);
  flow.step(6);
  CHECK(flow.particles() == end);
}

TEST_CASE("no step is a step of zero layers") {
  ParticleFlow flow(tokens(5, 1), 2.0, 0.5);
  const Matrix before = flow.particles();
  flow.step(0);
  CHECK(flow.layer() == 0);
  CHECK(flow.particles() == before);
}

TEST_CASE("one Gaussian layer shrinks the variance as the mean field says") {
  // Seed 004: v' = v (1 - eta / (beta v + 1))^2 for a Gaussian cloud of infinitely many particles.
  Rng rng(22);
  Matrix z(4000, 1);
  for (Index i = 0; i < z.rows(); ++i) z(i, 0) = rng.normal();
  const auto variance = [](const Matrix& m) { return (m.array() - m.mean()).square().mean(); };
  const double v = variance(z);
  ParticleFlow flow(z, 5.0, 0.5);
  flow.step();
  const double factor = 1.0 - 0.5 / (5.0 * v + 1.0);
  CHECK(variance(flow.particles()) == Approx(v * factor * factor).epsilon(0.01));
}

#ifdef EIGEN_RUNTIME_NO_MALLOC
TEST_CASE("stepping allocates nothing") {
  ParticleFlow flow(tokens(30, 3), 2.0, 0.5);
  Eigen::internal::set_is_malloc_allowed(false);
  flow.step(3);
  Eigen::internal::set_is_malloc_allowed(true);
  CHECK(flow.layer() == 3);
}
#endif

TEST_CASE("a flow refuses bad input and is then as it was") {
  CHECK(message_of([] { ParticleFlow(Matrix(0, 1), 1.0, 0.1); }) ==
        "ParticleFlow: tokens is 0 x 1, expected at least 1 x 1");
  CHECK(message_of([] { ParticleFlow(tokens(2, 1), 0.0, 0.1); }) ==
        "ParticleFlow: beta is 0, expected a finite number > 0");
  CHECK(message_of([] { ParticleFlow(tokens(2, 1), 1.0, std::nan("")); }) ==
        "ParticleFlow: eta is NaN, expected a finite number >= 0");
  ParticleFlow flow(tokens(4, 2), 1.0, 0.1);
  flow.step(2);
  const Matrix before = flow.particles();
  CHECK(message_of([&] { flow.step(-1); }) ==
        "ParticleFlow::step: layers is -1, expected a whole number from 0 to 1000000");
  const auto restored = [&](const ParticleFlow::State& state) {
    return message_of([&] { flow.restore(state); });
  };
  CHECK(restored({Matrix::Zero(3, 2), 0}) ==
        "ParticleFlow::restore: state.particles is 3 x 2, expected 4 x 2");
  CHECK(restored({Matrix::Constant(4, 2, std::nan("")), 0}) ==
        "ParticleFlow::restore: state.particles[0, 0] is NaN, expected a finite number");
  CHECK_THAT(restored({Matrix::Zero(4, 2), -1}), contains("state.layer is -1"));
  CHECK_THAT(restored({Matrix::Zero(4, 2), std::numeric_limits<Index>::max()}),
             contains("state.layer is 9223372036854775807"));
  CHECK(flow.particles() == before);
  CHECK(flow.layer() == 2);
}

TEST_CASE("a flow that runs away says so before its particles are no numbers") {
  Matrix z(3, 1);
  z << -1.0, 1.0, 1.5;
  CHECK_THROWS_WITH(ParticleFlow(z, 1e-3, 1.7e308), contains("ParticleFlow: eta is 1.7e308"));
  ParticleFlow flow(z, 1e-305, 1e100);
  flow.step();
  const Index layers = 10;
  CHECK_THROWS_WITH(flow.step(layers), contains("ParticleFlow::step: the size of a particle is"));
  CHECK(flow.layer() >= 2);
  CHECK(flow.layer() < 1 + layers);
  CHECK(flow.particles().allFinite());
}
