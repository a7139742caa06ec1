#include "experiments/denoising/before_after.hpp"

#include <algorithm>
#include <cmath>

#include "attn/denoising/denoiser.hpp"
#include "attn/denoising/stage1_clock.hpp"
#include "attn/numerics/largest.hpp"

namespace attn::experiments {
namespace {

ParticleFlow flow_of(const TokenParams& p, Rng rng) {
  return {draw_tokens(p, rng).noisy, p.beta, p.eta};
}

// Stage 2 for one query.
struct Answer {
  Vector weights;
  double mean;
  double gradient_error;  // |mean - (query - dE/dq)|, dE/dq by central differences
  double weight_error;
};

Answer answer(double query, const Matrix& z, double beta_c) {
  const Matrix q = Matrix::Constant(1, 1, query);
  const Matrix weights = stage2_weights(q, z, beta_c);
  const double mean = posterior_mean(q, z, beta_c)(0, 0);
  const double h =
      6e-6 * larger(1.0, std::fabs(query));  // about the cube root of the machine precision
  Matrix around(2, 1);
  around << query - h, query + h;
  const Vector e = energy(around, z, beta_c);
  const double slope = (e(1) - e(0)) / (around(1, 0) - around(0, 0));
  return {weights.row(0).transpose(), mean, std::fabs(mean - (query - slope)),
          largest_row_sum_error(weights)};
}

Spread spread(const Vector& estimates, double exact) {
  const auto n = static_cast<double>(estimates.size());
  double mean = 0.0;
  double square_error = 0.0;
  for (const double x : estimates) {
    mean += x / n;
    square_error += (x - exact) * (x - exact) / n;
  }
  double variance = 0.0;
  for (const double x : estimates) variance += (x - mean) * (x - mean) / n;
  Spread out;
  out.mean = mean;
  out.sd = std::sqrt(variance);
  out.rms = std::sqrt(square_error);
  return out;
}

}  // namespace

std::vector<Setting<BeforeAfterParams>> BeforeAfter::settings() {
  BeforeAfterParams wide;
  wide.tokens.centre = 2.0;
  wide.tokens.count = 24;
  wide.query = 1.4;
  BeforeAfterParams short_one;
  short_one.tokens.layers = 5;
  short_one.tokens.beta = 2.0;
  return {{BeforeAfterParams{}, 60, 40 * 61}, {wide, 20, 100}, {short_one, 0, 0}};
}

// Every draw has a generator of its own: the one shown has the seed itself and so the tokens of
// Particles, the others are seeded by the numbers that follow from it.
BeforeAfter::BeforeAfter(const Params& params)
    : params_(checked_size(kName, checked(kName, params).tokens)),
      query_(Matrix::Constant(1, 1, params.query)),
      seeds_(params_.seed),
      run_(params_, Rng(params_.seed)),
      other_(flow_of(params_, Rng(seeds_.next()))),
      estimates_(params_.layers + 1, kDraws) {}

bool BeforeAfter::refine(Index budget) {
  check_budget(kName, budget);
  for (Index spent = 0; draws_ < kDraws && spent < budget; ++spent) {
    estimates_(other_.layer(), draws_) =
        posterior_mean(query_, other_.particles(), 1.0 / params_.sigma2)(0, 0);
    if (other_.layer() < params_.layers) {
      other_.step();
      continue;
    }
    ++draws_;
    other_ = flow_of(params_, Rng(seeds_.next()));
  }
  return draws_ == kDraws;
}

BeforeAfterFrame BeforeAfter::frame() const {
  const double beta_c = 1.0 / params_.sigma2;
  const Matrix& tokens = run_.tokens().noisy;
  const Matrix particles = run_.particles();
  const Answer before = answer(query_(0), tokens, beta_c);
  const Answer after = answer(query_(0), particles, beta_c);
  Frame f;
  f.layer = run_.layer();
  f.layers = params_.layers;
  f.count = params_.count;
  f.matched_layers = attn::matched_layers(params_.beta, params_.eta, params_.sigma2);
  f.tokens = tokens.col(0);
  f.particles = particles.col(0);
  f.weights_before = before.weights;
  f.weights_after = after.weights;
  f.before = before.mean;
  f.after = after.mean;
  f.exact = exact_posterior_mean(two_modes(params_.centre, 0.0, 1), query_, params_.sigma2)(0, 0);
  f.draws_before = estimates_.row(0).head(draws_).transpose();
  f.draws_after = estimates_.row(run_.layer()).head(draws_).transpose();
  f.draws_before(0) = before.mean;
  f.draws_after(0) = after.mean;
  f.draws = kDraws;
  f.spread_before = spread(f.draws_before, f.exact);
  f.spread_after = spread(f.draws_after, f.exact);
  f.gradient_error = larger(before.gradient_error, after.gradient_error);
  f.weight_error = larger(before.weight_error, after.weight_error);
  return f;
}

}  // namespace attn::experiments
