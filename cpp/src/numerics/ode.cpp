#include "attn/numerics/ode.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"

namespace attn {
namespace {

constexpr int kStages = 7;

constexpr double kNodes[kStages] = {0.0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1.0, 1.0};

// Row i weighs the slopes 0 .. i - 1 to the point where slope i is taken. The last row is the
// fifth-order result: its slope is the first one of the next step.
constexpr double kWeights[kStages][kStages - 1] = {
    {},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};

// Fifth-order minus fourth-order result.
constexpr double kErrors[kStages] = {71.0 / 57600,      0.0,        -71.0 / 16695, 71.0 / 1920,
                                     -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

constexpr double kSafety = 0.9;
constexpr double kIntegral = 0.04;                        // the share of the last error in the rule
constexpr double kProportional = 0.2 - 0.75 * kIntegral;  // and of this one
constexpr double kShrinkMost = 0.1;
constexpr double kGrowMost = 5.0;

double power(double base, double exponent) {
  return base > 0.0 ? mathfn::exp(exponent * mathfn::log(base)) : 0.0;
}

// Largest component of `change`, each in units of what is tolerated; NaN where any is, or where
// the step has led beyond what a double holds.
double scaled_norm(const Vector& change, const Vector& from, const Vector& to,
                   const OdeTolerance& tolerance) {
  double largest = 0.0;
  for (Index k = 0; k < change.size(); ++k) {
    if (!std::isfinite(to(k))) return std::numeric_limits<double>::quiet_NaN();
    const double size = std::max(std::fabs(from(k)), std::fabs(to(k)));
    const double share = std::fabs(change(k)) / (tolerance.absolute + tolerance.relative * size);
    if (!(share <= largest)) largest = share;
    if (std::isnan(largest)) return largest;
  }
  return largest;
}

class DormandPrince {
 public:
  DormandPrince(const OdeSlope& slope, const VectorRef& y0, double t0,
                const OdeTolerance& tolerance, const OdeWatch& watch)
      : slope_(slope),
        watch_(watch),
        tolerance_(tolerance),
        t_(t0),
        y_(y0),
        trial_(y0),
        error_(y0),
        slopes_(kStages, y0.size()) {
    slope_at(t_, y_, 0);
  }

  const Vector& y() const { return y_; }
  Index accepted() const { return accepted_; }
  Index rejected() const { return rejected_; }

  void advance(double end) {
    while (t_ < end) {
      if (step_ <= 0.0) step_ = first_step(end - t_);
      // A rest that is hardly longer than the step is taken with it, not left as a sliver.
      const bool last = t_ + 1.01 * step_ >= end;
      const double h = last ? end - t_ : step_;
      if (!(t_ + h > t_)) fail("the step at t = " + check::format_number(t_), "too short to go on");
      if (accepted_ + rejected_ >= tolerance_.most_steps) {
        fail("the number of steps at t = " + check::format_number(t_),
             "at its limit of " + std::to_string(tolerance_.most_steps));
      }
      take(h, last ? end : t_ + h);
    }
  }

 private:
  [[noreturn]] static void fail(const std::string& what, const std::string& is) {
    throw Error("integrate_ode: " + what + " is " + is +
                ", expected an equation that is neither singular nor stiff");
  }

  // Hairer, Norsett and Wanner II.4, without the trial step: one hundredth of the time in which the
  // solution changes by its own size, at most the whole way.
  double first_step(double way) {
    const double size = scaled_norm(y_, y_, y_, tolerance_);
    error_ = slopes_.row(0).transpose();
    const double speed = scaled_norm(error_, y_, y_, tolerance_);
    const double h = size > 1e-5 && speed > 1e-5 ? 0.01 * size / speed : 1e-6;
    return std::isfinite(h) && h > 0.0 ? std::min(h, way) : 1e-6 * way;
  }

  // The sum over the first `count` slopes, each with its weight, for component k.
  double weigh(const double* weights, int count, Index k) const {
    double total = 0.0;
    for (int j = 0; j < count; ++j) total += weights[j] * slopes_(j, k);
    return total;
  }

  void slope_at(double t, const Vector& y, int stage) {
    slope_(t, y, error_);  // scratch until the error is known
    // A plain assignment to it, of a product with a matrix of another shape say, changes its size.
    if (error_.size() != y.size()) {
      check::refuse("integrate_ode", "slope", {error_.size(), " long"}, y.size());
    }
    slopes_.row(stage) = error_.transpose();
  }

  void take(double h, double end) {
    for (int i = 1; i < kStages; ++i) {
      for (Index k = 0; k < y_.size(); ++k) trial_(k) = y_(k) + h * weigh(kWeights[i], i, k);
      slope_at(t_ + kNodes[i] * h, trial_, i);
    }
    for (Index k = 0; k < y_.size(); ++k) error_(k) = h * weigh(kErrors, kStages, k);
    const double error = scaled_norm(error_, y_, trial_, tolerance_);
    if (!std::isfinite(error)) {
      step_ = kShrinkMost * h;
      refuse_step();
      return;
    }
    const double wish = power(error, kProportional) / kSafety;
    if (error > 1.0) {
      step_ = h * std::max(kShrinkMost, 1.0 / wish);
      refuse_step();
      return;
    }
    const double shrink = wish / power(last_error_, kIntegral);
    const double most = after_refusal_ ? 1.0 : kGrowMost;
    // A step cut short by the end of the way says nothing against the longer one.
    const double next =
        h * std::min(most, std::max(kShrinkMost, shrink > 0.0 ? 1.0 / shrink : most));
    step_ = h < step_ ? std::max(step_, next) : next;
    last_error_ = std::max(error, 1e-4);
    after_refusal_ = false;
    ++accepted_;
    t_ = end;
    y_.swap(trial_);
    slopes_.row(0) = slopes_.row(kStages - 1);
    if (watch_) watch_(t_, y_);
  }

  void refuse_step() {
    after_refusal_ = true;
    ++rejected_;
  }

  const OdeSlope& slope_;
  const OdeWatch& watch_;
  OdeTolerance tolerance_;
  double t_;
  double step_ = 0.0;  // the next one; 0: not yet known
  double last_error_ = 1e-4;
  bool after_refusal_ = false;
  Vector y_;
  Vector trial_;
  Vector error_;
  Matrix slopes_;  // (stages x n)
  Index accepted_ = 0;
  Index rejected_ = 0;
};

}  // namespace

OdeSolution integrate_ode(const OdeSlope& slope, const VectorRef& y0, const VectorRef& times,
                          const OdeTolerance& tolerance, const OdeWatch& watch) {
  if (!slope) check::refuse("integrate_ode", "slope", "empty", "a function");
  check::vector("integrate_ode", "y0", y0);
  check::vector("integrate_ode", "times", times);
  check::within("integrate_ode", "tolerance.relative", tolerance.relative, 1e-14, 1.0);
  check::positive("integrate_ode", "tolerance.absolute", tolerance.absolute);
  check::count("integrate_ode", "tolerance.most_steps", tolerance.most_steps, 1, 1000000000);
  for (Index i = 1; i < times.size(); ++i) {
    if (times(i) < times(i - 1)) {
      check::refuse("integrate_ode", "a step of times",
                    check::format_number(times(i) - times(i - 1)), "a number >= 0");
    }
  }
  check::product("integrate_ode", "the solution at all times", times.size(), y0.size());
  DormandPrince method(slope, y0, times(0), tolerance, watch);
  OdeSolution out;
  out.y.resize(times.size(), y0.size());
  for (Index i = 0; i < times.size(); ++i) {
    method.advance(times(i));
    out.y.row(i) = method.y().transpose();
  }
  out.accepted = method.accepted();
  out.rejected = method.rejected();
  return out;
}

}  // namespace attn
