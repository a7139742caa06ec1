#include "attn/training/stage_times.hpp"

#include <cmath>
#include <limits>

#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"

namespace attn {
namespace {

double rate_of(const char* function, double m1, double m2, Index heads, Index lags) {
  check::positive(function, "m1", m1);
  check::positive(function, "m2", m2);
  check::count(function, "heads", heads, 1, check::kMaxBudget);
  check::count(function, "lags", lags, 1, check::kMaxBudget);
  // Of the quotient, whose square cannot be too large.
  const double q = m2 / m1;
  if (!(q < 1.0)) {
    check::refuse(function, "m2", check::format_number(m2), "a number below m1");
  }
  const double c = q * q / ((1.0 - q) * (1.0 + q)) * static_cast<double>(heads);
  return check::result(function, "the rate", c / static_cast<double>(lags));
}

}  // namespace

Vector mid_levels(const VectorRef& plateaus) {
  constexpr const char* kName = "mid_levels";
  check::vector(kName, "plateaus", plateaus);
  check::count(kName, "the number of plateaus", plateaus.size(), 2, check::kMaxBudget);
  Vector out(plateaus.size() - 1);
  for (Index i = 0; i < out.size(); ++i) out(i) = 0.5 * plateaus(i) + 0.5 * plateaus(i + 1);
  return out;
}

Vector stage_times(const VectorRef& curve, const VectorRef& levels) {
  constexpr const char* kName = "stage_times";
  check::vector(kName, "curve", curve);
  check::vector(kName, "levels", levels);
  Vector out = Vector::Constant(levels.size(), std::numeric_limits<double>::infinity());
  for (Index k = 0; k < levels.size(); ++k) {
    Index i = 0;
    while (i < curve.size() && curve(i) > levels(k)) ++i;
    if (i == curve.size()) continue;
    out(k) = static_cast<double>(i);
    if (i == 0) continue;
    // The difference of two doubles may be too large for one: of their halves then, which of the
    // smallest doubles may be equal where these are not.
    const double unit = std::isfinite(curve(i - 1) - curve(i)) ? 1.0 : 0.5;
    const double here = unit * curve(i);
    out(k) -= (unit * levels(k) - here) / (unit * curve(i - 1) - here);
  }
  return out;
}

double wait_rate(double m1, double m2, Index heads, Index lags) {
  return rate_of("wait_rate", m1, m2, heads, lags);
}

double expected_wait(double u, double m1, double m2, Index heads, Index lags) {
  constexpr const char* kName = "expected_wait";
  if (!(u > 0.0 && u <= 1.0)) check::refuse(kName, "u", u, "a number above 0, at most 1");
  const double log = mathfn::log(u);
  const double rate = rate_of(kName, m1, m2, heads, lags);
  return check::result(kName, "the time", log * log / (4.0 * rate));
}

}  // namespace attn
