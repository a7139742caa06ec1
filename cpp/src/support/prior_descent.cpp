#include "attn/support/prior_descent.hpp"

#include <cmath>

#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "numerics/infinity.hpp"
#include "support/residual_parts.hpp"

namespace attn {
namespace {

constexpr const char* kName = "PriorDescent";
constexpr double kSufficient = 1e-4;  // of the fall that the gradient promises (Armijo)
constexpr Index kHalvings = 60;
constexpr Index kPlaces = 16;  // on the way of a step

}  // namespace

PriorDescent::PriorDescent(const MatrixRef& x, const HeadWeights& weights, double step,
                           const PriorObjective& objective, const ResidualOptions& options)
    : x_(x), weights_(weights), step_(step), objective_(objective) {
  check::positive(kName, "step", step);
  check::positive(kName, "objective.sigma", objective.sigma);
  check::not_negative(kName, "objective.weight", objective.weight);
  check::not_negative(kName, "objective.floor", objective.floor);
  check_residual_arguments(kName, x, weights, options);
  check_fit(kName, compute_map(x, weights, options, map_));
  check::result(kName, "the energy of x", energy_of(map_, objective.sigma));
  loss_ = loss_of(map_);
  if (!std::isfinite(loss_)) {
    check::refuse(kName, "the least margin of x", {least_margin()}, "one above objective.floor");
  }
}

double PriorDescent::least_margin() const { return lowest(determinant_margins(map_).cwiseAbs()); }

// Infinity where a margin is at the floor or below, and where the energy is too large.
double PriorDescent::loss_of(const ResidualMap& map) const {
  double barrier = 0.0;
  for (Index t = 0; t < map.sign.size(); ++t) {
    if (objective_.floor == 0.0) {
      barrier -= map.log_abs_det(t);
      continue;
    }
    const double room = mathfn::exp(map.log_abs_det(t)) - objective_.floor;
    if (!(room > 0.0)) return kInfinity;
    barrier -= mathfn::log(room);
  }
  if (!(barrier < kInfinity)) return kInfinity;
  return energy_of(map, objective_.sigma) + objective_.weight * barrier;
}

bool PriorDescent::map_at(const Matrix& x, ResidualMap& out) const {
  return x.allFinite() && !compute_map(x, weights_, map_.options, out);
}

bool PriorDescent::stays_inside(const Matrix& direction, double step) const {
  for (Index i = 1; i < kPlaces; ++i) {
    const double share = step * static_cast<double>(i) / static_cast<double>(kPlaces);
    ResidualMap there;
    if (!map_at(x_ - share * direction, there)) return false;
    if (there.sign != map_.sign || !(loss_of(there) < kInfinity)) return false;
  }
  return true;
}

bool PriorDescent::direction_of_step(Matrix& direction) const {
  PriorTerms terms;
  terms.barrier = Vector::Constant(x_.rows(), objective_.weight);
  if (objective_.floor > 0.0) {
    const Vector margins = determinant_margins(map_).cwiseAbs();
    for (Index t = 0; t < margins.size(); ++t) {
      terms.barrier(t) *= margins(t) / (margins(t) - objective_.floor);
    }
  }
  ResidualGradient gradient;
  if (compute_gradient(x_, weights_, map_, objective_.sigma, terms, gradient)) return false;
  direction = gradient.d_x;
  return true;
}

bool PriorDescent::take_step() {
  Matrix direction;
  if (!direction_of_step(direction)) return false;
  const double slope = direction.squaredNorm();
  double step = step_;
  for (Index halved = 0; halved < kHalvings; ++halved, step *= 0.5) {
    const Matrix next = x_ - step * direction;
    ResidualMap there;
    if (!map_at(next, there)) continue;
    const double loss = loss_of(there);
    if (!(loss <= loss_ - kSufficient * step * slope) || there.sign != map_.sign) continue;
    if (!stays_inside(direction, step)) continue;
    const bool moved = next != x_;
    x_ = next;
    map_ = there;
    loss_ = loss;
    return moved;
  }
  return false;
}

Index PriorDescent::advance(Index steps) {
  check::count(kName, "steps", steps, 0, check::kMaxBudget);
  Index taken = 0;
  while (taken < steps && take_step()) ++taken;
  return taken;
}

}  // namespace attn
