#include "attn/denoising/variance_flow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attn/denoising/particle_flow.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "numerics/inline_exp.hpp"

namespace attn {
namespace {

constexpr Index kMaxRecursion = 10000000;

// ---- numbers of twice the digits ----------------------------------------------------------------

// head + tail, not added up; |tail| is about 2^-53 |head|.
struct Wide {
  double head, tail;
};

// a + b without error (Knuth).
Wide sum(double a, double b) {
  const double head = a + b;
  const double from_b = head - a;
  return {head, (a - (head - from_b)) + (b - from_b)};
}

// The leading 26 bits.
double upper(double x) {
  return mathfn::detail::from_bits(mathfn::detail::to_bits(x) & 0xfffffffff8000000u);
}

// a b to 2^-105 (Dekker; cut by bits, because the usual multiplication may overflow).
Wide product(double a, double b) {
  const double head = a * b;
  const double a1 = upper(a);
  const double b1 = upper(b);
  const double a2 = a - a1;
  const double b2 = b - b1;
  return {head, ((a1 * b1 - head) + a1 * b2 + a2 * b1) + a2 * b2};
}

// ---- the flow -----------------------------------------------------------------------------------

double omega(double x) {
  if (x < -40.0) return mathfn::inline_exp(x);  // to the last bit
  if (x > 1e18) return x - mathfn::log(x);      // too
  const double e_x = x < 1.0 ? mathfn::inline_exp(x) : 0.0;
  double w = 0.0;
  if (x < 0.0) {
    w = e_x / (1.0 + e_x);
  } else if (x < 1.0) {
    w = 0.567 + 0.433 * x;
  } else {
    const double log_x = mathfn::log(x);
    w = x - log_x + log_x / x;
  }
  // Fritsch, Shafer and Crowley (1973): each round has four times the digits of the one before;
  // these starts have one to two.
  for (int round = 0; round < 2; ++round) {
    const double rest = x - w - mathfn::log(w);
    const double q = 2.0 * (1.0 + w) * (1.0 + w + rest * (2.0 / 3.0));
    w *= 1.0 + rest / (1.0 + w) * (q - rest) / (q - 2.0 * rest);
  }
  // Left of 1 the logarithm has lost what x has lost to its leading digits: once more with e^x.
  if (x < 1.0) w -= (w - e_x * mathfn::inline_exp(-w)) / (1.0 + w);
  return w;
}

// v = v0 e^-u, where u >= 0 solves u - w0 e^-u = drive with w0 = beta v0 and drive = 2 beta t - w0.
// The drive is what is left of two numbers that may be as large as 1e300, and the error of u is its
// error over 1 + beta v: hence the wide numbers.
double decayed(double v0, double beta, Wide drive) {
  constexpr double kGone = 1500.0;  // e^-u <= e^-drive is less than any v0 can make up for
  constexpr double kLinear = 1e25;  // u, at most 700, is nothing next to beta v = u - drive
  if (drive.head > kGone) return 0.0;
  if (drive.head < -kLinear) return std::min(v0, -drive.head / beta);
  const Wide w0 = product(beta, v0);
  if (w0.head == 0.0 && drive.head == 0.0) return v0;
  const double w = w0.head > 0.0 ? omega(mathfn::log(w0.head) - drive.head) : 0.0;
  // Right to some 1e-12; Newton's step in wide numbers leaves nothing of that.
  const double u = w < 1.0 ? drive.head + w : mathfn::log(w0.head / w);
  // e^-u as two factors where it may be too small for a double and v not.
  const bool deep = u > 700.0;
  const double first = mathfn::inline_exp(deep ? -0.5 * u : -u);
  const double second = deep ? first : 1.0;
  const double w_at_u = w0.head * first * second;
  const Wide ahead = sum(u, -drive.head);
  const double rest = (ahead.head - w_at_u) + (ahead.tail - drive.tail - w0.tail * first * second);
  return std::min(v0, v0 * first * second * (1.0 + rest / (1.0 + w_at_u)));
}

void check_flow(const char* function, double v0, double beta) {
  check::not_negative(function, "v0", v0);
  check::positive(function, "beta", beta);
  check::within(function, "beta v0", beta * v0, 0.0, kMaxScaledVariance);
}

// ln(1 + x), x >= 0: the error that 1 + x makes is the same in numerator and denominator (Kahan).
double log_one_plus(double x) {
  const double y = 1.0 + x;
  return y == 1.0 ? x : mathfn::log(y) * (x / (y - 1.0));
}

// Preconditions checked.
void recurse(double beta, double eta, Index layers, double* v) {
  for (Index l = 0; l < layers; ++l) {
    const double w = beta * v[l];
    const double factor = (w + (1.0 - eta)) / (w + 1.0);
    v[l + 1] = v[l] * factor * factor;
  }
}

// Preconditions checked; infinite or NaN where it is too large.
double variance_of(const MatrixRef& z) {
  double total = 0.0;
  for (Index k = 0; k < z.cols(); ++k) {
    double mean = 0.0;
    for (Index i = 0; i < z.rows(); ++i) mean += z(i, k);
    mean /= static_cast<double>(z.rows());
    for (Index i = 0; i < z.rows(); ++i) total += (z(i, k) - mean) * (z(i, k) - mean);
  }
  return total / static_cast<double>(z.size());
}

}  // namespace

double wright_omega(double x) {
  check::finite("wright_omega", "x", x);
  return omega(x);
}

double variance_flow(double v0, double beta, double t) {
  check_flow("variance_flow", v0, beta);
  check::not_negative("variance_flow", "t", t);
  const Wide lead = sum(2.0 * t, -v0);
  const double rough = beta * lead.head;
  if (!(std::fabs(rough) < kMaxScaledVariance)) return decayed(v0, beta, {rough, 0.0});
  Wide drive = product(beta, lead.head);
  drive.tail += beta * lead.tail;
  return decayed(v0, beta, drive);
}

double variance_flow_in_attention_time(double v0, double beta, double t_prime) {
  check_flow("variance_flow_in_attention_time", v0, beta);
  check::not_negative("variance_flow_in_attention_time", "t_prime", t_prime);
  const Wide w0 = product(beta, v0);
  const Wide drive = sum(2.0 * t_prime, -w0.head);
  if (!std::isfinite(drive.head)) return 0.0;
  // Once more: where the heads cancel, the tail of w0 is not small next to what is left.
  return decayed(v0, beta, sum(drive.head, drive.tail - w0.tail));
}

double variance_flow_limit(double v0, double t) {
  check::not_negative("variance_flow_limit", "v0", v0);
  check::not_negative("variance_flow_limit", "t", t);
  return std::max(v0 - 2.0 * t, 0.0);
}

double variance_flow_time(double v0, double beta, double v) {
  check::positive("variance_flow_time", "v0", v0);
  check::positive("variance_flow_time", "beta", beta);
  check::positive("variance_flow_time", "v", v);
  check::within("variance_flow_time", "v", v, 0.0, v0);
  const double ratio = (v0 - v) / v;
  const double log_ratio =
      std::isfinite(ratio) ? log_one_plus(ratio) : mathfn::log(v0) - mathfn::log(v);
  return 0.5 * (v0 - v) + 0.5 * log_ratio / beta;
}

VarianceCurves variance_curves(double v0, const VectorRef& betas, const VectorRef& times) {
  check::vector("variance_curves", "betas", betas);
  check::vector("variance_curves", "times", times);
  check::product("variance_curves", "betas and times", betas.size(), times.size());
  for (const double beta : betas) check_flow("variance_curves", v0, beta);
  for (const double t : times) check::not_negative("variance_curves", "an entry of times", t);
  VarianceCurves out{Matrix(betas.size(), times.size()), Vector(times.size())};
  for (Index j = 0; j < times.size(); ++j) {
    out.limit(j) = variance_flow_limit(v0, times(j));
    for (Index i = 0; i < betas.size(); ++i) out.v(i, j) = variance_flow(v0, betas(i), times(j));
  }
  return out;
}

double variance_slope(double v, double beta) {
  check::not_negative("variance_slope", "v", v);
  check::positive("variance_slope", "beta", beta);
  check::within("variance_slope", "beta v", beta * v, 0.0, kMaxScaledVariance);
  return -2.0 * (beta * v) / (beta * v + 1.0);
}

Vector integrated_variance_flow(double v0, double beta, const VectorRef& times,
                                const OdeTolerance& tolerance) {
  check_flow("integrated_variance_flow", v0, beta);
  // A stage of a trial step may lie below zero, where the equation has a pole at v = -1 / beta.
  const OdeSlope slope = [beta](double, const Vector& v, Vector& out) {
    out(0) = v(0) >= 0.0 ? variance_slope(v(0), beta) : std::numeric_limits<double>::quiet_NaN();
  };
  return integrate_ode(slope, Vector::Constant(1, v0), times, tolerance).y.col(0);
}

Vector variance_recursion(double v0, double beta, double eta, Index layers) {
  check_flow("variance_recursion", v0, beta);
  check::within("variance_recursion", "eta", eta, 0.0, 2.0);
  check::count("variance_recursion", "layers", layers, 0, kMaxRecursion);
  Vector v(layers + 1);
  v(0) = v0;
  recurse(beta, eta, layers, v.data());
  return v;
}

double cloud_variance(const MatrixRef& z) {
  check::matrix("cloud_variance", "z", z);
  return check::result("cloud_variance", "the variance", variance_of(z));
}

Vector simulated_variance(const MatrixRef& tokens, double beta, double eta, Index layers) {
  check::count("simulated_variance", "layers", layers, 0, 1000000);
  ParticleFlow flow(tokens, beta, eta);
  Vector v(layers + 1);
  v(0) = variance_of(flow.particles());
  for (Index l = 1; l <= layers; ++l) {
    flow.step();
    v(l) = variance_of(flow.particles());
  }
  check::result("simulated_variance", "a variance", v);
  return v;
}

}  // namespace attn
