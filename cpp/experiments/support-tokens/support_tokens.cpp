#include "experiments/support-tokens/support_tokens.hpp"

#include <cmath>

#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/support/scalar_residual.hpp"

namespace attn::experiments {
namespace {

constexpr double kReach = 10.0;
// A margin of 0 would push with infinite force.
constexpr double kLeast = 1e-12;

double difference_error(const Vector& x, double a, const Matrix& gradients) {
  double worst = 0.0;
  for (Index t = 0; t < x.size(); ++t) {
    const auto margin = [&](const Matrix& z) { return scalar_residual(z.col(0), a).margin(t); };
    const Matrix differences = central_differences(margin, x, 0.01);
    worst = larger(worst, gradient_error(gradients.row(t).transpose(), differences, 1e-3));
  }
  return worst;
}

}  // namespace

std::vector<Setting<SupportTokensParams>> SupportTokens::settings() {
  SupportTokensParams outlier;
  outlier.x(1) = -2.2;
  SupportTokensParams negative;
  negative.a = -0.5;
  return {{SupportTokensParams{}, 0, 0}, {outlier, 0, 0}, {negative, 0, 0}};
}

SupportTokens::SupportTokens(const Params& params) {
  check::vector(kName, "x", params.x);
  check::count(kName, "the number of tokens", params.x.size(), 1, kMaxTokens);
  for (const double x : params.x) check::within(kName, "x", x, -kReach, kReach);
  checked(kName, params);
  const ScalarResidual map = scalar_residual(params.x, params.a);
  Frame& f = frame_;
  f.x = params.x;
  f.alpha = map.weights;
  f.margin = map.margin;
  f.support = map.supported ? map.support_token : -1;
  f.min_margin = lowest(map.margin);
  f.barrier = map.barrier;
  const Matrix gradients = scalar_margin_gradients(params.x, params.a);
  f.gradient_error = difference_error(params.x, params.a, gradients);
  push(gradients);
  if (f.min_margin > 0.0) {
    const Vector pull = -scalar_barrier_gradient(params.x, params.a).d_x;
    f.barrier_error = attn::gradient_error(f.total, pull, 1e-3);
  }
}

void SupportTokens::push(const Matrix& gradients) {
  Frame& f = frame_;
  const Index n = f.x.size();
  f.force.resize(n, n);
  f.share = Vector::Zero(n);
  for (Index t = 0; t < n; ++t) {
    f.force.row(t) = gradients.row(t) / larger(std::fabs(f.margin(t)), kLeast);
    f.share(t) = f.force.row(t).norm();
  }
  f.total = f.force.colwise().sum();
  const double all = f.share.sum();
  if (all > 0.0) f.share /= all;
  if (f.support < 0) return;
  const auto row = gradients.row(f.support);
  const double square = row.squaredNorm();
  const double own = row(f.support);
  if (square > 0.0) f.on_itself = own * own / square;
}

}  // namespace attn::experiments
