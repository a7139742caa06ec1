// Evaluators of the topics support, in one dimension, process and tables.
#include <cmath>
#include <cstdio>

#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/support/residual_curve.hpp"
#include "attn/support/scalar_residual.hpp"
#include "attn/support/token_process.hpp"
#include "reference/cases.hpp"

namespace attn::reference {
namespace {

Array single(double value) { return {{}, {value}}; }

// The names of the file: a coupling with its sign and two digits.
std::string named(const char* what, double a) {
  char text[64];
  std::snprintf(text, sizeof text, "%s_a%+.2f", what, a);
  return text;
}

// The largest density on the grid of the file, 1e-4 from one x to the next.
double peak(const Vector& context, double a, double sigma, double low, double high) {
  const auto steps = static_cast<Index>(std::lround((high - low) * 1e4));
  const Vector x = Vector::LinSpaced(steps + 1, low, high);
  return highest(residual_curve(x, context, a, sigma).cut);
}

}  // namespace

Arrays support_curves(const Case& c) {
  const Vector x = vector_input(c, "x3");
  const Vector context = vector_input(c, "context");
  const double sigma = number(c, "sigma");
  Arrays out;
  for (const double a : vector_input(c, "a")) {
    const ResidualCurve curve = residual_curve(x, context, a, sigma);
    out[named("density", a)] = to_array(curve.cut);
    out[named("factor", a)] = to_array(Vector(curve.slope.cwiseMax(0.0)));
  }
  Vector peaks(3);
  const double low = lowest(x);
  const double high = highest(x);
  peaks << peak(context, 0.25, sigma, low, high), peak(context, 0.0, sigma, low, high),
      peak(context, -0.25, sigma, low, high);
  out["peak"] = to_array(peaks);
  return out;
}

// Two tokens at distance 2 sqrt(var) and a query of 0 have this variance.
Arrays support_margins(const Case& c) {
  const Vector a = vector_input(c, "a");
  const auto& variance = values(c, "var", static_cast<std::size_t>(a.size()));
  Vector margin(a.size());
  Vector det(a.size());
  Vector rho(a.size());
  for (Index i = 0; i < a.size(); ++i) {
    Vector context(2);
    const double w = std::sqrt(variance[static_cast<std::size_t>(i)]);
    context << -w, w;
    margin(i) = residual_curve(Vector::Zero(1), context, a(i)).slope(0);
    det(i) = std::fabs(margin(i));
    rho(i) = 1.0 - std::fabs(1.0 - margin(i));
  }
  return {{"margin_eq9", to_array(margin)},
          {"abs_det", to_array(det)},
          {"one_minus_rho", to_array(rho)}};
}

Arrays support_scalar(const Case& c) {
  const Vector x = vector_input(c, "x");
  const double a = number(c, "a");
  const ScalarResidual map = scalar_residual(x, a);
  const ScalarBarrierGradient gradient = scalar_barrier_gradient(x, a);
  return {{"var", to_array(map.variance)},
          {"margin", to_array(map.margin)},
          {"mu", to_array(map.mean)},
          {"kappa3", to_array(map.third)},
          {"barrier", single(map.barrier)},
          {"support_token", single(static_cast<double>(map.support_token + 1))},
          {"dB_dx", to_array(gradient.d_x)},
          {"dB_da", single(gradient.d_a)}};
}

Arrays process_consistency(const Case& c) {
  const Vector given = vector_input(c, "P_y1_given_y2"), second = vector_input(c, "P_y2");
  check::vector("process_consistency", "P_y2", second, given.size());
  double first = 0.0;
  for (Index j = 0; j < given.size(); ++j) first += given(j) * second(j);
  const double gap = std::fabs(first - values(c, "P1", 1)[0]);
  return {{"marginal_y1", {{1}, {first}}}, {"gap", {{1}, {gap}}}};
}

// Bits per character: what noise multiplies them by, and the same in nats.
Arrays tables_ratios(const Case& c) {
  const Vector clean = vector_input(c, "clean");
  Array ratio = input(c, "noisy");
  const auto& noisy = values(c, "noisy", static_cast<std::size_t>(clean.size()));
  for (Index i = 0; i < clean.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    ratio.data[at] = noisy[at] / clean(i);
  }
  return {{"ratio", ratio}, {"ce_nats", to_array(Vector(clean * mathfn::log(2.0)))}};
}

}  // namespace attn::reference
