#include "experiments/incremental-patterns/waiting_time.hpp"

#include <cmath>
#include <functional>

#include "attn/numerics/largest.hpp"
#include "attn/training/pattern_flow.hpp"
#include "attn/training/pattern_trainer.hpp"
#include "attn/training/stage_times.hpp"
#include "catch.hpp"

using namespace attn;
using experiments::WaitingOf;
using experiments::WaitingTime;
using experiments::WaitingTimeFrame;
using experiments::WaitingTimeParams;

namespace {

constexpr std::uint64_t kSeeds = 8;

WaitingTimeFrame complete(
    std::uint64_t seed, const std::function<void(WaitingTimeParams&)>& set = [](auto&) {}) {
  WaitingTimeParams p;
  p.seed = seed;
  set(p);
  WaitingTime run(p);
  while (!run.refine(1000)) {
  }
  CHECK(run.progress() == 1.0);
  return run.frame();
}

}  // namespace

TEST_CASE("waiting time: in the flow it grows with the square of ln 1/u, nearly as the theory says",
          "[draws]") {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const WaitingTimeFrame f = complete(seed);
    CHECK(f.theory(3) == Approx(212.1).epsilon(1e-3));
    CHECK(f.theory_slope == Approx(0.7906).epsilon(1e-3));
    CHECK(f.rate == Approx(0.4).epsilon(1e-14));
    CHECK(f.slope > 0.750);
    CHECK(f.slope < 0.765);
    // A square alone would give 2.33, a line 1.
    CHECK(f.ratio > 2.1);
    CHECK(f.ratio < 2.4);
    CHECK(f.halving_error < 1e-4);
    for (Index start = 0; start < 4; ++start) {
      for (Index j = 1; j < 4; ++j) CHECK(f.waits(j, start) > f.waits(j - 1, start));
    }
  }
}

TEST_CASE("waiting time: heads, lags and the rival's strength move the slope as the theory does",
          "[draws]") {
  struct Case {
    std::function<void(WaitingTimeParams&)> set;
    double theory, low, high;
  };
  const Case cases[] = {
      {[](auto& p) { p.heads = 6; }, 0.5590, 0.560, 0.580},
      {[](auto& p) { p.lags = 12; }, 1.1180, 1.030, 1.045},
      {[](auto& p) { p.m2 = 2.5; }, 0.4690, 0.405, 0.420},
      {[](auto& p) { p.heads = 2; }, 0.9682, 0.885, 0.905},
      {[](auto& p) { p.lags = 3; }, 0.5590, 0.540, 0.550},
  };
  for (const Case& c : cases) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const WaitingTimeFrame f = complete(seed, c.set);
      CHECK(f.theory_slope == Approx(c.theory).epsilon(1e-3));
      CHECK(f.slope > c.low);
      CHECK(f.slope < c.high);
      CHECK(f.slope / f.theory_slope > 0.87);
      CHECK(f.slope / f.theory_slope < 1.03);
      CHECK(f.halving_error < 1e-3);
    }
  }
}

TEST_CASE("waiting time: the law is one of long waits") {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const WaitingTimeFrame f = complete(seed, [](auto& p) { p.m2 = 2.8; });
    CHECK(f.medians(3) < 30.0);
    CHECK(f.slope / f.theory_slope == Approx(0.733).margin(0.01));
    CHECK(f.ratio < 1.65);
  }
}

TEST_CASE("waiting time: with Adam each factor of 100 adds about as much as the one before",
          "[draws]") {
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    const WaitingTimeFrame f = complete(seed, [](auto& p) { p.method = WaitingOf::kAdam; });
    CHECK(f.ratio > 0.65);
    CHECK(f.ratio < 1.1);
    CHECK(f.medians(0) == Approx(212.0).margin(40.0));
    CHECK(f.medians(3) == Approx(510.0).margin(90.0));
    CHECK(f.theory.size() == 0);
    CHECK(f.limit == 1500.0);
  }
}

TEST_CASE("waiting time: a run is the flow of its start, all scales of which are one draw") {
  const WaitingTimeFrame f = complete(5);
  Rng seeds(5);
  seeds.next();
  Rng rng(seeds.next());  // the second start
  const Matrix draw = minimal_heads(3, 1, 6, 1.0, rng).logits;
  Vector m(3);
  m << 3.0, 2.0, 1.4;
  const double steps[] = {0.1, 0.1};
  for (Index j = 0; j < 2; ++j) {
    CHECK(f.u(j) == Approx(std::pow(10.0, -2.0 * static_cast<double>(j + 1))).epsilon(1e-14));
    ReducedHeads heads{Matrix::Zero(3, 3), f.u(j) * draw};
    const double dt = steps[j];
    Vector losses(800);
    for (Index i = 0; i < losses.size(); ++i) {
      losses(i) = reduced_velocity(m, heads).loss;
      heads = flow_reduced(m, heads, dt, 1);
    }
    Vector levels(2);
    levels << 0.5 * (7.48 + 2.98), 0.5 * (2.98 + 0.98);
    const Vector times = dt * stage_times(losses, levels);
    CHECK(f.waits(j, 1) == Approx(times(1) - times(0)).epsilon(1e-3));
  }
}

TEST_CASE("waiting time: medians are over starts that were run at all scales") {
  WaitingTime run(WaitingTimeParams{});
  CHECK(run.frame().done == 0);
  CHECK(run.progress() == 0.0);
  CHECK(run.frame().slope == 0.0);
  while (run.frame().done < 6) {
    REQUIRE_FALSE(run.refine(1));
    const WaitingTimeFrame& f = run.frame();
    if (f.done < 4) CHECK(largest(f.medians) == 0.0);
    if (f.done == 4) CHECK(f.medians == Vector(f.waits.col(0)));
  }
  CHECK(run.frame().medians == Vector(run.frame().waits.col(0)));
  CHECK(run.frame().waits(1, 1) > 0.0);
  CHECK(run.frame().waits(2, 1) == 0.0);
}

TEST_CASE("waiting time: what is given up is Infinity, and no slope is made of it", "[draws]") {
  const WaitingTimeFrame f = complete(1, [](auto& p) {
    p.heads = 2;
    p.lags = 12;
    p.m2 = 1.6;
  });
  CHECK(f.theory(3) > f.limit);
  int given_up = 0;
  for (Index start = 0; start < 4; ++start) given_up += std::isinf(f.waits(3, start)) ? 1 : 0;
  CHECK(given_up >= 2);
  CHECK(std::isfinite(f.medians(2)));
  CHECK(std::isinf(f.medians(3)));
  CHECK(f.slope == 0.0);
  CHECK(f.ratio == 0.0);
}

TEST_CASE("waiting time: refuses parameters out of range, by name") {
  WaitingTimeParams p;
  p.heads = 1;
  CHECK_THAT(message_of([&] { WaitingTime{p}; }), contains("waiting_time: heads is 1"));
  p = {};
  p.m2 = std::nan("");
  CHECK_THAT(message_of([&] { WaitingTime{p}; }), contains("waiting_time: m2 is NaN"));
  p = {};
  p.lags = 13;
  CHECK_THAT(message_of([&] { WaitingTime{p}; }), contains("waiting_time: lags is 13"));
  WaitingTime run(WaitingTimeParams{});
  CHECK_THAT(message_of([&] { run.refine(0); }), contains("waiting_time: budget is 0"));
}
