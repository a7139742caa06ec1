#include "experiments/gradient-dynamics/feedback.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/symmetric_eigen.hpp"
#include "catch.hpp"

using namespace attn;
using experiments::Feedback;
using experiments::FeedbackFrame;
using experiments::FeedbackParams;
using experiments::LawsOn;
using experiments::plane_pass;
using experiments::PlanePass;

namespace {

constexpr Index kDraws = 60;

FeedbackFrame ended(
    std::uint64_t seed, const std::function<void(FeedbackParams&)>& set = [](auto&) {}) {
  FeedbackParams p;
  p.seed = seed;
  set(p);
  return Feedback(p).frame();
}

/// The mean of something over draws, its least and its largest.
struct OverDraws {
  double mean = 0.0;
  double least = 1e300;
  double most = -1e300;
};

OverDraws over_draws(const std::function<double(std::uint64_t)>& of) {
  OverDraws out;
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
    const double value = of(seed);
    out.mean += value / static_cast<double>(kDraws);
    out.least = -larger(-out.least, -value);
    out.most = larger(out.most, value);
  }
  return out;
}

double half_of(const FeedbackFrame& f) { return static_cast<double>(f.half); }

/// The gradient by scores and values in one row, at the tie moved by `by` in entry `which`.
Vector gradient_near_tie(Index which, double by) {
  Vector x = Vector::Zero(24);
  x(which) = by;
  const Matrix scores = Eigen::Map<const Matrix>(x.data(), 6, 3);
  const Matrix values = Eigen::Map<const Matrix>(x.data() + 18, 3, 2);
  const PlanePass pass = plane_pass(scores, values, one_hot({0, 1, 2, 0, 1, 2}, 3));
  Vector out(24);
  out << pass.gradients.d_scores.reshaped<Eigen::RowMajor>(),
      pass.gradients.d_values.reshaped<Eigen::RowMajor>();
  return out;
}

}  // namespace

TEST_CASE("feedback: the tie is a saddle whose lowest curvature is -sigma_max(U) / n, four times") {
  Matrix hessian(24, 24);
  for (Index i = 0; i < 24; ++i) {
    hessian.col(i) = (gradient_near_tie(i, 1e-4) - gradient_near_tie(i, -1e-4)) / 2e-4;
  }
  const Vector values = symmetric_eigen(0.5 * (hessian + hessian.transpose())).values;
  Vector sorted = values;
  std::sort(sorted.data(), sorted.data() + 24);
  const FeedbackFrame f = ended(1);
  CHECK(f.sigma == Approx(std::sqrt(3.0)).epsilon(1e-14));
  for (Index i = 0; i < 4; ++i) CHECK(sorted(i) == Approx(-f.sigma / 3.0).margin(1e-6));
  CHECK(sorted(4) > -1e-6);
  CHECK(largest(gradient_near_tie(0, 0.0)) <= 1e-15);
  for (const Index n : {2, 3, 4, 5}) {
    CHECK(ended(1, [&](auto& p) { p.n = n; }).curvature_error <= 1e-6);
  }
}

TEST_CASE(
    "feedback: near the tie the split grows by the predicted rate, whatever the ratio of "
    "steps") {
  for (const double rho : {0.5, 1.0, 4.0}) {
    const Index to = rho > 1.0 ? 80 : 100;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const FeedbackFrame f = ended(seed, [&](auto& p) {
        p.eps = 1e-5;
        p.rho = rho;
      });
      const double growth = std::log(f.splits(to) / f.splits(60)) / static_cast<double>(to - 60);
      CHECK(growth == Approx(f.rate).epsilon(0.02));
      CHECK(f.rate ==
            Approx(std::log(1.0 + std::sqrt(rho) * 0.1 * std::sqrt(3.0) / 3.0)).epsilon(1e-12));
      CHECK(f.predicted(60) == Approx(f.splits(60)).epsilon(1e-14));
      CHECK(f.predicted(61) / f.predicted(60) == Approx(std::exp(f.rate)).epsilon(1e-12));
    }
  }
}

TEST_CASE(
    "feedback: both laws leave the tie and end low, and one that is a hundred times closer takes "
    "82 steps longer") {
  const OverDraws open = over_draws([](auto seed) { return half_of(ended(seed)); });
  CHECK(open.mean == Approx(109.0).margin(5.0));
  CHECK(open.most < 160.0);
  const OverDraws closer =
      over_draws([](auto seed) { return half_of(ended(seed, [](auto& p) { p.eps = 1e-4; })); });
  CHECK(closer.least > 160.0);
  // ln 100 over the rate, by hand.
  CHECK(closer.mean - open.mean == Approx(82.0).margin(4.0));
  CHECK(over_draws([](auto seed) { return ended(seed).last_loss; }).most < 1.0);
}

TEST_CASE("feedback: either law alone creeps", "[draws]") {
  for (const LawsOn on : {LawsOn::kContent, LawsOn::kRouting}) {
    const auto alone = [&](std::uint64_t seed) { return ended(seed, [&](auto& p) { p.on = on; }); };
    const OverDraws end = over_draws([&](auto seed) { return alone(seed).last_loss; });
    CHECK(end.least > 6.5);
    CHECK(end.most < 6.6);
    const FeedbackFrame f = alone(1);
    CHECK_FALSE(f.halved);
    CHECK(f.half == f.steps);
    CHECK(f.predicted.size() == 0);
    // It creeps, and does not stay; from further off it gets further.
    const OverDraws far = over_draws([&](auto seed) {
      return ended(seed,
                   [&](auto& p) {
                     p.on = on;
                     p.eps = 0.1;
                   })
          .last_loss;
    });
    CHECK(far.least > 5.2);
    CHECK(far.most < 6.6);
    CHECK(far.mean < end.mean - 0.2);
    CHECK(f.losses(f.steps) < f.losses(f.steps / 2));
  }
}

TEST_CASE("feedback: routing that steps ten times as far leaves the tie within sixty steps") {
  const OverDraws half =
      over_draws([](auto seed) { return half_of(ended(seed, [](auto& p) { p.rho = 10.0; })); });
  CHECK(half.most < 60.0);
  CHECK(half.mean == Approx(38.0).margin(3.0));
}

TEST_CASE("feedback: what is shown are gradients of the loss, and a row of scores keeps its mean") {
  FeedbackParams p;
  p.n = 4;
  Feedback run(p);
  for (const Index t : {0, 50, 100, 250, 400}) {
    CHECK(run.seek(t, 1));
    const FeedbackFrame& f = run.frame();
    CHECK(f.step == t);
    CHECK(f.gradient_error <= 1e-7);
    CHECK(f.mean_score_drift <= 1e-12);
    CHECK(f.loss == f.losses(t));
    CHECK(f.values.reshaped<Eigen::RowMajor>() == f.trails.row(t).transpose());
    CHECK(largest(f.contexts - f.weights.lazyProduct(f.values)) <= 1e-14);
  }
}

TEST_CASE("feedback: refuses parameters out of range, by name") {
  FeedbackParams p;
  p.n = 6;
  CHECK_THAT(message_of([&] { Feedback{p}; }), contains("feedback: n is 6"));
  p = {};
  p.eps = 0.0;
  CHECK_THAT(message_of([&] { Feedback{p}; }), contains("feedback: eps is 0"));
  Feedback run(FeedbackParams{});
  CHECK_THAT(message_of([&] { run.seek(401, 1); }), contains("feedback: t is 401"));
}
