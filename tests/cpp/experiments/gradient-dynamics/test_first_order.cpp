#include "experiments/gradient-dynamics/first_order.hpp"

#include <array>
#include <cmath>
#include <functional>

#include "attn/training/head_trainer.hpp"
#include "catch.hpp"
#include "experiments/gradient-dynamics/toy.hpp"

using namespace attn;
using experiments::draw_toy;
using experiments::FirstOrder;
using experiments::FirstOrderFrame;
using experiments::FirstOrderParams;
using experiments::Toy;

namespace {

constexpr Index kDraws = 200;

FirstOrderFrame stepped(std::uint64_t seed, double eta = 0.05, Index age = 0) {
  FirstOrderParams p;
  p.seed = seed;
  p.eta = eta;
  p.age = age;
  return FirstOrder(p).frame();
}

double share(const std::function<bool(std::uint64_t)>& holds) {
  double count = 0.0;
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed) count += holds(seed) ? 1.0 : 0.0;
  return count / static_cast<double>(kDraws);
}

}  // namespace

TEST_CASE("first_order: the prediction is right for tiny steps, and of no use for large ones",
          "[draws]") {
  const auto right = [](double eta) {
    return [eta](auto seed) { return std::fabs(stepped(seed, eta).ratio(0) - 1.0) < 0.01; };
  };
  CHECK(share(right(0.002)) > 0.9);
  CHECK(share(right(0.05)) < 0.1);
  CHECK(share([](auto seed) { return stepped(seed, 5.0).ratio(0) < 0.0; }) > 0.85);
  CHECK(share([](auto seed) { return stepped(seed, 0.05).ratio(0) < 0.0; }) == 0.0);
  double mean = 0.0;
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed) mean += stepped(seed).ratio(0) / kDraws;
  // Of 1000 other draws: 0.91, with a spread of 0.09.
  CHECK(mean == Approx(0.91).margin(0.03));
}

TEST_CASE("first_order: a trained head takes larger steps well", "[draws]") {
  const auto well = [](Index age) {
    return [age](auto seed) { return stepped(seed, 0.2, age).ratio(0) > 0.9; };
  };
  CHECK(share(well(100)) > 0.8);
  CHECK(share(well(0)) < 0.15);
}

TEST_CASE("first_order: what the prediction misses grows like the square of the step", "[draws]") {
  const auto holds = [](std::uint64_t seed, Index age) {
    CAPTURE(seed, age);
    const FirstOrderFrame f = stepped(seed, 0.05, age);
    // A wrong formula has a slope of 1. The bounds of the figure are 0.1 and 1e-7.
    CHECK(std::fabs(f.remainder_slope - 2.0) <= 0.02);
    CHECK(f.gradient_error <= 5e-8);
  };
  for (std::uint64_t seed = 1; seed <= 80; ++seed) {
    for (const Index age : {0, 100, 300, 400}) holds(seed, age);
  }
  // With losses so small that the remainder of a step of 1e-5 is lost in rounding.
  for (const Index age : {300, 400}) {
    holds(1824, age);
    holds(3142, age);
  }
}

TEST_CASE("first_order: a step of a group is that of a trainer whose other weights stand") {
  const Toy toy = draw_toy(9, 0.5);
  const std::array<TrainingSteps, 3> groups = {{{0.4, 0.4, 0.4}, {0.0, 0.4, 0.0}, {0.4, 0.0, 0.0}}};
  const FirstOrderFrame f = stepped(9, 0.4);
  for (Index g = 0; g < 3; ++g) {
    TrainerOptions o;
    o.eta = groups[static_cast<std::size_t>(g)];
    HeadTrainer t(toy.x, toy.targets, toy.weights, o);
    const double before = t.forward().prediction.loss;
    t.step();
    const double gain = before - t.forward().prediction.loss;
    CHECK(f.ratio(g) * 0.4 * f.squares(g) == Approx(gain).epsilon(1e-12));
  }
  CHECK(f.loss - f.after == Approx(f.ratio(0) * 0.4 * f.squares(0)));
}

TEST_CASE("first_order: the curves go through what a single step gives, and begin at 1") {
  const FirstOrderFrame f = stepped(3, 1.0);
  REQUIRE(f.steps.size() == 81);
  CHECK(f.steps(0) == Approx(1e-4));
  CHECK(f.steps(64) == Approx(1.0).epsilon(1e-14));
  CHECK(f.steps(80) == Approx(10.0));
  for (Index g = 0; g < 3; ++g) {
    CHECK(f.curves(g, 64) == Approx(f.ratio(g)).epsilon(1e-10));
    CHECK(f.curves(g, 0) == Approx(1.0).margin(0.01));
  }
  CHECK(f.squares(0) > f.squares(1) + f.squares(2));
}

TEST_CASE("first_order: refuses parameters out of range, by name") {
  FirstOrderParams p;
  p.eta = 11.0;
  CHECK_THAT(message_of([&] { FirstOrder{p}; }), contains("first_order: eta is 11"));
  p = {};
  p.age = 401;
  CHECK_THAT(message_of([&] { FirstOrder{p}; }), contains("first_order: age is 401"));
}
