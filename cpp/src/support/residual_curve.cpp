#include "attn/support/residual_curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/quadrature.hpp"

namespace attn {
namespace {

constexpr double kMostToken = 1e100;
constexpr Index kMostContext = 256;
constexpr double kMostFolding = 1e4;
constexpr double kRootTwoPi = 2.50662827463100050242;
// Beyond so many standard deviations nothing is left of a normal distribution.
constexpr double kTail = 39.0;

struct Point {
  double residual, slope;
  double variance;  // of the context
  double third;     // of it: the slope falls by a^2 of it
};

// A context that has been checked.
class Curve {
 public:
  Curve(const char* function, const VectorRef& context, double a)
      : function_(function), c_(context), a_(a) {
    check::vector(function, "context", c_);
    check::count(function, "the size of context", c_.size(), 1, kMostContext);
    check::finite(function, "a", a);
    low_ = high_ = c_(0);
    for (const double c : c_) {
      check::within(function, "a token of context", c, -kMostToken, kMostToken);
      low_ = std::min(low_, c);
      high_ = std::max(high_, c);
    }
    const double folding = std::fabs(a) * range() * range();
    if (!(folding <= kMostFolding)) {
      check::refuse(function, "|a| times the square of the range of context", {folding},
                    "at most 1e4");
    }
  }

  double a() const { return a_; }
  double low() const { return low_; }
  double high() const { return high_; }
  double range() const { return high_ - low_; }

  Point at(double x) const {
    const double tilt = check::result(function_, "a x", a_ * x);
    const double best = tilt > 0.0 ? high_ : low_;
    double sum = 0.0;
    double shift = 0.0;  // of the mean, from `best`: 0 exactly where all are alike
    for (const double c : c_) {
      const double w = mathfn::exp(tilt * (c - best));
      sum += w;
      shift += w * (c - best);
    }
    shift /= sum;
    double variance = 0.0;
    double third = 0.0;
    for (const double c : c_) {
      const double d = (c - best) - shift;
      const double part = mathfn::exp(tilt * (c - best)) * d * d;
      variance += part;
      third += part * d;
    }
    return {(x - best) - shift, 1.0 - a_ * (variance / sum), variance / sum, third / sum};
  }

