#include "attn/geometry/geodesic.hpp"

#include <array>
#include <string>
#include <utility>

#include "attn/geometry/metric.hpp"
#include "attn/numerics/check.hpp"
#include "numerics/elimination.hpp"

namespace attn {
namespace {

constexpr Index kStages = 4;
// Of Runge and Kutta: where each stage looks, and what it counts in the end.
constexpr std::array<double, kStages> kNodes = {0.0, 0.5, 0.5, 1.0};
constexpr std::array<double, kStages> kWeights = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};

void check_field(const MetricAt& at, Index n) {
  check::shape("Geodesic", "g", at.g, n, n);
  if (static_cast<Index>(at.dg.size()) != n) {
    check::refuse("Geodesic", "dg", std::to_string(at.dg.size()) + " long", std::to_string(n));
  }
  bool finite = at.g.allFinite();
  for (const Matrix& d : at.dg) {
    check::shape("Geodesic", "a matrix of dg", d, n, n);
    finite = finite && d.allFinite();
  }
  if (!finite) check::refuse("Geodesic", "the field", "not finite", "finite numbers");
}

void check_path(const Vector& x, const Vector& v) {
  if (x.allFinite() && v.allFinite()) return;
  throw Error("Geodesic: the path is too large for a double");
}

}  // namespace

Geodesic::Geodesic(MetricField field, const VectorRef& x, const VectorRef& v)
    : field_(std::move(field)), x_(x), v_(v) {
  check::vector("Geodesic", "x", x);
  check::vector("Geodesic", "v", v, x.size());
  if (!field_) check::refuse("Geodesic", "field", "empty", "a function");
  const Index n = x.size();
  field_(x_, at_);
  check_field(at_, n);
  to_x_ = to_v_ = trial_x_ = trial_v_ = x_;
  velocities_.resize(kStages, n);
  accelerations_.resize(kStages, n);
  used_.resize(n, n);
  force_.resize(n, 1);
}

// Not by the symbols, of which there are n^3: g_dc x''^c = (1/2 d_d g_ab - d_a g_bd) x'^a x'^b.
void Geodesic::accelerate(const Vector& x, const Vector& v, Index stage) {
  const Index n = v.size();
  check_path(x, v);
  field_(x, at_);
  check_field(at_, n);
  for (Index d = 0; d < n; ++d) {
    double sum = 0.0;
    for (Index a = 0; a < n; ++a) {
      for (Index b = 0; b < n; ++b) {
        const double along = 0.5 * at_.dg[static_cast<std::size_t>(d)](a, b);
        sum += (along - at_.dg[static_cast<std::size_t>(a)](b, d)) * v(a) * v(b);
      }
    }
    force_(d, 0) = sum;
  }
  used_ = at_.g;
  if (!eliminate(used_, force_)) {
    check::refuse("Geodesic", "g", "singular", "a matrix that has an inverse");
  }
  for (Index c = 0; c < n; ++c) {
    velocities_(stage, c) = v(c);
    accelerations_(stage, c) = force_(c, 0);
  }
}

void Geodesic::step(double h) {
  const Index n = x_.size();
  accelerate(to_x_, to_v_, 0);
  for (Index stage = 1; stage < kStages; ++stage) {
    const double ahead = h * kNodes[static_cast<std::size_t>(stage)];
    for (Index c = 0; c < n; ++c) {
      trial_x_(c) = to_x_(c) + ahead * velocities_(stage - 1, c);
      trial_v_(c) = to_v_(c) + ahead * accelerations_(stage - 1, c);
    }
    accelerate(trial_x_, trial_v_, stage);
  }
  for (Index stage = 0; stage < kStages; ++stage) {
    const double share = h * kWeights[static_cast<std::size_t>(stage)];
    for (Index c = 0; c < n; ++c) {
      to_x_(c) += share * velocities_(stage, c);
      to_v_(c) += share * accelerations_(stage, c);
    }
  }
  check_path(to_x_, to_v_);
}

void Geodesic::advance(double time, Index steps) {
  check::finite("Geodesic::advance", "time", time);
  check::count("Geodesic::advance", "steps", steps, 1, check::kMaxBudget);
  const double h = time / static_cast<double>(steps);
  to_x_ = x_;
  to_v_ = v_;
  for (Index i = 0; i < steps; ++i) step(h);
  x_.swap(to_x_);
  v_.swap(to_v_);
}

double Geodesic::speed() const {
  MetricAt at;
  field_(x_, at);
  return metric_length(at.g, v_);
}

}  // namespace attn
