#include "experiments/bilinear-form/metric_explorer.hpp"

#include <cmath>

#include "attn/geometry/metric.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

TEST_CASE("metric explorer: the key that wins is not the nearest one") {
  const auto f = MetricExplorer({}).frame();
  CHECK(f.winner == 3);
  CHECK(f.nearest == 0);
  CHECK(f.distances(0) == Approx(std::sqrt(0.1)));
  CHECK(f.distances(3) > 5.0 * f.distances(0));
  for (Index j = 0; j < 5; ++j) {
    CHECK(f.scores(j) == Approx(0.71 * (f.key(j, 0) + 0.4 * f.key(j, 1))).margin(1e-15));
  }
  CHECK(f.score_error <= 1e-15);
  CHECK(f.raise_error <= 1e-15);
}

TEST_CASE(
    "metric explorer: without a key moving, a ruler that counts the second direction makes another "
    "win") {
  MetricExplorerParams p;
  p.g << 0.15, 0.0, 0.0, 1.4;
  const auto f = MetricExplorer(p).frame();
  CHECK(f.winner == 1);
  CHECK(f.scores(1) == Approx(0.885));
}

TEST_CASE("metric explorer: every point of the ellipse has length 1") {
  MetricExplorerParams p;
  p.g << 0.5, 0.3, 0.3, 0.9;
  p.skew = 0.4;
  const auto f = MetricExplorer(p).frame();
  REQUIRE(f.ellipse.rows() == 97);
  for (Index i = 0; i < 97; ++i) {
    CHECK(bilinear_form(f.form, f.ellipse.row(i), f.ellipse.row(i)) == Approx(1.0));
  }
  CHECK(f.stripe.size() == 0);
}

TEST_CASE("metric explorer: a flat ruler has two lines for an ellipse, and no way back up") {
  MetricExplorerParams p;
  p.g = Matrix::Constant(2, 2, 0.5);
  const auto f = MetricExplorer(p).frame();
  CHECK(f.ellipse.size() == 0);
  REQUIRE(f.stripe.size() == 2);
  Vector x(2);
  x << 3.0, -3.0 + std::sqrt(2.0);
  CHECK(bilinear_form(f.form, x, x) == Approx(1.0));
  CHECK(std::fabs(f.stripe.dot(x)) == Approx(1.0));
  CHECK_FALSE(f.invertible);
  CHECK(f.raise_error == 0.0);
}

TEST_CASE("metric explorer: the antisymmetric part scores keys and measures nothing") {
  MetricExplorerParams p;
  p.g = Matrix::Zero(2, 2);
  p.skew = 0.71;
  const auto f = MetricExplorer(p).frame();
  CHECK(f.square == 0.0);
  CHECK(largest(f.scores) > 0.5);
  CHECK(f.invertible);
  CHECK(f.raise_error <= 1e-15);
  CHECK(f.ellipse.size() == 0);
  CHECK(f.stripe.size() == 0);
  // q^a g_ab k^b, and not k^a g_ab q^b, which is minus that.
  CHECK(f.scores(1) == Approx(0.71 * (1.0 * 1.5 - 0.4 * 0.3)));
}

TEST_CASE("metric explorer: a form that is not positive has neither ellipse nor lines") {
  MetricExplorerParams p;
  p.g << 1.0, 0.0, 0.0, -1.0;
  const auto f = MetricExplorer(p).frame();
  CHECK(f.ellipse.size() == 0);
  CHECK(f.stripe.size() == 0);
  p.g << 0.0, 0.0, 0.0, -1.0;
  CHECK(MetricExplorer(p).frame().stripe.size() == 0);
  p.g.setZero();
  CHECK(MetricExplorer(p).frame().winner == 0);
}

TEST_CASE("metric explorer: bad parameters are refused by name") {
  MetricExplorerParams p;
  p.g << 1.0, 0.5, 0.0, 1.0;
  CHECK(message_of([&] { MetricExplorer{p}; }) != "(no attn::Error)");
  p = {};
  p.query.resize(1, 3);
  p.query.setZero();
  CHECK_THAT(message_of([&] { MetricExplorer{p}; }), contains("query is 1 x 3"));
  p = {};
  p.skew = 1e9;
  CHECK_THAT(message_of([&] { MetricExplorer{p}; }), contains("skew is 1000000000, expected"));
}
