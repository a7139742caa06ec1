#include "experiments/gradient-dynamics/head_training.hpp"

#include <cmath>
#include <functional>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;
using experiments::HeadTraining;
using experiments::HeadTrainingFrame;
using experiments::HeadTrainingParams;
using experiments::Learns;

namespace {

constexpr Index kDraws = 100;

HeadTrainingFrame trained(const HeadTrainingParams& p) {
  HeadTraining t(p);
  REQUIRE(t.seek(p.steps, 1));
  return t.frame();
}

HeadTrainingParams with(Learns learn, double eta = 0.05, Index steps = 100) {
  HeadTrainingParams p;
  p.learn = learn;
  p.eta = eta;
  p.steps = steps;
  return p;
}

/// The share of draws for whose last frame something holds.
double share(HeadTrainingParams p, const std::function<bool(const HeadTrainingFrame&)>& holds) {
  double count = 0.0;
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
    p.seed = seed;
    count += holds(trained(p)) ? 1.0 : 0.0;
  }
  return count / static_cast<double>(kDraws);
}

}  // namespace

TEST_CASE("head_training: the toy learns, and mostly with a sharper attention", "[draws]") {
  CHECK(share(with(Learns::kBoth), [](const auto& f) { return f.loss < f.losses.row(0).sum(); }) >
        0.95);
  CHECK(share(with(Learns::kBoth),
              [](const auto& f) { return f.entropy < f.first_entropy - 0.1; }) > 0.8);
}

TEST_CASE("head_training: either half alone does worse, and leaves the other half as it was",
          "[draws]") {
  CHECK(share(with(Learns::kContent), [](const auto& f) {
          return std::fabs(f.entropy - f.first_entropy) < 1e-12 && f.loss > f.loss_both &&
                 f.loss == f.loss_content && f.balance_error == 0.0;
        }) > 0.9);
  CHECK(share(with(Learns::kRouting), [](const auto& f) {
          return f.trails.row(0) == f.trails.row(f.taken) && f.loss > f.loss_both &&
                 f.loss == f.loss_routing;
        }) > 0.9);
}

TEST_CASE("head_training: larger steps go up on the way, more steps go further down", "[draws]") {
  const auto unsteady = [](const auto& f) { return f.rises >= 5; };
  CHECK(share(with(Learns::kBoth, 0.3), unsteady) > 0.5);
  CHECK(share(with(Learns::kBoth), unsteady) < 0.2);
  const auto low = [](const auto& f) { return f.loss < 0.5; };
  CHECK(share(with(Learns::kBoth, 0.05, 400), low) > 0.65);
  CHECK(share(with(Learns::kBoth), low) < 0.6);
}

TEST_CASE("head_training: a step changes the balance of both pairs of weights by its square only") {
  CHECK(share(with(Learns::kBoth), [](const auto& f) { return f.balance_error <= 1e-12; }) == 1.0);
}

TEST_CASE("head_training: what diverges is cut off, said, and never shown") {
  Index diverged = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    HeadTrainingParams p = with(Learns::kBoth, 0.5);
    p.seed = seed;
    const HeadTrainingFrame f = trained(p);
    diverged += f.diverged ? 1 : 0;
    CHECK(f.diverged == (f.taken < f.steps));
    CHECK(f.step == f.taken);
    CHECK(f.losses.rows() == f.taken + 1);
    CHECK(largest(f.losses) <= 1000.0);
    CHECK(f.trails.allFinite());
  }
  CHECK(diverged > 0);
  CHECK(diverged < 40);
}

TEST_CASE("head_training: any step is shown, forth and back, as it was trained") {
  HeadTraining t(with(Learns::kBoth));
  CHECK(t.frame().step == 0);
  REQUIRE(t.seek(60, 1));
  const HeadTrainingFrame there = t.frame();
  CHECK(there.query_losses.transpose() == there.losses.row(60));
  CHECK(there.values.reshaped<Eigen::RowMajor>().transpose() == there.trails.row(60));
  CHECK(there.loss == Approx(there.query_losses.sum()));
  REQUIRE(t.seek(10, 1));
  CHECK(t.frame().loss > there.loss);
  REQUIRE(t.seek(60, 1));
  CHECK(t.frame().weights == there.weights);
  CHECK(t.frame().u == there.u);
}

TEST_CASE("head_training: refuses parameters and steps out of range, by name") {
  CHECK_THAT(message_of([] { HeadTraining{with(Learns::kBoth, 1.0)}; }),
             contains("head_training: eta is 1"));
  CHECK_THAT(message_of([] { HeadTraining{with(Learns::kBoth, 0.05, 401)}; }),
             contains("head_training: steps is 401"));
  HeadTraining t{HeadTrainingParams{}};
  CHECK_THAT(message_of([&] { return t.seek(101, 1); }), contains("head_training: "));
}
