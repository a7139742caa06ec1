#include "experiments/incremental-patterns/stages.hpp"

#include <cmath>
#include <functional>
#include <limits>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;
using experiments::ClueMatrices;
using experiments::HeadsStart;
using experiments::Stages;
using experiments::StagesFrame;
using experiments::StagesParams;

namespace {

constexpr std::uint64_t kDraws = 12;

StagesFrame at(const StagesParams& p, Index t) {
  Stages run(p);
  REQUIRE(run.seek(t, 1));
  return run.frame();
}

double end(const StagesFrame& f) { return f.excess(f.steps); }

/// How many of the draws have it in the end.
std::uint64_t count(StagesParams p, const std::function<bool(const StagesFrame&)>& holds) {
  std::uint64_t sum = 0;
  for (p.run.seed = 1; p.run.seed <= kDraws; ++p.run.seed) sum += holds(at(p, 1200)) ? 1U : 0U;
  return sum;
}

}  // namespace

TEST_CASE("stages: three stairs in order, and the first with all heads at the loudest group",
          "[draws]") {
  // The storyboard, of 54 draws: 25 steps, 178 +- 33, 570 +- 240; .73 to .88; at most .017 in the
  // end.
  double second = 0.0;
  CHECK(count({}, [&](const StagesFrame& f) {
          second += f.times(1) / static_cast<double>(kDraws);
          return std::fabs(f.times(0) - 25.0) <= 3.0 && f.times(0) < f.times(1) &&
                 f.times(1) < f.times(2) && f.common_mass > 0.7 && f.common_mass < 0.92;
        }) == kDraws);
  CHECK(std::fabs(second - 178.0) < 30.0);
  CHECK(count({}, [](const StagesFrame& f) { return end(f) < 0.02; }) >= kDraws - 1);
}

TEST_CASE("stages: heads that start equal stay equal to the last bit, and stop on the first stair",
          "[draws]") {
  StagesParams p;
  p.run.start = HeadsStart::kEqual;
  CHECK(count(p, [](const StagesFrame& f) {
          return f.spread == 0.0 && end(f) > 0.3 && f.learned == 1;
        }) == kDraws);
  // One head gets as far as three that are equal.
  StagesParams one;
  one.run.heads = 1;
  for (p.run.seed = 1; p.run.seed <= 3; ++p.run.seed) {
    one.run.seed = p.run.seed;
    CHECK(std::fabs(end(at(p, 1200)) - end(at(one, 1200))) < 0.0008);
  }
}

TEST_CASE("stages: what the presets promise holds in other draws too", "[draws]") {
  StagesParams apart;
  apart.run.u = 3.0;
  CHECK(count(apart, [](const StagesFrame& f) { return f.common_mass < 0.7; }) >= kDraws - 3);
  StagesParams flat;
  flat.run.m = 1.0;
  CHECK(count(flat, [](const StagesFrame& f) { return f.common_mass < 0.55; }) == kDraws);
  StagesParams decaying;
  decaying.run.decay = 0.1;
  CHECK(count(decaying, [](const StagesFrame& f) { return f.purity > 0.7; }) >= kDraws - 2);
  CHECK(count({}, [](const StagesFrame& f) { return f.purity < 0.7; }) == kDraws);
}

TEST_CASE(
    "stages: stairs of these contexts are near those of all, and the excess starts above them") {
  const StagesFrame f = at({}, 0);
  CHECK(f.exact_stairs(1) == Approx(0.3303).margin(5e-5));
  CHECK(f.exact_stairs(2) == Approx(0.1073).margin(5e-5));
  for (Index i = 0; i < 3; ++i) CHECK(f.stairs(i) == Approx(f.exact_stairs(i)).epsilon(0.1));
  CHECK(f.stairs(3) == 0.0);
  // Without values all tokens are alike: a little above the best law of who reads nothing.
  CHECK(f.excess(0) > f.stairs(0) - 1e-6);
  CHECK(f.excess(0) < f.stairs(0) + 0.02);
  CHECK(f.competition > 0.9);
  CHECK(f.learned == 0);
}

TEST_CASE("stages: any step is shown, forth and back, and the checks are those of the step") {
  Stages run(StagesParams{});
  CHECK(run.frame().step == 120);
  REQUIRE(run.seek(1200, 1));
  const StagesFrame last = run.frame();
  CHECK(largest(Vector(last.trails.row(240).transpose() - last.mass.reshaped<Eigen::RowMajor>())) ==
        0.0);
  CHECK(last.row_error < 1e-12);
  CHECK(last.gradient_error < 2e-6);
  REQUIRE(run.seek(60, 1));
  CHECK(run.frame().common_mass < last.common_mass + 1e-15);
  CHECK(run.frame().gradient_error < 2e-6);
  REQUIRE(run.seek(1200, 1));
  CHECK(run.frame().weights == last.weights);
  CHECK(Stages::self_test() < 1e-5);
}

TEST_CASE("stages: refuses parameters and steps out of range, by name") {
  StagesParams p;
  p.run.heads = 7;
  CHECK_THAT(message_of([&] { Stages{p}; }), contains("stages: heads is 7"));
  p.run.heads = 3;
  p.run.u = 0.0;
  CHECK_THAT(message_of([&] { Stages{p}; }), contains("stages: u is 0"));
  Stages run(StagesParams{});
  CHECK_THAT(message_of([&] { return run.seek(1201, 1); }), contains("stages: "));
}
