#include "experiments/support-tokens/support_tokens.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/support/scalar_residual.hpp"
#include "catch.hpp"

using namespace attn;
using experiments::SupportTokens;
using experiments::SupportTokensFrame;
using experiments::SupportTokensParams;

namespace {

SupportTokensFrame of(const Vector& x, double a = 0.5) {
  SupportTokensParams p;
  p.x = x;
  p.a = a;
  return SupportTokens(p).frame();
}

SupportTokensFrame with(Index token, double value, double a = 0.5) {
  Vector x = SupportTokensParams{}.x;
  x(token - 1) = value;
  return of(x, a);
}

}  // namespace

TEST_CASE("support_tokens: the support token of the six is the fifth, which is undecided") {
  const SupportTokensFrame f = SupportTokens(SupportTokensParams{}).frame();
  CHECK(f.support == 4);
  CHECK(f.min_margin == Approx(0.406).margin(5e-4));
  CHECK(std::fabs(f.x(4)) < lowest(f.x.head(4).cwiseAbs()));
}

TEST_CASE("support_tokens: once it decides another is the support token") {
  CHECK(with(5, 1.4).support == 2);
}

TEST_CASE("support_tokens: an outlier in the context takes the support token past the wall") {
  const SupportTokensFrame f = with(2, -2.2);
  CHECK(f.support == 4);
  CHECK(f.min_margin == Approx(-0.026).margin(5e-4));
  // The force points back in: a step along the support token's row raises its margin.
  const Vector step = 1e-3 * f.force.row(4).transpose() / f.force.row(4).norm();
  CHECK(of(f.x + step).margin(4) > f.margin(4));
}

TEST_CASE("support_tokens: no support token for a negative coupling, nor where all are alike") {
  const SupportTokensFrame negative = of(SupportTokensParams{}.x, -0.5);
  CHECK(negative.support == -1);
  CHECK(lowest(negative.margin) >= 1.0);
  const SupportTokensFrame alike = of(Vector::Constant(6, 0.8));
  CHECK(alike.support == -1);
  CHECK(highest(alike.margin) - lowest(alike.margin) < 1e-12);
  CHECK(largest(alike.total) == 0.0);
  CHECK(largest(alike.share) == 0.0);
}

TEST_CASE("support_tokens: a step along the force of all lowers the barrier inside the wall") {
  Rng rng(3);
  Index inside = 0;
  for (int draw = 0; draw < 200; ++draw) {
    Vector x(6);
    for (double& v : x) v = 1.5 * rng.normal();
    const SupportTokensFrame f = of(x, 0.25);
    CHECK(f.gradient_error < 1e-8);
    CHECK(f.barrier_error < 1e-12);
    if (!(f.min_margin > 0.05)) continue;
    ++inside;
    CHECK(f.share.sum() == Approx(1.0).margin(1e-12));
    const Vector moved = x + 1e-4 * f.total / larger(1.0, f.total.norm());
    CHECK(of(moved, 0.25).barrier < f.barrier);
  }
  CHECK(inside > 100);
}

TEST_CASE("support_tokens: gradients are those of differences wherever sliders go") {
  Rng rng(5);
  for (int draw = 0; draw < 300; ++draw) {
    Vector x(6);
    for (double& v : x) v = 0.1 * std::round(60.0 * rng.uniform() - 30.0);
    CHECK(of(x, 0.1 * std::round(40.0 * rng.uniform() - 20.0)).gradient_error < 1e-6);
  }
}

TEST_CASE("support_tokens: on the boundary the force is large and finite") {
  // -1 and 1 have the variance 1 for a query of 0.
  Vector x(3);
  x << -1.0, 1.0, 0.0;
  const SupportTokensFrame f = of(x, 1.0);
  CHECK(f.min_margin == 0.0);
  CHECK(std::isinf(f.barrier));
  CHECK(f.force.allFinite());
  CHECK(largest(f.force) > 1e11);
}

TEST_CASE("support_tokens: refuses parameters out of range, by name") {
  SupportTokensParams p;
  p.a = 11.0;
  CHECK_THAT(message_of([&] { SupportTokens{p}; }), contains("support_tokens: a is 11"));
  p = {};
  p.x(2) = std::nan("");
  CHECK_THAT(message_of([&] { SupportTokens{p}; }), contains("support_tokens: x"));
  p.x = Vector::Zero(65);
  CHECK_THAT(message_of([&] { SupportTokens{p}; }), contains("the number of tokens is 65"));
  p.x = Vector::Constant(3, 10.5);
  CHECK_THAT(message_of([&] { SupportTokens{p}; }), contains("support_tokens: x is 10.5"));
}

TEST_CASE(
    "support_tokens: in random sequences the support token has half of the force, and hardly "
    "feels it",
    "[draws]") {
  // a = 0.2, tokens of variance 4, six of them; those inside the wall, as figure 3.3 takes them.
  double means[4] = {0.0, 0.0, 0.0, 0.0};
  double spread = 0.0;
  const int seeds = 10;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Rng rng(seed);
    std::vector<double> own, share, near;
    double least = 0.0, inside = 0.0;
    for (int draw = 0; draw < 6000; ++draw) {
      Vector x(6);
      for (double& v : x) v = 2.0 * rng.normal();
      const ScalarResidual map = scalar_residual(x, 0.2);
      if (lowest(map.margin) <= 0.0) continue;
      inside += 1.0;
      Matrix force = scalar_margin_gradients(x, 0.2);
      const Index t = map.support_token;
      own.push_back(force(t, t) * force(t, t) / force.row(t).squaredNorm());
      for (Index s = 0; s < 6; ++s) force.row(s) /= map.margin(s);
      const double part = force.row(t).norm() / force.rowwise().norm().sum();
      share.push_back(part);
      if (map.margin(t) < 0.1) near.push_back(part);
      least += std::fabs(x(t)) == lowest(x.tail(4).cwiseAbs()) ? 1.0 : 0.0;
    }
    const auto mean = [](const std::vector<double>& of_all) {
      double sum = 0.0;
      for (const double one : of_all) sum += one;
      return sum / static_cast<double>(of_all.size());
    };
    const auto deviation = [&](const std::vector<double>& of_all) {
      const double middle = mean(of_all);
      double sum = 0.0;
      for (const double one : of_all) sum += (one - middle) * (one - middle);
      return std::sqrt(sum / static_cast<double>(of_all.size()));
    };
    std::sort(own.begin(), own.end());
    means[0] += mean(share) / seeds;
    means[1] += mean(near) / seeds;
    means[2] += own[own.size() / 2] / seeds;
    means[3] += least / inside / seeds;
    spread += deviation(share) / seeds;
  }
  CHECK(means[0] == Approx(0.463).margin(0.005));
  CHECK(spread == Approx(0.163).margin(0.005));
  CHECK(means[1] == Approx(0.816).margin(0.015));
  CHECK(means[2] == Approx(0.0345).margin(0.004));
  CHECK(means[3] == Approx(0.41).margin(0.008));
}
