#include "experiments/gradient-dynamics/frame_precision.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "experiments/gradient-dynamics/small_head.hpp"

using namespace attn;
using experiments::draw_toy;
using experiments::FramePrecision;
using experiments::FramePrecisionFrame;
using experiments::FramePrecisionParams;
using experiments::SmallHead;
using experiments::Toy;

namespace {

constexpr std::uint64_t kBatches = 10;
enum { kAttention, kValues, kKl };

FramePrecisionParams with(double rho, double soft = 0.2, double eta = 0.05) {
  FramePrecisionParams p;
  p.rho = rho;
  p.soft = soft;
  p.eta = eta;
  return p;
}

FramePrecisionFrame batch(FramePrecisionParams p, std::uint64_t number) {
  p.seed = 1 + 40 * number;
  return FramePrecision(p).frame();
}

/// Ten batches of forty draws, none of them in two.
std::vector<FramePrecisionFrame> batches(const FramePrecisionParams& p) {
  std::vector<FramePrecisionFrame> out;
  for (std::uint64_t b = 0; b < kBatches; ++b) out.push_back(batch(p, b));
  return out;
}

using Condition = std::function<bool(const FramePrecisionFrame&)>;

bool all(const std::vector<FramePrecisionFrame>& frames, const Condition& holds) {
  return std::all_of(frames.begin(), frames.end(), holds);
}

bool none(const std::vector<FramePrecisionFrame>& frames, const Condition& holds) {
  return std::none_of(frames.begin(), frames.end(), holds);
}

bool within(double value, double low, double high) { return value >= low && value <= high; }

FramePrecisionFrame one(double rho, std::uint64_t seed, double eta = 0.05) {
  FramePrecisionParams p = with(rho, 0.2, eta);
  p.draws = 1;
  p.seed = seed;
  return FramePrecision(p).frame();
}

}  // namespace

TEST_CASE(
    "frame_precision: at equal steps attention does not settle before the loss, faster routing "
    "does, "
    "and ends badly only by large steps",
    "[draws]") {
  const auto equal = batches(with(1.0));
  // In steps of 0.05.
  CHECK(all(equal, [](const auto& f) {
    return within(f.medians(kAttention) / 0.05, 250.0, 350.0) &&
           within(f.medians(kValues) / 0.05, 240.0, 350.0) &&
           within(f.medians(kKl) / 0.05, 120.0, 220.0);
  }));
  CHECK(all(equal, [](const auto& f) { return f.first <= 3.0 / 40.0; }));
  // A tenth of the loss is left where a third of the way is: by that measure they are about even.
  CHECK(all(equal, [](const auto& f) { return within(f.first_by_third, 0.25, 0.55); }));
  CHECK(all(equal, [](const auto& f) { return within(f.stuck, 0.2, 0.5) && f.median_end > 0.02; }));
  CHECK(
      none(equal, [](const auto& f) { return f.medians(kValues) > 1.12 * f.medians(kAttention); }));

  const auto certain = batches(with(1.0, 0.0));
  CHECK(all(certain, [](const auto& f) {
    return f.medians(kValues) > 1.12 * f.medians(kAttention) && f.first <= 0.1;
  }));
  CHECK(all(batches(with(10.0)), [](const auto& f) { return f.median_end < 0.01; }));
  CHECK(all(batches(with(30.0)), [](const auto& f) {
    return within(f.first, 0.25, 0.6) && within(f.stuck, 0.35, 0.65);
  }));
  CHECK(all(batches(with(100.0)), [](const auto& f) { return f.first >= 0.6 && f.stuck >= 0.7; }));
  CHECK(all(batches(with(100.0, 0.2, 0.005)), [](const auto& f) {
    return within(f.first, 0.25, 0.5) && within(f.stuck, 0.2, 0.4) && f.median_end < 0.002;
  }));
}

