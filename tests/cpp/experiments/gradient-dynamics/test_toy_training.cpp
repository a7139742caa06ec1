#include "experiments/gradient-dynamics/toy_training.hpp"

#include <cmath>
#include <functional>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;
using experiments::Learns;
using experiments::ToyTraining;
using experiments::ToyTrainingFrame;
using experiments::ToyTrainingParams;

namespace {

constexpr Index kDraws = 100;

ToyTrainingFrame trained(const ToyTrainingParams& p) {
  ToyTraining t(p);
  REQUIRE(t.seek(p.steps, 1));
  return t.frame();
}

ToyTrainingParams with(Learns learn, double eta = 0.05, Index steps = 100) {
  ToyTrainingParams p;
  p.learn = learn;
  p.eta = eta;
  p.steps = steps;
  return p;
}

/// The share of draws for whose last frame something holds.
double share(ToyTrainingParams p, const std::function<bool(const ToyTrainingFrame&)>& holds) {
  double count = 0.0;
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
    p.seed = seed;
    count += holds(trained(p)) ? 1.0 : 0.0;
  }
  return count / static_cast<double>(kDraws);
}

}  // namespace

TEST_CASE("toy_training: the toy learns, and mostly with a sharper attention", "[draws]") {
  CHECK(share(with(Learns::kBoth), [](const auto& f) { return f.loss < f.losses.row(0).sum(); }) >
        0.95);
  CHECK(share(with(Learns::kBoth),
              [](const auto& f) { return f.entropy < f.first_entropy - 0.1; }) > 0.8);
}

TEST_CASE("toy_training: either half alone does worse, and leaves the other half as it was",
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

TEST_CASE("toy_training: the sum falls, and hardly ever the loss of each query all the way",
          "[draws]") {
  const auto some_query_rises = [](const ToyTrainingFrame& f) {
    const Matrix change = f.losses.bottomRows(f.taken) - f.losses.topRows(f.taken);
    return (change.array() > 0.0).any();
  };
  // Of 300 other draws, 0.95 and 0.11.
  CHECK(share(with(Learns::kBoth), some_query_rises) > 0.9);
  CHECK(share(with(Learns::kBoth), [](const auto& f) { return f.rises > 0; }) < 0.2);
}

TEST_CASE("toy_training: larger steps go up on the way, more steps go further down", "[draws]") {
  const auto unsteady = [](const auto& f) { return f.rises >= 5; };
  CHECK(share(with(Learns::kBoth, 0.3), unsteady) > 0.5);
  CHECK(share(with(Learns::kBoth), unsteady) < 0.2);
  const auto low = [](const auto& f) { return f.loss < 0.5; };
  CHECK(share(with(Learns::kBoth, 0.05, 400), low) > 0.65);
  CHECK(share(with(Learns::kBoth), low) < 0.6);
}

TEST_CASE("toy_training: a step changes the balance of both pairs of weights by its square only") {
  CHECK(share(with(Learns::kBoth), [](const auto& f) { return f.balance_error <= 1e-12; }) == 1.0);
}

TEST_CASE("toy_training: what diverges is cut off, said, and never shown") {
  Index diverged = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    ToyTrainingParams p = with(Learns::kBoth, 0.5);
    p.seed = seed;
    const ToyTrainingFrame f = trained(p);
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

TEST_CASE("toy_training: any step is shown, forth and back, as it was trained") {
  ToyTraining t(with(Learns::kBoth));
  CHECK(t.frame().step == 0);
  REQUIRE(t.seek(60, 1));
  const ToyTrainingFrame there = t.frame();
  CHECK(there.query_losses.transpose() == there.losses.row(60));
  CHECK(there.values.reshaped<Eigen::RowMajor>().transpose() == there.trails.row(60));
  CHECK(there.loss == Approx(there.query_losses.sum()));
  REQUIRE(t.seek(10, 1));
  CHECK(t.frame().loss > there.loss);
  REQUIRE(t.seek(60, 1));
  CHECK(t.frame().weights == there.weights);
  CHECK(t.frame().u == there.u);
}

TEST_CASE("toy_training: refuses parameters and steps out of range, by name") {
  CHECK_THAT(message_of([] { ToyTraining{with(Learns::kBoth, 1.0)}; }),
             contains("toy_training: eta is 1"));
  CHECK_THAT(message_of([] { ToyTraining{with(Learns::kBoth, 0.05, 401)}; }),
             contains("toy_training: steps is 401"));
  ToyTraining t{ToyTrainingParams{}};
  CHECK_THAT(message_of([&] { return t.seek(101, 1); }), contains("toy_training: "));
}
