#include "attn/training/value_step.hpp"

#include <cmath>
#include <string>

#include "attn/numerics/largest.hpp"
#include "attn/training/routing.hpp"
#include "catch.hpp"
#include "training/heads.hpp"

using namespace attn;

namespace {

struct Reading {
  HeadProblem problem;
  ClassifierForward forward;
  const Matrix& weights() const { return forward.heads[0].routing.weights; }
  const Matrix& values() const { return forward.heads[0].values; }
  ValueStep step(double eta) const {
    return value_step(weights(), problem.weights.w_o, forward.prediction, eta);
  }
  Vector losses(const Matrix& values) const {
    return classifier_forward(problem.x, problem.weights, problem.targets, {}, {values})
        .prediction.losses;
  }
};

Reading reading(std::uint64_t seed) {
  HeadProblem p = head_problem(seed);
  ClassifierForward forward = classifier_forward(p.x, p.weights, p.targets);
  return {std::move(p), std::move(forward)};
}

}  // namespace

TEST_CASE("first order and remainder are the exact change, one value at a time and all at once") {
  for (const double eta : {1e-4, 0.05, 3.0, 400.0}) {
    const Reading r = reading(1);
    const ValueStep s = r.step(eta);
    const Vector before = r.forward.prediction.losses;
    const double tolerance = 1e-13 * (1.0 + eta * eta);
    for (Index j = 0; j < 5; ++j) {
      Matrix moved = r.values();
      moved.row(j) -= eta * s.ubar.row(j);
      const Vector change = r.losses(moved) - before;
      CHECK(largest(change - s.one.col(j) - s.one_remainder.col(j)) <= tolerance);
    }
    const Vector change = r.losses(r.values() - eta * s.ubar) - before;
    CHECK(largest(change - s.all - s.all_remainder) <= tolerance);
    CHECK(std::fabs(change.sum() - s.total - s.total_remainder) <= tolerance);
    CHECK(lowest(s.one_remainder) >= 0.0);
    CHECK(lowest(s.all_remainder) >= 0.0);
  }
}

TEST_CASE(
    "the change of all queries together is minus the squares of the errors that values receive") {
  Index losers = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const ValueStep s = reading(seed).step(0.1);
    CHECK(s.total <= 0.0);
    CHECK(std::fabs(s.all.sum() - s.total) <= 1e-14);
    CHECK(largest(s.one.rowwise().sum() - s.all) <= 1e-14);
    losers += (s.all.array() > 0.0).count();
  }
  // Single queries may lose all the same: about a quarter of them.
  CHECK(losers > 200);
  CHECK(losers < 320);
}

TEST_CASE("the remainder is of second order, to the smallest steps") {
  const Reading r = reading(2);
  double last = 0.0;
  for (const double eta : {1e-2, 1e-4, 1e-6, 1e-8, 1e-10}) {
    const double remainder = r.step(eta).total_remainder / (eta * eta);
    if (last > 0.0) CHECK(remainder == Approx(last).epsilon(0.02));
    last = remainder;
  }
  // Half the variance of the change under p.
  const ValueStep s = r.step(1e-8);
  const Matrix change = s.context_changes * r.problem.weights.w_o.transpose();
  for (Index i = 0; i < 5; ++i) {
    const Eigen::ArrayXd p = r.forward.prediction.probabilities.row(i).transpose();
    const Eigen::ArrayXd z = change.row(i).transpose();
    const double mean = (p * z).sum();
    CHECK(s.all_remainder(i) == Approx(0.5 * (p * (z - mean).square()).sum()).epsilon(1e-6));
  }
}

TEST_CASE("the dominant query leaves out what the other readers of a value want") {
  const Reading r = reading(3);
  const double eta = 0.2;
  const ValueStep s = r.step(eta);
  const Matrix& a = r.weights();
  for (Index i = 0; i < 5; ++i) {
    for (Index j = 0; j < 5; ++j) {
      double others = 0.0;
      for (Index q = 0; q < 5; ++q) {
        if (q != i) others += a(q, j) * s.u.row(i).dot(s.u.row(q));
      }
      CHECK(std::fabs(s.dominant_error(i, j) - eta * a(i, j) * others) <= 1e-15);
      CHECK(std::fabs(s.dominant(i, j) + eta * a(i, j) * a(i, j) * s.u.row(i).squaredNorm()) <=
            1e-15);
    }
  }
  // Where every query has a value of its own, it is all there is.
  const ValueStep own =
      value_step(Matrix::Identity(5, 5), r.problem.weights.w_o, r.forward.prediction, eta);
  CHECK(largest(own.dominant_error) <= 1e-16);
}

TEST_CASE(
    "remainders of the loss do not depend on targets, and vanish where all logits move alike") {
  Matrix p(2, 3);
  p << 0.2, 0.3, 0.5, 1.0, 0.0, 0.0;
  Matrix change = Matrix::Constant(2, 3, 7.0);
  CHECK(largest(loss_remainders(p, change)) <= 1e-15);
  change << 1.0, -2.0, 30.0, 5.0, 1e300, -1e300;
  const Vector r = loss_remainders(p, change);
  const double mean = 0.2 - 0.6 + 15.0;
  CHECK(r(0) ==
        Approx(std::log(0.2 * std::exp(1.0) + 0.3 * std::exp(-2.0) + 0.5 * std::exp(30.0)) - mean));
  CHECK(r(1) == 0.0);
  // A class that hardly had a chance, and now has all of it.
  p.row(0) << 1e-10, 0.5, 0.5 - 1e-10;
  change.row(0) << 2.0, 0.0, 0.0;
  CHECK(loss_remainders(p, change)(0) == Approx(1e-10 * (std::exp(2.0) - 3.0)).epsilon(1e-8));
  change.row(0) << 1000.0, 0.0, 0.0;
  CHECK(loss_remainders(p, change)(0) == Approx(1000.0 + std::log(1e-10) - 1e-7).epsilon(1e-14));
}

TEST_CASE("steps of values refuse what does not fit") {
  const Reading r = reading(4);
  CHECK(message_of([&] { return r.step(-0.1); }) ==
        "value_step: eta is -0.1, expected a finite number >= 0");
  CHECK(message_of([&] {
          return value_step(Matrix::Ones(4, 5), r.problem.weights.w_o, r.forward.prediction, 0.1);
        }) == "value_step: at.probabilities is 5 x 3, expected 4 x 3");
  for (Index row = 0; row < r.weights().rows(); ++row) {
    CrossEntropy at = r.forward.prediction;
    at.probabilities.row(row) << 1.0, 1.0, 0.0;
    CHECK(message_of([&] { return value_step(r.weights(), r.problem.weights.w_o, at, 0.1); }) ==
          "value_step: at.probabilities, row " + std::to_string(row) +
              " is a vector with the sum 2, expected the sum 1");
  }
  CHECK(message_of([] { return loss_remainders(Matrix::Ones(1, 2), Matrix::Ones(1, 2)); }) ==
        "loss_remainders: probabilities, row 0 is a vector with the sum 2, expected the sum 1");
  CHECK(message_of([&] {
          const Matrix weights = 1e10 * r.weights();
          return value_step(weights, r.problem.weights.w_o, r.forward.prediction, 1e308);
        }) == "value_step: a change of a logit is too large for a double");
}
