#include "attn/training/stage_times.hpp"

#include <cmath>
#include <limits>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/ode.hpp"
#include "attn/training/pattern_flow.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

Vector list(std::initializer_list<double> values) {
  Vector out(static_cast<Index>(values.size()));
  std::copy(values.begin(), values.end(), out.begin());
  return out;
}

constexpr double kNever = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("a stage is over where the curve first is at or below the middle of two plateaus") {
  const Vector levels = mid_levels(list({8.0, 4.0, 2.0, 0.0}));
  CHECK(levels == list({6.0, 3.0, 1.0}));
  const Vector curve = list({8.0, 7.0, 5.0, 4.0, 3.0, 3.5, 2.0, 2.0});
  const Vector times = stage_times(curve, levels);
  CHECK(times(0) == 1.5);
  // At the level counts as below it; that the curve rises again does not matter.
  CHECK(times(1) == 4.0);
  CHECK(times(2) == kNever);
  CHECK(stage_times(curve, list({9.0, 8.0}))(0) == 0.0);
  CHECK(stage_times(curve, list({9.0, 8.0}))(1) == 0.0);
}

TEST_CASE("stage times of any curve: rounded up, the first step that is low enough") {
  Vector curve(200);
  for (Index i = 0; i < 200; ++i) {
    const double t = static_cast<double>(i);
    curve(i) = std::exp(-0.02 * t) * (1.0 + 0.3 * std::sin(t));
  }
  for (double level = 0.05; level < 1.2; level += 0.05) {
    Index first = 0;
    while (first < 200 && curve(first) > level) ++first;
    const double time = stage_times(curve, list({level}))(0);
    REQUIRE(first < 200);
    CHECK(std::ceil(time) == static_cast<double>(first));
    if (first == 0) continue;
    const double share = time - static_cast<double>(first - 1);
    CHECK(std::fabs((1.0 - share) * curve(first - 1) + share * curve(first) - level) < 1e-14);
  }
  // Differences that are too large for a double.
  CHECK(stage_times(list({1.5e308, -1.5e308}), list({0.0}))(0) == 0.5);
  // And such whose halves are equal.
  constexpr double kSmallest = std::numeric_limits<double>::denorm_min();
  CHECK(stage_times(list({kSmallest, 0.0}), list({0.0}))(0) == 1.0);
  CHECK(stage_times(list({3.0 * kSmallest, kSmallest}), list({2.0 * kSmallest}))(0) == 0.5);
}

TEST_CASE(
    "the rate of the wait: scales of m do not matter, and more heads hurry as fewer lags do") {
  CHECK(std::fabs(wait_rate(3.0, 2.0, 3, 6) - 0.4) < 1e-15);
  CHECK(std::fabs(wait_rate(3e200, 2e200, 3, 6) - 0.4) < 1e-15);
  CHECK(std::fabs(wait_rate(3.0, 2.0, 6, 12) - 0.4) < 1e-15);
  CHECK(std::fabs(wait_rate(3.0, 2.0, 6, 6) - 0.8) < 1e-15);
  CHECK(wait_rate(3.0, 2.5, 3, 6) > wait_rate(3.0, 2.0, 3, 6));
  // (ln 1/u)^2 / 1.6.
  CHECK(std::fabs(expected_wait(1e-2, 3.0, 2.0, 3, 6) - 13.254745) < 1e-6);
  CHECK(std::fabs(expected_wait(1e-8, 3.0, 2.0, 3, 6) / expected_wait(1e-2, 3.0, 2.0, 3, 6) -
                  16.0) < 1e-12);
  CHECK(expected_wait(1.0, 3.0, 2.0, 3, 6) == 0.0);
}

TEST_CASE("a'' = (c / t) a grows as e^(2 sqrt(c t)) does, as the wait supposes") {
  const double c = wait_rate(3.0, 2.0, 3, 6);
  const OdeSlope slope = [c](double t, const Vector& y, Vector& out) {
    out(0) = y(1);
    out(1) = c / t * y(0);
  };
  Vector times(3);
  times << 1.0, 400.0, 1600.0;
  const OdeSolution found = integrate_ode(slope, list({1.0, 1.0}), times);
  const double growth = std::log(found.y(2, 0) / found.y(1, 0));
  const double leading = 2.0 * std::sqrt(c) * (std::sqrt(1600.0) - std::sqrt(400.0));
  // The next order is a factor t^(1/4).
  CHECK(std::fabs(growth - leading - 0.25 * std::log(4.0)) < 0.01);
}

TEST_CASE(
    "tied heads near the first pattern leave sqrt(H / (2 T (m1^2 - m2^2) t)) on the second lag") {
  // What the wait is derived from, of the flow itself. Lags come together as slowly as t^(-1/T), so
  // that others than three heads on six lags are further off.
  const Vector m = list({3.0, 2.0, 1.4});
  const auto error = [&](Index heads, Index lags, Index time) {
    ReducedHeads now{Matrix::Zero(heads, 3), Matrix::Zero(heads, lags)};
    now = flow_reduced(m, now, 0.1, 10 * time);
    const double stray = softmax_rows(now.logits)(0, 1);
    const auto h = static_cast<double>(heads), l = static_cast<double>(lags);
    return std::fabs(stray / std::sqrt(h / (2.0 * l * 5.0 * static_cast<double>(time))) - 1.0);
  };
  for (const Index time : {100, 200, 400, 1000}) CHECK(error(3, 6, time) < 0.03);
  for (const Index heads : {1, 5}) {
    for (const Index lags : {6, 9}) CHECK(error(heads, lags, 1000) < 0.1);
  }
}

TEST_CASE("stage times refuse what does not fit") {
  CHECK(message_of([] { return mid_levels(list({1.0})); }) ==
        "mid_levels: the number of plateaus is 1, expected a whole number from 2 to 1000000000");
  CHECK_THAT(message_of([] { return stage_times(Vector(), list({1.0})); }),
             contains("stage_times: curve"));
  CHECK_THAT(message_of([] { return stage_times(list({1.0}), Vector()); }),
             contains("stage_times: levels"));
  CHECK_THAT(message_of([] {
               return stage_times(list({1.0, std::nan("")}), list({1.0}));
             }),
             contains("stage_times: curve"));
  CHECK_THAT(message_of([] { return stage_times(list({1.0}), list({kNever})); }),
             contains("stage_times: levels"));
  CHECK_THAT(message_of([] { return wait_rate(2.0, 2.0, 3, 6); }),
             contains("wait_rate: m2 is 2, expected a number below m1"));
  CHECK_THAT(message_of([] { return wait_rate(3.0, 0.0, 3, 6); }), contains("wait_rate: m2 is 0"));
  CHECK_THAT(message_of([] { return wait_rate(3.0, 2.0, 0, 6); }),
             contains("wait_rate: heads is 0"));
  CHECK_THAT(message_of([] { return wait_rate(std::nan(""), 2.0, 1, 6); }),
             contains("wait_rate: m1 is NaN"));
  CHECK_THAT(message_of([] { return expected_wait(0.0, 3.0, 2.0, 3, 6); }),
             contains("expected_wait: u is 0, expected a number above 0, at most 1"));
  CHECK_THAT(message_of([] { return expected_wait(2.0, 3.0, 2.0, 3, 6); }),
             contains("expected_wait: u is 2, expected a number above 0, at most 1"));
  CHECK_THAT(message_of([] { return expected_wait(0.5, 3e200, 2e-200, 3, 6); }),
             contains("expected_wait: the time is too large for a double"));
}