TEST_CASE("frame_precision: a head that is stuck reads the same for different answers", "[draws]") {
  // KL of readers whose common prediction is the mean of their targets: two that differ, and two
  // that agree with a third.
  const auto level = [](double n, double same) {
    const double high = 1.0 - 0.2 + 0.2 / 3.0;
    const double low = 0.2 / 3.0;
    const double p = (same * high + (n - same) * low) / n;
    const double r = ((n - same) * high + same * low) / n;
    return same * (high * std::log(high / p) + low * std::log(low / r)) +
           (n - same) * (high * std::log(high / r) + low * std::log(low / p));
  };
  CHECK(level(2, 1) == Approx(0.814).margin(5e-4));
  CHECK(level(3, 2) == Approx(1.104).margin(5e-4));
  double near = 0.0;
  double stuck = 0.0;
  for (std::uint64_t b = 0; b < kBatches; ++b) {
    for (const double end : batch(with(100.0), b).ends) {
      if (end <= 0.5) continue;
      stuck += 1.0;
      const bool on = std::fabs(end - level(2, 1)) < 0.003 || std::fabs(end - level(3, 2)) < 0.003;
      near += on ? 1.0 : 0.0;
    }
  }
  CHECK(near / stuck > 0.33);
  // The readers of two that are stuck there: their contexts are the same, their answers are not.
  const FramePrecisionFrame f = one(30.0, 8);
  CHECK(f.ends(0) == Approx(level(2, 1)).margin(1e-3));
  Toy toy = draw_toy(8, 0.5);
  const Matrix answers = toy.targets;
  toy.targets = 0.8 * answers + Matrix::Constant(5, 3, 0.2 / 3.0);
  TrainerOptions o;
  o.eta = {1.5, 0.05, 0.05};
  SmallHead head(toy.x, toy.targets, toy.weights, o);
  for (int i = 0; i < 400; ++i) head.step();
  const Matrix contexts = head.attention() * head.values();
  Index same = 0;
  for (Index i = 0; i < 5; ++i) {
    for (Index j = 0; j < i; ++j) {
      const bool close = (contexts.row(i) - contexts.row(j)).norm() < 0.02;
      same += close && answers.row(i) != answers.row(j) ? 1 : 0;
    }
  }
  CHECK(same == 1);
}

TEST_CASE("frame_precision: what is left is 1 at the start, 0 in the end, and small once settled") {
  for (const double rho : {0.1, 1.0, 100.0}) {
    const FramePrecisionFrame f = one(rho, 3);
    CHECK(f.steps == 400);
    CHECK(f.times(400) == Approx(20.0).epsilon(1e-12));
    for (Index of = 0; of < 3; ++of) {
      CHECK(f.left(of, 0) == Approx(1.0).epsilon(1e-14));
      CHECK(f.left(of, 400) == 0.0);
      CHECK(f.settled(of) == f.medians(of));
      const auto at = static_cast<Index>(std::floor(f.settled(of) / 0.05 + 0.5));
      CHECK(f.times(at) == f.settled(of));
      CHECK(largest(f.left.row(of).tail(401 - at)) < 0.1);
      if (at > 0) CHECK(std::fabs(f.left(of, at - 1)) >= 0.1);
    }
    CHECK(f.absolute(kKl, 400) == f.ends(0));
    CHECK(f.lower == f.left);
    CHECK(f.upper == f.left);
  }
}

TEST_CASE("frame_precision: a quarter of the draws are below the band and a quarter above it") {
  FramePrecisionParams p;
  p.draws = 8;
  const FramePrecisionFrame f = FramePrecision(p).frame();
  std::vector<FramePrecisionFrame> draws;
  for (std::uint64_t i = 0; i < 8; ++i) draws.push_back(one(1.0, p.seed + i));
  for (const Index k : {10, 100, 250, 390}) {
    for (Index of = 0; of < 3; ++of) {
      Index below = 0, above = 0;
      for (const FramePrecisionFrame& d : draws) {
        below += d.left(of, k) < f.lower(of, k) ? 1 : 0;
        above += d.left(of, k) > f.upper(of, k) ? 1 : 0;
      }
      CHECK(below == 2);
      CHECK(above == 2);
    }
  }
  Index first = 0;
  for (Index i = 0; i < 8; ++i) {
    const FramePrecisionFrame& d = draws[static_cast<std::size_t>(i)];
    CHECK(f.ends(i) == d.ends(0));
    CHECK(f.all_settled.row(i).transpose() == d.settled);
    first += d.settled(kAttention) < d.settled(kKl) ? 1 : 0;
  }
  CHECK(f.first == Approx(static_cast<double>(first) / 8.0));
}

TEST_CASE("frame_precision: KL is never negative, and moves as the library measures it") {
  for (const double rho : {1.0, 10.0, 100.0}) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const FramePrecisionFrame f = one(rho, seed);
      CHECK(f.least >= -1e-12);
      CHECK(f.oracle_error <= 1e-9);
      CHECK(f.given_up == 0);
    }
  }
  CHECK(one(1.0, 3, 0.0123).steps == 1626);
}

TEST_CASE("frame_precision: refuses parameters out of range, by name") {
  CHECK_THAT(message_of([] { FramePrecision{with(1000.0)}; }),
             contains("frame_precision: rho is 1000"));
  CHECK_THAT(message_of([] { FramePrecision{with(1.0, 0.5)}; }),
             contains("frame_precision: soft is 0.5"));
  CHECK_THAT(message_of([] { FramePrecision{with(1.0, 0.2, 0.001)}; }),
             contains("frame_precision: eta is 0.001"));
}