 private:
  const char* function_;
  Vector c_;
  double a_;
  double low_ = 0.0;
  double high_ = 0.0;
};

// Where `negative` changes between low, where it is `at_low`, and high: to neighbouring doubles.
template <typename Negative>
double bisected(double low, double high, bool at_low, const Negative& negative) {
  while (true) {
    const double middle = 0.5 * low + 0.5 * high;
    if (!(middle > low && middle < high)) return middle;
    if (negative(middle) == at_low) {
      low = middle;
    } else {
      high = middle;
    }
  }
}

// h = log(a Var) has the slope a kappa / Var, at most a times the range in size, since |kappa| <=
// range Var: where h is not 0 the slope of the curve is not 0 either as far as |h| over that. So
// steps are long where it is far from turning. Of a variance that underflows only a bound is known.
// Var <= (n - 1) (2 / (e a x))^2, the largest d^2 exp(-a |x| d), which bounds where to look.
std::vector<double> turns_of(const Curve& curve, Index size) {
  std::vector<double> turns;
  const double a = curve.a();
  if (!(a > 0.0) || a * curve.range() * curve.range() <= 4.0) return turns;
  constexpr double kFinest = 0.05;
  constexpr double kLongest = 690.0;  // where weights underflow, beside 256 tokens and 1e4
  constexpr double kLeast = std::numeric_limits<double>::min();
  constexpr double kShallowest = 1e-14;
  const double width = 1.0 / (a * curve.range());
  const double end = 0.7357588823428847 * std::sqrt(static_cast<double>(size - 1) / a) + width;
  const auto falls = [&curve](double x) { return curve.at(x).slope < 0.0; };
  const auto skewed = [&curve](double x) { return curve.at(x).third < 0.0; };
  double x = -end;
  Point here = curve.at(x);
  while (x < end) {
    const double excess = std::fabs(mathfn::log(a * std::max(here.variance, kLeast)));
    const double next = x + width * std::clamp(excess, kFinest, kLongest);
    const Point there = curve.at(next);
    const bool turned = (here.slope < 0.0) != (there.slope < 0.0);
    if (turned) {
      turns.push_back(bisected(x, next, here.slope < 0.0, falls));
    } else if ((here.third < 0.0) != (there.third < 0.0)) {
      const double middle = bisected(x, next, here.third < 0.0, skewed);
      const double slope = curve.at(middle).slope;
      if ((slope < 0.0) != (here.slope < 0.0) && std::fabs(slope) > kShallowest) {
        turns.push_back(bisected(x, middle, here.slope < 0.0, falls));
        turns.push_back(bisected(middle, next, !(here.slope < 0.0), falls));
      }
    }
    x = next;
    here = there;
  }
  return turns;
}

// What N(0, 1) has between low <= high.
double normal_between(double low, double high) {
  const double from = std::max(low, -kTail);
  const double to = std::min(high, kTail);
  if (!(from < to)) return 0.0;
  std::vector<double> breaks = {from};
  for (double at = std::floor(from) + 1.0; at < to; at += 1.0) breaks.push_back(at);
  breaks.push_back(to);
  const auto phi = [](double z) { return mathfn::exp(-0.5 * z * z) / kRootTwoPi; };
  return integrate(phi, breaks, {1e-14, 1e-15}).value;
}

}  // namespace

ResidualCurve residual_curve(const VectorRef& x, const VectorRef& context, double a, double sigma) {
  constexpr const char* kName = "residual_curve";
  const Curve curve(kName, context, a);
  check::positive(kName, "sigma", sigma);
  ResidualCurve out;
  out.residual.resize(x.size());
  out.slope.resize(x.size());
  out.cut.resize(x.size());
  out.folded.resize(x.size());
  for (Index i = 0; i < x.size(); ++i) {
    check::within(kName, "x", x(i), -kMostToken, kMostToken);
    const Point p = curve.at(x(i));
    const double e = p.residual / sigma;
    const double density = mathfn::exp(-0.5 * e * e) / (kRootTwoPi * sigma);
    out.residual(i) = p.residual;
    out.slope(i) = p.slope;
    out.cut(i) = p.slope > 0.0 ? p.slope * density : 0.0;
    out.folded(i) = std::fabs(p.slope) * density;
  }
  check::result(kName, "a density", out.folded);
  return out;
}

std::vector<double> residual_turns(const VectorRef& context, double a) {
  return turns_of(Curve("residual_turns", context, a), context.size());
}

std::vector<double> residual_preimages(const VectorRef& context, double a, double eps) {
  constexpr const char* kName = "residual_preimages";
  const Curve curve(kName, context, a);
  check::within(kName, "eps", eps, -kMostToken, kMostToken);
  const double size =
      std::max({std::fabs(eps), std::fabs(curve.low()), std::fabs(curve.high()), 1e-300});
  // -1, 0 or 1, 0 within rounding: only at a turning point that makes a preimage of two.
  const auto side = [&](double x) {
    const double over = curve.at(x).residual - eps;
    if (std::fabs(over) <= 1e-13 * size) return 0;
    return over < 0.0 ? -1 : 1;
  };
  const auto below = [&](double x) { return curve.at(x).residual < eps; };
  // x = eps + mu(x), and a mean lies among its tokens; a little further out, for rounding.
  double from = eps + curve.low() - 1e-12 * size;
  const double last = eps + curve.high() + 1e-12 * size;
  int from_side = -1;
  std::vector<double> out;
  for (const double turn : turns_of(curve, context.size())) {
    const int turn_side = side(turn);
    if (turn > from && turn < last) {
      if (from_side * turn_side < 0) out.push_back(bisected(from, turn, from_side < 0, below));
      if (turn_side == 0) out.push_back(turn);
      from = turn;
      from_side = turn_side;
    }
  }
  if (from_side < 0) out.push_back(bisected(from, last, true, below));
  return out;
}

ResidualMasses residual_masses(const VectorRef& context, double a, double sigma) {
  constexpr const char* kName = "residual_masses";
  const Curve curve(kName, context, a);
  check::positive(kName, "sigma", sigma);
  // Where e falls it has to rise as much again: what rises is more than 1 by as much as falls.
  double falling = 0.0;
  const std::vector<double> turns = turns_of(curve, context.size());
  for (std::size_t i = 1; i < turns.size(); i += 2) {
    falling += normal_between(curve.at(turns[i]).residual / sigma,
                              curve.at(turns[i - 1]).residual / sigma);
  }
  return {1.0 + falling, 1.0 + 2.0 * falling};
}

}  // namespace attn
