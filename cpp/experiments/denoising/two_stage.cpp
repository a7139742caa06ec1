#include "experiments/denoising/two_stage.hpp"

#include <algorithm>

#include "attn/denoising/denoiser.hpp"
#include "attn/denoising/stage1_clock.hpp"
#include "attn/numerics/largest.hpp"

namespace attn::experiments {
namespace {

double error_of(const Matrix& estimate, const Matrix& clean, double sigma2) {
  double sum = 0.0;
  for (Index i = 0; i < clean.rows(); ++i) {
    sum += (estimate(i) - clean(i)) * (estimate(i) - clean(i));
  }
  return sum / (static_cast<double>(clean.rows()) * sigma2);
}

Vector errors_of(const MixtureSample& tokens, const Matrix& z, const TokenParams& p) {
  const double beta_c = 1.0 / p.sigma2;
  const auto error = [&](const Matrix& x) { return error_of(x, tokens.clean, p.sigma2); };
  Vector errors(static_cast<Index>(TwoStage::kRoutes));
  errors(TwoStage::kTokens) = error(tokens.noisy);
  errors(TwoStage::kStage1) = error(z);
  errors(TwoStage::kWithoutSkip) = error(posterior_mean(z, z, beta_c));
  errors(TwoStage::kWithSkip) = error(posterior_mean(tokens.noisy, z, beta_c));
  errors(TwoStage::kExact) =
      error(exact_posterior_mean(two_modes(p.centre, 0.0, 1), tokens.noisy, p.sigma2));
  return errors;
}

}  // namespace

std::vector<Setting<TwoStageParams>> TwoStage::settings() {
  TwoStageParams without;
  without.skip = false;
  without.tokens.layers = 30;
  TwoStageParams few;
  few.tokens.count = 5;
  few.tokens.layers = 8;
  few.tokens.seed = 11;
  return {{TwoStageParams{}, 60, 40 * 61}, {without, 12, 70}, {few, 0, 0}};
}

// As in BeforeAfter: the draw shown has the seed itself, the others are seeded by the numbers that
// follow from it.
TwoStage::TwoStage(const Params& params)
    : params_(checked_size(kName, checked(kName, params).tokens)),
      skip_(params.skip),
      run_(params_, Rng(params_.seed)),
      seeds_(params_.seed),
      other_(Matrix::Zero(params_.count, 1), params_.beta, params_.eta),
      pending_(Matrix::Zero(kRoutes, params_.layers + 1)),
      sum_(Matrix::Zero(kRoutes, params_.layers + 1)),
      square_sum_(Matrix::Zero(kRoutes, params_.layers + 1)) {
  draw_next();
}

void TwoStage::draw_next() {
  Rng rng(seeds_.next());
  other_tokens_ = draw_tokens(params_, rng);
  other_.restore({other_tokens_.noisy, 0});
}

bool TwoStage::refine(Index budget) {
  check_budget(kName, budget);
  for (Index spent = 0; draws_ < kDraws && spent < budget; ++spent) {
    const Vector errors = errors_of(other_tokens_, other_.particles(), params_);
    // Their squares are added up, which noise without any size would make infinite.
    check::result(kName, "the square of an error", errors.cwiseProduct(errors));
    pending_.col(other_.layer()) = errors;
    if (other_.layer() < params_.layers) {
      other_.step();
      continue;
    }
    sum_ += pending_;
    square_sum_ += pending_.cwiseProduct(pending_);
    ++draws_;
    draw_next();
  }
  return draws_ == kDraws;
}

TwoStageFrame TwoStage::frame() const {
  const MixtureSample& tokens = run_.tokens();
  const Matrix z = run_.particles();
  const Matrix& queries = skip_ ? tokens.noisy : z;
  const double beta_c = 1.0 / params_.sigma2;
  const Index columns = draws_ > 0 ? params_.layers + 1 : 0;
  const double n = larger(1.0, static_cast<double>(draws_));
  Frame f;
  f.layer = run_.layer();
  f.layers = params_.layers;
  f.count = params_.count;
  f.matched_layers = attn::matched_layers(params_.beta, params_.eta, params_.sigma2);
  f.clean = tokens.clean.col(0);
  f.tokens = tokens.noisy.col(0);
  f.particles = z.col(0);
  f.estimates = posterior_mean(queries, z, beta_c).col(0);
  f.errors = errors_of(tokens, z, params_);
  f.draws = draws_;
  f.mean = sum_.leftCols(columns) / n;
  const Matrix variance = square_sum_.leftCols(columns) / n - f.mean.cwiseProduct(f.mean);
  f.sd = variance.cwiseMax(0.0).cwiseSqrt();
  f.weight_error = largest_row_sum_error(stage2_weights(queries, z, beta_c));
  return f;
}

}  // namespace attn::experiments
