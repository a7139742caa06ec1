#include "experiments/denoising/variance_decay.hpp"

#include <cmath>

#include "attn/denoising/stage1_clock.hpp"
#include "attn/denoising/variance_flow.hpp"
#include "attn/numerics/largest.hpp"

namespace attn::experiments {
namespace {

const VarianceDecayParams& valid(const VarianceDecayParams& p) {
  checked(VarianceDecay::kName, p);
  check::within(VarianceDecay::kName, "beta * sigma2", p.beta * p.sigma2, 0.0,
                static_cast<double>(p.layers));
  return p;
}

VarianceDecayFrame theory(const VarianceDecayParams& p) {
  const Index n = p.layers + 1;
  VarianceDecayFrame f;
  f.layers = p.layers;
  f.eta = p.beta * p.sigma2 / static_cast<double>(p.layers);
  f.matched_time = matched_diffusion_time(p.sigma2);
  const Stage1Clock clock(p.beta, f.eta);
  f.times.resize(n);
  for (Index l = 0; l < n; ++l) f.times(l) = clock.diffusion_time(static_cast<double>(l));
  const VarianceCurves own = variance_curves(p.sigma2, Vector::Constant(1, p.beta), f.times);
  f.limit = own.limit;
  f.exact = own.v.row(0).transpose();
  f.recursion = variance_recursion(p.sigma2, p.beta, f.eta, p.layers);
  f.others_beta.resize(3);
  f.others_beta << 1.0, 5.0, 20.0;
  f.others = variance_curves(p.sigma2, f.others_beta, f.times).v;
  const Vector integrated = integrated_variance_flow(p.sigma2, p.beta, f.times);
  f.witness_error = largest(integrated - f.exact);
  return f;
}

}  // namespace

std::vector<Setting<VarianceDecayParams>> VarianceDecay::settings() {
  VarianceDecayParams sharp;
  sharp.beta = 20.0;
  sharp.sigma2 = 1.0;
  sharp.count = 50;
  VarianceDecayParams blunt;
  blunt.beta = 1e-3;
  blunt.sigma2 = 1e3;
  blunt.layers = 2;
  blunt.seed = 1;
  return {{VarianceDecayParams{}, 100, 20 * 101}, {sharp, 37, 150}, {blunt, 0, 0}};
}

VarianceDecay::VarianceDecay(const Params& params)
    : params_(valid(params)),
      theory_(theory(params)),
      rng_(params.seed),
      flow_(Matrix::Zero(params.count, 1), params.beta, theory_.eta),
      pending_(params.layers + 1),
      sum_(Vector::Zero(params.layers + 1)),
      square_sum_(Vector::Zero(params.layers + 1)) {
  draw_next();
}

void VarianceDecay::draw_next() {
  Matrix tokens(params_.count, 1);
  const double sd = std::sqrt(params_.sigma2);
  for (Index i = 0; i < tokens.rows(); ++i) tokens(i) = sd * rng_.normal();
  flow_.restore({tokens, 0});
}

bool VarianceDecay::seek(Index layer, Index budget) {
  check_step(kName, layer, params_.layers, budget);
  theory_.layer = layer;
  return true;
}

bool VarianceDecay::refine(Index budget) {
  check_budget(kName, budget);
  for (Index spent = 0; theory_.draws < kDraws && spent < budget; ++spent) {
    pending_(flow_.layer()) = cloud_variance(flow_.particles());
    if (flow_.layer() < params_.layers) {
      flow_.step();
      continue;
    }
    sum_ += pending_;
    square_sum_ += pending_.cwiseProduct(pending_);
    ++theory_.draws;
    draw_next();
  }
  return theory_.draws == kDraws;
}

VarianceDecayFrame VarianceDecay::frame() const {
  Frame f = theory_;
  if (f.draws == 0) return f;
  const auto draws = static_cast<double>(f.draws);
  f.mean = sum_ / draws;
  const Vector variance = square_sum_ / draws - f.mean.cwiseProduct(f.mean);
  f.sd = variance.cwiseMax(0.0).cwiseSqrt();
  return f;
}

}  // namespace attn::experiments
