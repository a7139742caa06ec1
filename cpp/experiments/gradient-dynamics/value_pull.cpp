#include "experiments/gradient-dynamics/value_pull.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "attn/training/value_step.hpp"
#include "experiments/gradient-dynamics/class_plane.hpp"

namespace attn::experiments {
namespace {

constexpr Index kReaders = 3;
constexpr double kReach = 3.0;
// Below this a product of errors is rounding, and nothing is compared with it.
constexpr double kNoPush = 1e-12;

Matrix targets_of(PlaneTargets targets) {
  return one_hot(
      targets == PlaneTargets::kAbc ? std::vector<Index>{0, 1, 2} : std::vector<Index>{0, 0, 1},
      kPlaneClasses);
}

}  // namespace

std::vector<Setting<ValuePullParams>> ValuePull::settings() {
  ValuePullParams outvoted;
  outvoted.values = Matrix::Zero(kReaders, 2);
  outvoted.own = 0.0;
  outvoted.targets = PlaneTargets::kAab;
  ValuePullParams own;
  own.own = 6.0;
  own.eta = 1.0;
  return {{ValuePullParams{}, 0, 0}, {outvoted, 0, 0}, {own, 0, 0}};
}

ValuePull::ValuePull(const Params& params) {
  check::matrix(kName, "values", params.values);
  check::shape(kName, "values", params.values, kReaders, 2);
  for (const double v : params.values.reshaped())
    check::within(kName, "values", v, -kReach, kReach);
  checked(kName, params);
  const Matrix scores = params.own * Matrix::Identity(kReaders, kReaders);
  const Matrix targets = targets_of(params.targets);
  const PlanePass pass = plane_pass(scores, params.values, targets);
  const ValueStep step =
      value_step(pass.routing.weights, class_directions(), pass.prediction, params.eta);

  Frame& f = frame_;
  f.directions = class_directions();
  f.values = params.values;
  f.weights = pass.routing.weights;
  f.contexts = pass.routing.contexts;
  f.u = step.u;
  f.ubar = step.ubar;
  f.after = params.values - params.eta * step.ubar;
  f.contexts_after = f.contexts + step.context_changes;
  f.losses = pass.prediction.losses;
  f.changes = step.all + step.all_remainder;
  f.first_order = step.all;
  f.total_first_order = step.total;
  f.total = step.total + step.total_remainder;

  f.pushed = true;
  for (Index i = 0; i < kReaders; ++i) {
    if (std::fabs(step.one(i, i)) < kNoPush) f.pushed = false;
  }
  for (Index i = 0; f.pushed && i < kReaders; ++i) {
    f.dominant_error =
        larger(f.dominant_error, std::fabs(step.dominant_error(i, i) / step.one(i, i)));
  }
  f.sum_error = std::fabs(step.all.sum() - step.total);
  const Vector after = plane_pass(scores, f.after, targets).prediction.losses;
  f.step_error = largest(after - f.losses - f.changes);
  f.gradient_error = plane_gradient_error(pass, scores, params.values, targets);
}

}  // namespace attn::experiments
