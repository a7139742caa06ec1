#include "attn/support/prior_descent.hpp"

#include <cmath>

#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "support/residual_cases.hpp"

using namespace attn;

namespace {

HeadWeights scalar_weights(double a) {
  return {Matrix::Constant(1, 1, a), Matrix::Ones(1, 1), Matrix::Ones(1, 1)};
}

}  // namespace

TEST_CASE("descent on the prior falls, ends where its gradient is 0, and crosses no boundary") {
  for (const ResidualCase& c : residual_cases()) {
    PriorDescent descent(c.x, c.weights, 0.3, {}, c.options);
    const Vector signs = descent.map().sign;
    double before = descent.loss();
    for (int i = 0; i < 40; ++i) {
      if (descent.advance(1) == 0) break;
      CHECK(descent.loss() < before);
      CHECK((descent.map().sign - signs).isZero(0.0));
      before = descent.loss();
    }
    const ResidualMap& map = descent.map();
    CHECK(std::fabs(descent.loss() - residual_energy(map) - map.barrier) < 1e-12);
  }
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
  PriorObjective objective;
  objective.floor = -1.0;
  CHECK(message_of([&] { PriorDescent(on_it, weights, 0.1, objective); }).find("objective.floor") !=
        std::string::npos);
}
