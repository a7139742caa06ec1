#include "experiments/denoising/token_run.hpp"

#include <algorithm>
#include <cmath>

#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"

namespace attn {
namespace {

constexpr Index kMaxHistory = 2000000;

}  // namespace

const TokenParams& check_tokens(const char* function, const TokenParams& p) {
  check::positive(function, "beta", p.beta);
  check::positive(function, "eta", p.eta);
  check::within(function, "eta", p.eta, 0.0, 1.0);
  check::count(function, "count", p.count, 1, kMaxTokens);
  check::count(function, "layers", p.layers, 1, kMaxLayers);
  check::count(function, "count * (layers + 1)", p.count * (p.layers + 1), 1, kMaxHistory);
  check::within(function, "centre", p.centre, 0.0, 1e6);
  check::positive(function, "sigma2", p.sigma2);
  check::within(function, "sigma2", p.sigma2, 0.0, 1e6);
  check::whole(function, "seed", p.seed, 0.0, check::kMaxWhole);
  return p;
}

const QueryParams& check_tokens(const char* function, const QueryParams& p) {
  check_tokens(function, static_cast<const TokenParams&>(p));
  check::within(function, "query", p.query, -1e6, 1e6);
  return p;
}

Rng rng_of(const TokenParams& p) { return Rng(static_cast<std::uint64_t>(p.seed)); }

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

bool TokenRun::seek(const char* function, Index layer, Index budget) {
  check::count(function, "layer", layer, 0, layers());
  check::count(function, "budget", budget, 1, check::kMaxBudget);
  for (Index spent = 0; flow_.layer() < layer && spent < budget; ++spent) {
    flow_.step();
    history_.row(flow_.layer()) = flow_.particles().transpose();
  }
  layer_ = std::min(layer, flow_.layer());
  return layer_ == layer;
}

}  // namespace attn
