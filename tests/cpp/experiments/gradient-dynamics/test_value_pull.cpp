#include "experiments/gradient-dynamics/value_pull.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/training/value_step.hpp"
#include "catch.hpp"
#include "experiments/gradient-dynamics/class_plane.hpp"
#include "experiments/gradient-dynamics/toy.hpp"

using namespace attn;
using experiments::class_directions;
using experiments::PlaneTargets;
using experiments::ValuePull;
using experiments::ValuePullFrame;
using experiments::ValuePullParams;

namespace {

ValuePullFrame pulled(const Matrix& values, double own, PlaneTargets targets, double eta = 0.5) {
  ValuePullParams p;
  p.values = values;
  p.own = own;
  p.targets = targets;
  p.eta = eta;
  return ValuePull(p).frame();
}

/// Values anywhere in the picture.
Matrix drawn(Rng& rng) {
  Matrix v(3, 2);
  for (double& number : v.reshaped()) number = 6.0 * rng.uniform() - 3.0;
  return v;
}

}  // namespace

TEST_CASE("value_pull: class directions are unit vectors that add up to 0") {
  const Matrix w = class_directions();
  CHECK(largest(w.rowwise().norm().array() - 1.0) <= 1e-15);
  CHECK(largest(w.colwise().sum()) <= 1e-15);
}

TEST_CASE(
    "value_pull: three values at one place with three classes hear nothing, though errors are "
    "there") {
  const ValuePullFrame f = pulled(Matrix::Zero(3, 2), 0.0, PlaneTargets::kAbc);
  CHECK(largest(f.ubar) < 1e-12);
  CHECK(lowest(f.u.rowwise().norm()) > 0.9);
  CHECK_FALSE(f.pushed);
  const ValuePullFrame open = ValuePull(ValuePullParams{}).frame();
  CHECK(lowest(open.ubar.rowwise().norm()) == Approx(0.28).margin(0.005));
  CHECK(highest(open.ubar.rowwise().norm()) == Approx(0.44).margin(0.005));
}

TEST_CASE(
    "value_pull: two readers of one class outvote the third, and the total falls all the same") {
  const ValuePullFrame f = pulled(Matrix::Zero(3, 2), 0.0, PlaneTargets::kAab);
  // By hand: all contexts move by 0.5 (2 w_A + w_B) / 3.
  const Eigen::RowVector2d step = 0.5 * (2.0 * f.directions.row(0) + f.directions.row(1)) / 3.0;
  CHECK(largest((f.contexts_after - f.contexts).rowwise() - step) <= 1e-15);
  CHECK(f.changes(0) == Approx(-0.229).margin(5e-4));
  CHECK(f.changes(1) == f.changes(0));
  CHECK(f.changes(2) == Approx(0.021).margin(5e-4));
  CHECK(f.total < 0.0);
  const ValuePullFrame open = ValuePull(ValuePullParams{}).frame();
  CHECK(largest(open.changes.cwiseMax(0.0)) == 0.0);
  CHECK(open.total == Approx(-0.193).margin(5e-4));
}

TEST_CASE(
    "value_pull: with a reader each, the approximation by the main reader holds, and else it does "
    "not") {
  ValuePullParams p;
  CHECK(ValuePull(p).frame().dominant_error == Approx(0.79).margin(0.005));
  p.own = 6.0;
  CHECK(ValuePull(p).frame().dominant_error < 0.02);
}

TEST_CASE(
    "value_pull: to first order the total never rises, and the step is what a second pass finds") {
  Rng rng(5);
  double losers = 0.0, readers = 0.0;
  for (int draw = 0; draw < 200; ++draw) {
    const PlaneTargets targets = draw % 2 == 0 ? PlaneTargets::kAbc : PlaneTargets::kAab;
    const double own = 6.0 * rng.uniform();
    const ValuePullFrame f = pulled(drawn(rng), own, targets, 0.01 + 0.99 * rng.uniform());
    CHECK(f.total_first_order <= 0.0);
    CHECK(f.sum_error <= 1e-12);
    CHECK(f.step_error <= 1e-13);
    CHECK(f.gradient_error <= 1e-7);
    CHECK(largest(f.contexts_after - f.weights.lazyProduct(f.after)) <= 1e-14);
    losers += (f.changes.array() > 0.0).count() > 0 ? 1.0 : 0.0;
    readers += 1.0;
  }
  // A reader that loses is no exception: the sum is what falls.
  CHECK(losers / readers > 0.1);
}

TEST_CASE("value_pull: in the toy a quarter of the readers lose by a step of all values") {
  double losers = 0.0, readers = 0.0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const experiments::Toy toy = experiments::draw_toy(seed, 0.7);
    const ClassifierForward pass = classifier_forward(toy.x, toy.weights, toy.targets);
    const ValueStep step =
        value_step(pass.heads[0].routing.weights, toy.weights.w_o, pass.prediction, 0.05);
    losers += static_cast<double>((step.all.array() > 0.0).count());
    readers += static_cast<double>(step.all.size());
  }
  CHECK(losers / readers == Approx(0.26).margin(0.02));
}

TEST_CASE("value_pull: first order and exact change part like the square of the step") {
  Rng rng(8);
  const Matrix v = drawn(rng);
  const auto remainder = [&](double eta) {
    const ValuePullFrame f = pulled(v, 1.0, PlaneTargets::kAbc, eta);
    return f.total - f.total_first_order;
  };
  CHECK(std::log(remainder(0.02) / remainder(0.01)) / std::log(2.0) == Approx(2.0).margin(0.1));
}

TEST_CASE("value_pull: refuses parameters out of range, by name") {
  ValuePullParams p;
  p.own = 7.0;
  CHECK_THAT(message_of([&] { ValuePull{p}; }), contains("value_pull: own is 7"));
  p = {};
  p.values(1, 0) = 3.5;
  CHECK_THAT(message_of([&] { ValuePull{p}; }), contains("value_pull: values is 3.5"));
  p = {};
  p.values(2, 1) = std::nan("");
  CHECK_THAT(message_of([&] { ValuePull{p}; }), contains("value_pull: values"));
  p = {};
  p.values = Matrix::Zero(4, 2);
  CHECK_THAT(message_of([&] { ValuePull{p}; }), contains("value_pull: values is 4 x 2"));
}
