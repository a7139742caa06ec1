#include "experiments/support-tokens/residual_map.hpp"

#include <cmath>

#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/quadrature.hpp"
#include "attn/support/residual_curve.hpp"
#include "numerics/sort_numbers.hpp"

namespace attn::experiments {
namespace {

constexpr double kEnd = 6.0;
constexpr Index kPoints = 481;  // 0 among them, where two tokens have their largest variance
constexpr double kGolden = 0.6180339887498949;

Vector of(const std::vector<double>& list) {
  return Eigen::Map<const Vector>(list.data(), static_cast<Index>(list.size()));
}

// Both densities, and what they are made of, at one token.
struct At {
  const Vector& context;
  const ResidualMapParams& p;

  ResidualCurve operator()(double x) const {
    return residual_curve(Vector::Constant(1, x), context, p.a, p.sigma);
  }
};

// Where f is highest next to the grid point x(i), by golden section.
template <typename F>
double highest_near(const Vector& x, Index i, const F& f) {
  double low = x(i > 0 ? i - 1 : 0);
  double high = x(i + 1 < x.size() ? i + 1 : i);
  for (int step = 0; step < 50; ++step) {
    const double left = high - kGolden * (high - low);
    const double right = low + kGolden * (high - low);
    if (f(left) >= f(right)) {
      high = right;
    } else {
      low = left;
    }
  }
  const double middle = 0.5 * (low + high);
  return f(middle) > f(x(i)) ? middle : x(i);
}

void take_extremes(const At& at, ResidualMapFrame& f) {
  Index top = 0;
  Index bottom = 0;
  for (Index i = 1; i < f.x.size(); ++i) {
    if (f.cut(i) > f.cut(top)) top = i;
    if (f.slope(i) < f.slope(bottom)) bottom = i;
  }
  f.peak_at = highest_near(f.x, top, [&at](double x) { return at(x).cut(0); });
  f.peak = at(f.peak_at).cut(0);
  const double least = highest_near(f.x, bottom, [&at](double x) { return -at(x).slope(0); });
  f.least_slope = at(least).slope(0);
}

void take_errors(const At& at, const Vector& context, ResidualMapFrame& f) {
  const auto& p = at.p;
  const auto e = [&at](const Matrix& x) { return at(x(0, 0)).residual(0); };
  for (Index i = 0; i < f.x.size(); i += 20) {
    const Matrix here = Matrix::Constant(1, 1, f.x(i));
    const double by_differences = central_differences(e, here, 0.02)(0, 0);
    f.slope_error = larger(f.slope_error, std::fabs(by_differences - f.slope(i)));
  }
  // All that has weight; kinks of |m| are breakpoints.
  const double end = largest(context) + 8.0 * p.sigma + 1.0;
  std::vector<double> breaks(f.turns.data(), f.turns.data() + f.turns.size());
  constexpr int kPieces = 24;
  for (int i = 0; i <= kPieces; ++i) breaks.push_back(end * (2.0 * i / kPieces - 1.0));
  sort_numbers(breaks);
  const auto integral = [&](const auto& density) {
    return integrate([&](double x) { return density(at(x)); }, breaks, {1e-10, 1e-12}).value;
  };
  const double cut = integral([](const ResidualCurve& c) { return c.cut(0); });
  const double folded = integral([](const ResidualCurve& c) { return c.folded(0); });
  f.mass_signed = integral(
      [](const ResidualCurve& c) { return c.slope(0) < 0.0 ? -c.folded(0) : c.folded(0); });
  f.mass_error = larger(std::fabs(cut - f.mass_cut), std::fabs(folded - f.mass_folded));
  for (const double root : f.roots) {
    f.root_error = larger(f.root_error, std::fabs(at(root).residual(0) - p.eps));
  }
}

}  // namespace

std::vector<Setting<ResidualMapParams>> ResidualMap::settings() {
  ResidualMapParams folds;
  folds.a = 2.0;
  ResidualMapParams apart;
  apart.x1 = -3.2;
  apart.x2 = 3.7;
  apart.a = -1.5;
  apart.sigma = 0.4;
  return {{ResidualMapParams{}, 0, 0}, {folds, 0, 0}, {apart, 0, 0}};
}

ResidualMap::ResidualMap(const Params& params) {
  checked(kName, params);
  Vector context(2);
  context << params.x1, params.x2;
  const At at{context, params};
  Frame& f = frame_;
  f.x = Vector::LinSpaced(kPoints, -kEnd, kEnd);
  f.x((kPoints - 1) / 2) = 0.0;
  const ResidualCurve curve = residual_curve(f.x, context, params.a, params.sigma);
  f.residual = curve.residual;
  f.slope = curve.slope;
  f.cut = curve.cut;
  f.folded = curve.folded;
  f.gaussian = residual_curve(f.x, context, 0.0, params.sigma).folded;
  f.roots = of(residual_preimages(context, params.a, params.eps));
  f.turns = of(residual_turns(context, params.a));
  f.turn_residuals = residual_curve(f.turns, context, params.a, params.sigma).residual;
  const ResidualMasses mass = residual_masses(context, params.a, params.sigma);
  f.mass_cut = mass.cut;
  f.mass_folded = mass.folded;
  take_extremes(at, f);
  take_errors(at, context, f);
}

}  // namespace attn::experiments
