#include "attn/support/scalar_residual.hpp"

#include <cmath>

#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "numerics/infinity.hpp"
#include "support/scalar_map.hpp"

namespace attn {
namespace {

constexpr double kMostToken = 1e100;  // its third power is a double
constexpr double kHalfLogTwoPi = 0.91893853320467274178;

void check_arguments(const char* function, const VectorRef& x, double a) {
  check::vector(function, "x", x);
  for (Index t = 0; t < x.size(); ++t) {
    if (std::fabs(x(t)) <= kMostToken) continue;
    check::refuse(function, {"x[", t, "]"}, {x(t)}, "at most 1e100 in size");
  }
  check::finite(function, "a", a);
}

// Weights of the context of token t, relative to its largest logit, so that none overflows:
// alpha_ts for s < t.
void attend(const char* function, const VectorRef& x, double a, Index t,
            Eigen::Ref<Matrix> weights) {
  const double slope = check::result(function, "a x_t", a * x(t));
  double best = x(0);
  for (Index s = 1; s < t; ++s) best = (slope > 0.0 ? x(s) > best : x(s) < best) ? x(s) : best;
  double sum = 0.0;
  for (Index s = 0; s < t; ++s) {
    const double weight = mathfn::exp(slope * (x(s) - best));
    weights(t, s) = weight;
    sum += weight;
  }
  for (Index s = 0; s < t; ++s) weights(t, s) /= sum;
}

// Mean, variance and third moment of the context of token t, from distances to its first token: 0
// exactly where all are alike.
void take_moments(const VectorRef& x, Index t, ScalarResidual& out) {
  double shift = 0.0;
  for (Index s = 1; s < t; ++s) shift += out.weights(t, s) * (x(s) - x(0));
  out.mean(t) = x(0) + shift;
  for (Index s = 0; s < t; ++s) {
    const double c = (x(s) - x(0)) - shift;
    out.variance(t) += out.weights(t, s) * c * c;
    out.third(t) += out.weights(t, s) * c * c * c;
  }
}

// dm_t / dx of one row, from what is known of the map.
void margin_gradient(const VectorRef& x, double a, const ScalarResidual& map, Index t,
                     Eigen::Ref<Vector> row) {
  row(t) = -a * a * map.third(t);
  // As in take_moments: a rounded mean would cost the digits of c.
  double shift = 0.0;
  for (Index s = 1; s < t; ++s) shift += map.weights(t, s) * (x(s) - x(0));
  for (Index s = 0; s < t; ++s) {
    const double c = (x(s) - x(0)) - shift;
    const double share = 2.0 * c + a * x(t) * (c * c - map.variance(t));
    row(s) = -a * map.weights(t, s) * share;
  }
}

}  // namespace

ScalarResidual scalar::residual(const char* function, const VectorRef& x, double a) {
  check_arguments(function, x, a);
  const Index n = x.size();
  ScalarResidual out;
  out.weights = Matrix::Zero(n, n);
  out.mean = Vector::Zero(n);
  out.variance = Vector::Zero(n);
  out.third = Vector::Zero(n);
  out.margin = Vector::Ones(n);
  out.barrier = 0.0;
  out.support_token = 0;
  for (Index t = 1; t < n; ++t) {
    attend(function, x, a, t, out.weights);
    take_moments(x, t, out);
    out.margin(t) = 1.0 - a * out.variance(t);
    if (out.margin(t) < out.margin(out.support_token)) out.support_token = t;
    out.barrier -= mathfn::log(std::fabs(out.margin(t)));
  }
  out.residual = x - out.mean;
  out.supported = out.margin(out.support_token) < 1.0;
  check::result(function, "a margin", out.margin);
  return out;
}

ScalarResidual scalar_residual(const VectorRef& x, double a) {
  return scalar::residual("scalar_residual", x, a);
}

double scalar_log_density(const ScalarResidual& map, double sigma, BeyondBoundary beyond) {
  constexpr const char* kName = "scalar_log_density";
  check::vector(kName, "map.residual", map.residual);
  check::vector(kName, "map.margin", map.margin, map.residual.size());
  check::positive(kName, "sigma", sigma);
  double energy = 0.0;
  double volume = 0.0;
  bool beyond_it = false;
  for (Index t = 0; t < map.residual.size(); ++t) {
    const double e = map.residual(t) / sigma;
    energy += 0.5 * e * e;
    volume += mathfn::log(std::fabs(map.margin(t)));
    beyond_it = beyond_it || map.margin(t) <= 0.0;
  }
  check::result(kName, "an energy", energy);
  if (volume == -kInfinity || (beyond_it && beyond == BeyondBoundary::kExclude)) return -kInfinity;
  const double constants = mathfn::log(sigma) + kHalfLogTwoPi;
  return volume - energy - static_cast<double>(map.residual.size()) * constants;
}

Matrix scalar_margin_gradients(const VectorRef& x, double a) {
  constexpr const char* kName = "scalar_margin_gradients";
  const ScalarResidual map = scalar::residual(kName, x, a);
  Matrix out = Matrix::Zero(x.size(), x.size());
  Vector row = Vector::Zero(x.size());
  for (Index t = 0; t < x.size(); ++t) {
    margin_gradient(x, a, map, t, row);
    out.row(t).head(t + 1) = row.head(t + 1);
  }
  check::result(kName, "a derivative", out);
  return out;
}

ScalarBarrierGradient scalar_barrier_gradient(const VectorRef& x, double a) {
  constexpr const char* kName = "scalar_barrier_gradient";
  const ScalarResidual map = scalar::residual(kName, x, a);
  ScalarBarrierGradient out{Vector::Zero(x.size()), 0.0};
  Vector row = Vector::Zero(x.size());
  for (Index t = 0; t < x.size(); ++t) {
    if (map.margin(t) == 0.0) {
      check::refuse(kName, {"the margin of token ", t}, "0", "another: the barrier is infinite");
    }
    margin_gradient(x, a, map, t, row);
    for (Index s = 0; s <= t; ++s) out.d_x(s) -= row(s) / map.margin(t);
    out.d_a += (map.variance(t) + a * x(t) * map.third(t)) / map.margin(t);
  }
  check::result(kName, "d_x", out.d_x);
  check::result(kName, "d_a", out.d_a);
  return out;
}

}  // namespace attn
