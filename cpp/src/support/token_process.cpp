#include "attn/support/token_process.hpp"

#include <cmath>

#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"

namespace attn {
namespace {

constexpr double kEnd = 16.0;
constexpr double kRootTwoPi = 2.50662827463100050242;

double logistic(double z) { return 1.0 / (1.0 + mathfn::exp(-z)); }

double of_one(double x) { return logistic(2.0 * (x - 1.0)); }

// e of a token and its derivatives by itself and by the other one, both attended to.
struct Residual {
  double value, own, other;
};

Residual attending(double a, double x, double y) {
  const double apart = x - y;
  const double self = logistic(a * x * apart);
  const double steep = self * (1.0 - self) * apart;
  return {x - 0.5 * (y + self * apart), 1.0 - 0.5 * (self + steep * a * (x + apart)),
          0.5 * (steep * a * x - (1.0 - self))};
}

}  // namespace

TokenProcess token_process(double a, ProcessMask mask, Index points) {
  constexpr const char* kName = "token_process";
  check::within(kName, "a", a, -4.0, 4.0);
  check::count(kName, "points", points, 33, 4001);
  const double step = 2.0 * kEnd / static_cast<double>(points - 1);
  const bool odd = points % 2 == 1;
  TokenProcess out{0.0, 0.0, 0.0, 0.0};
  // -x has the density of x, for both tokens together: the half with x_1 >= 0 is all.
  for (Index i = points / 2; i < points; ++i) {
    const double x = -kEnd + static_cast<double>(i) * step;
    const bool middle = odd && i == points / 2;
    const double share = middle ? 0.5 : 1.0;
    const double symbol = of_one(x) + of_one(-x);
    double row = 0.0;
    double row_signed = 0.0;
    for (Index j = 0; j < points; ++j) {
      const double y = -kEnd + static_cast<double>(j) * step;
      const Residual second = attending(a, y, x);
      const Residual first =
          mask == ProcessMask::kPast ? Residual{0.5 * x, 0.5, 0.0} : attending(a, x, y);
      const double det = first.own * second.own - first.other * second.other;
      const double energy = 0.5 * (first.value * first.value + second.value * second.value);
      const double part = mathfn::exp(-energy) * det;
      row += std::fabs(part);
      row_signed += part;
    }
    out.mass += 2.0 * share * row;
    out.signed_mass += 2.0 * share * row_signed;
    out.summed += share * symbol * row;
    out.alone += share * symbol * 0.5 * mathfn::exp(-0.125 * x * x);
  }
  const double one = step / kRootTwoPi;
  out.alone *= one;
  out.summed *= one * one;
  out.mass *= one * one;
  out.signed_mass *= one * one;
  return out;
}

}  // namespace attn
