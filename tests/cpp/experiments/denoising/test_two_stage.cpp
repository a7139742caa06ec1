#include "experiments/denoising/two_stage.hpp"

#include <cmath>

#include "attn/denoising/denoiser.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

using Two = TwoStage;

TwoStageParams small(bool skip = true) {
  TwoStageParams p;
  p.tokens.count = 60;
  p.tokens.layers = 20;
  p.tokens.centre = 1.0;
  p.tokens.beta = 8.0;
  p.skip = skip;
  return p;
}

double error_of(const Vector& estimate, const Vector& clean) {
  return (estimate - clean).squaredNorm() / (0.5 * static_cast<double>(clean.size()));
}

}  // namespace

TEST_CASE("two stages: the estimates are Stage 2 asked by the tokens or by the particles") {
  Two with(small());
  Two without(small(false));
  with.seek(10, 100);
  without.seek(10, 100);
  const auto a = with.frame();
  const auto b = without.frame();
  CHECK(a.particles == b.particles);
  CHECK(a.estimates == Vector(posterior_mean(a.tokens, a.particles, 2.0).col(0)));
  CHECK(b.estimates == Vector(posterior_mean(b.particles, b.particles, 2.0).col(0)));
  CHECK(a.errors == b.errors);
  CHECK(a.errors(Two::kWithSkip) == Approx(error_of(a.estimates, a.clean)));
  CHECK(a.errors(Two::kWithoutSkip) == Approx(error_of(b.estimates, a.clean)));
  CHECK(a.errors(Two::kStage1) == Approx(error_of(a.particles, a.clean)));
  CHECK(a.errors(Two::kTokens) == Approx(error_of(a.tokens, a.clean)));
  CHECK(a.weight_error <= 1e-14);
}

TEST_CASE("two stages: without a layer the two ways through Stage 2 are one") {
  const auto f = Two(small()).frame();
  CHECK(f.layer == 0);
  CHECK(f.particles == f.tokens);
  CHECK(f.errors(Two::kWithSkip) == f.errors(Two::kWithoutSkip));
  CHECK(f.errors(Two::kStage1) == f.errors(Two::kTokens));
}

TEST_CASE("two stages: the draws fill in, in any portions, with the same bits") {
  Two at_once(small());
  CHECK(at_once.frame().draws == 0);
  CHECK(at_once.frame().mean.cols() == 0);
  while (!at_once.refine(100000)) {
  }
  Two in_portions(small());
  int calls = 1;
  while (!in_portions.refine(17)) ++calls;
  CHECK(calls > 10);
  const auto f = at_once.frame();
  CHECK(f.draws == Two::kDraws);
  CHECK(f.mean == in_portions.frame().mean);
  CHECK(f.sd == in_portions.frame().sd);
}

TEST_CASE(
    "two stages: over the draws the errors stand as theory has it, and the skip pays beyond L*",
    "[draws]") {
  constexpr Index kTokens = 120;
  TwoStageParams p = small();
  p.tokens.count = kTokens;
  p.tokens.layers = 60;  // L* = 20
  Two experiment(p);
  while (!experiment.refine(100000)) {
  }
  const Matrix mean = experiment.frame().mean;
  // The noisy token has error 1 on average: standard error sqrt(2 / numbers drawn).
  const double numbers = static_cast<double>(Two::kDraws * kTokens);
  CHECK(mean(Two::kTokens, 0) == Approx(1.0).margin(5.0 * std::sqrt(2.0 / numbers)));
  // Two point masses at +-1 under noise of variance 1/2: recipes and the quadrature have .4620.
  CHECK(mean(Two::kExact, 0) == Approx(0.462).margin(0.05));
  // Stage 2 alone gains; the best of both needs depth, and is not below the exact answer.
  CHECK(mean(Two::kWithSkip, 0) < 0.7 * mean(Two::kTokens, 0));
  CHECK(mean(Two::kWithSkip, 40) < 0.9 * mean(Two::kWithSkip, 0));
  CHECK(mean(Two::kExact, 0) < mean(Two::kWithSkip, 40));
  CHECK(mean(Two::kWithoutSkip, 10) < mean(Two::kWithSkip, 10));
  CHECK(mean(Two::kWithSkip, 60) < 0.85 * mean(Two::kWithoutSkip, 60));
  CHECK(mean(Two::kWithoutSkip, 60) > 1.1 * lowest(mean.row(Two::kWithoutSkip)));
  CHECK(mean(Two::kWithSkip, 60) < 1.02 * lowest(mean.row(Two::kWithSkip)));
}

TEST_CASE("two stages refuses bad parameters and names them") {
  TwoStageParams p = small();
  p.tokens.eta = 0.0;
  CHECK_THAT(message_of([&] { Two{p}; }), contains("two_stage: eta is 0"));
  Two fine(small());
  CHECK_THAT(message_of([&] { fine.refine(0); }), contains("two_stage: budget is 0"));
  CHECK_THAT(message_of([&] { fine.seek(21, 1); }), contains("two_stage: t is 21"));
}
