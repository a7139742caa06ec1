#include "attn/support/prior_descent.hpp"

#include <cmath>

#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "catch.hpp"
#include "support/residual_cases.hpp"

using namespace attn;

namespace {

HeadWeights scalar_weights(double a) {
  return {Matrix::Constant(1, 1, a), Matrix::Ones(1, 1), Matrix::Ones(1, 1)};
}

}  // namespace

TEST_CASE("each step of a descent lowers energy and barrier, and every one is taken") {
  for (const ResidualCase& c : residual_cases()) {
    PriorDescent descent(c.x, c.weights, 0.3, {}, c.options);
    double before = descent.loss();
    for (int i = 0; i < 40; ++i) {
      REQUIRE(descent.advance(1) == 1);
      CHECK(descent.loss() < before);
      before = descent.loss();
      const ResidualMap there = residual_map(descent.embeddings(), c.weights, c.options);
      CHECK(largest(there.residual - descent.map().residual) == 0.0);
      CHECK(std::fabs(before - residual_energy(there) - there.barrier) < 1e-12);
    }
  }
}

TEST_CASE("descent ends where the gradient of the prior is 0") {
  // With the token itself in its context there are directions in which the density has no end.
  Index cases = 0;
  for (const ResidualCase& c : residual_cases()) {
    if (c.options.include_self) continue;
    PriorDescent descent(c.x, c.weights, 0.3, {}, c.options);
    const double before = largest(residual_gradient(c.x, c.weights, descent.map()).d_x);
    CHECK(descent.advance(1500) > 100);
    const ResidualMap map = residual_map(descent.embeddings(), c.weights, c.options);
    CHECK(before > 0.3);
    CHECK(largest(residual_gradient(descent.embeddings(), c.weights, map).d_x) < 5e-4);
    ++cases;
  }
  CHECK(cases == 6);
}

TEST_CASE("no margin changes its sign on the way of a step, not only at its end") {
  // Long steps from anywhere: the way back may be on the same side of the boundary, and the loss
  // lower there.
  Rng rng(3);
  Index taken = 0;
  for (int draw = 0; draw < 1500; ++draw) {
    Matrix x(4, 1);
    for (double& token : x.reshaped()) token = 2.0 * rng.normal();
    const HeadWeights weights = scalar_weights(0.3 + 2.0 * rng.uniform());
    PriorDescent descent(x, weights, std::exp(3.0 * rng.uniform() - 1.0));
    const Vector signs = descent.map().sign;
    taken += descent.advance(1);
    for (int i = 1; i <= 100; ++i) {
      const double share = 0.01 * i;
      const Matrix between = (1.0 - share) * x + share * descent.embeddings();
      if (residual_map(between, weights).sign == signs) continue;
      FAIL_CHECK("draw " << draw << " crosses the boundary at " << share << " of the way");
      break;
    }
  }
  CHECK(taken == 1500);
}

TEST_CASE("a step that sixty halvings leave too long is not taken") {
  const ResidualCase c = residual_cases()[1];
  PriorDescent descent(c.x, c.weights, 1e60, {}, c.options);
  CHECK(descent.advance(3) == 0);
  CHECK(descent.embeddings() == c.x);
  // What is too large for a double on the way is no error, but too long.
  PriorDescent far(c.x, c.weights, 1e300, {}, c.options);
  CHECK(far.advance(1) == 0);
}

TEST_CASE("descent from close to the boundary stays on its side, whatever the step") {
  // Var = 1 for a query of 0: margins of +-10^-3.
  const Matrix x = (Eigen::Vector3d() << -1.0, 1.0, 0.0).finished();
  for (const double margin : {1e-3, -1e-3}) {
    for (const double step : {1e-3, 1.0, 100.0}) {
      PriorDescent descent(x, scalar_weights(1.0 - margin), step);
      CHECK(descent.advance(200) > 0);
      CHECK(descent.map().sign(2) == (margin > 0.0 ? 1.0 : -1.0));
      CHECK(descent.least_margin() > 1e-3);
    }
  }
}

TEST_CASE(
    "the lighter the barrier, the lower the energy that is left, with every margin above the "
    "floor") {
  // With a < 0 variance is a gain of the barrier, against the energy.
  const Matrix x = (Eigen::Vector3d() << -0.6, 0.7, 0.3).finished();
  PriorObjective objective;
  objective.floor = 0.9;
  double before = 1e300;
  for (const double weight : {1.0, 0.1, 0.01}) {
    objective.weight = weight;
    PriorDescent descent(x, scalar_weights(-1.0), 0.2, objective);
    descent.advance(400);
    CHECK(descent.least_margin() > objective.floor);
    const double energy = residual_energy(descent.map());
    CHECK(energy < before);
    before = energy;
  }
  CHECK(before < 1e-2);
}

TEST_CASE("the objective with a floor has the gradient that it is followed by") {
  const ResidualCase c = residual_cases()[3];
  PriorObjective objective;
  objective.floor = 0.05;
  objective.weight = 0.7;
  objective.sigma = 0.8;
  const auto loss = [&](const Matrix& x) {
    return PriorDescent(x, c.weights, 1.0, objective, c.options).loss();
  };
  const Matrix slope = central_differences(loss, c.x, 1e-3);
  PriorDescent descent(c.x, c.weights, 1e-6, objective, c.options);
  REQUIRE(descent.advance(1) == 1);
  CHECK(gradient_error((c.x - descent.embeddings()) * 1e6, slope, 1e-3) < 1e-6);
}

TEST_CASE("PriorDescent says what is wrong with its arguments") {
  const Matrix on_it = (Eigen::Vector3d() << -1.0, 1.0, 0.0).finished();
  const HeadWeights weights = scalar_weights(1.0);
  CHECK(message_of([&] { PriorDescent(on_it, weights, 0.1); }) ==
        "PriorDescent: the least margin of x is 0, expected one above objective.floor");
  CHECK(message_of([&] { PriorDescent(on_it, weights, 0.0); }).find("step") != std::string::npos);
  const HeadWeights huge = scalar_weights(1e300);
  const Matrix far = 1e200 * on_it;
  CHECK(message_of([&] { PriorDescent(far, huge, 0.1); }) ==
        "PriorDescent: a query is too large for a double");
  PriorObjective objective;
  objective.sigma = 1e-200;
  CHECK(message_of([&] { PriorDescent(on_it, huge, 0.1, objective); }) ==
        "PriorDescent: the energy of x is too large for a double");
  objective.sigma = 1.0;
  objective.floor = -1.0;
  CHECK(message_of([&] { PriorDescent(on_it, weights, 0.1, objective); }).find("objective.floor") !=
        std::string::npos);
}
