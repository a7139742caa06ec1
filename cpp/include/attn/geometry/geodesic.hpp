// Geodesics: paths that go straight on, as far as a metric that depends on the position allows it.
// Source: seed 001, section 5.2. An object belongs to one thread at a time.
#pragma once

#include "attn/geometry/christoffel.hpp"

namespace attn {

/// A path along x''^c = -Gamma^c_ab x'^a x'^b, by the classical method of Runge and Kutta with
/// steps of the caller's length. Speed is what the exact path keeps, so that a change of it
/// measures the error, of order four in the step: 100 steps over a length on which the metric
/// changes by its own size give about eight digits. A field is not continued beyond where it is
/// defined: look at position() between calls, and stop before. One that was moved from may only be
/// assigned to or destroyed.
class Geodesic {
 public:
  /// Starts at x (n) with the velocity v (n), both finite. Throws Error otherwise, and for a field
  /// that does not give finite n x n matrices there.
  Geodesic(MetricField field, const VectorRef& x, const VectorRef& v);

  /// Goes on for `time` (finite; backwards where negative) in `steps` equal steps, 1 to
  /// check::kMaxBudget. Allocates nothing if the field does not. Throws Error otherwise, and where
  /// g is singular, not finite, or the path leaves what doubles hold: the object stays where it
  /// was.
  void advance(double time, Index steps);

  /// Where the path has come to (n).
  [[nodiscard]] const Vector& position() const { return x_; }

  /// dx/dt there (n).
  [[nodiscard]] const Vector& velocity() const { return v_; }

  /// sqrt(x'^a g_ab x'^b), what the path keeps. Throws Error where g is no metric.
  [[nodiscard]] double speed() const;

 private:
  void step(double h);
  void accelerate(const Vector& x, const Vector& v, Index stage);

  MetricField field_;
  Vector x_, v_;        // where the path is
  Vector to_x_, to_v_;  // where a call of advance has come to
  Vector trial_x_, trial_v_;
  Matrix velocities_, accelerations_;  // (4 x n), a row for each stage
  MetricAt at_;
  Matrix used_, force_;
};

}  // namespace attn
