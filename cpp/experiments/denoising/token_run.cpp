#include "experiments/denoising/token_run.hpp"

#include <algorithm>
#include <cmath>
#include "attn/numerics/largest.hpp"

namespace attn::experiments {
namespace {

constexpr Index kMaxHistory = 2000000;

}  // namespace

TokenParams hundred_tokens(double centre) {
  TokenParams p;
  p.beta = 8.0;
  p.count = 100;
  p.centre = centre;
  return p;
}

const TokenParams& checked_size(const char* experiment, const TokenParams& p) {
  check::count(experiment, "count * (layers + 1)", p.count * (p.layers + 1), 1, kMaxHistory);
  return p;
}

MixtureSample draw_tokens(const TokenParams& p, Rng& rng) {
  return sample(two_modes(p.centre, 0.0, 1), p.sigma2, p.count, rng);
}

double largest_row_sum_error(const MatrixRef& weights) {
  double worst = 0.0;
  for (Index i = 0; i < weights.rows(); ++i) {
    double sum = 0.0;
    for (Index j = 0; j < weights.cols(); ++j) sum += weights(i, j);
    worst = larger(worst, std::fabs(sum - 1.0));
  }
  return worst;
}

TokenRun::TokenRun(const TokenParams& p, Rng rng)
    : tokens_(draw_tokens(p, rng)),
      flow_(tokens_.noisy, p.beta, p.eta),
      history_(p.layers + 1, p.count) {
  history_.row(0) = tokens_.noisy.transpose();
}

bool TokenRun::seek(const char* experiment, Index layer, Index budget) {
  check_step(experiment, layer, layers(), budget);
  for (Index spent = 0; flow_.layer() < layer && spent < budget; ++spent) {
    flow_.step();
    history_.row(flow_.layer()) = flow_.particles().transpose();
  }
  layer_ = std::min(layer, flow_.layer());
  return layer_ == layer;
}

}  // namespace attn::experiments
