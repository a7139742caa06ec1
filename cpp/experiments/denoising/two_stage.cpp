#include "experiments/denoising/two_stage.hpp"

#include "attn/denoising/denoiser.hpp"
#include "attn/denoising/stage1_clock.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"

namespace attn {
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
  Vector errors(static_cast<Index>(TwoStageExperiment::kRoutes));
  errors(TwoStageExperiment::kTokens) = error(tokens.noisy);
  errors(TwoStageExperiment::kStage1) = error(z);
  errors(TwoStageExperiment::kWithoutSkip) = error(posterior_mean(z, z, beta_c));
  errors(TwoStageExperiment::kWithSkip) = error(posterior_mean(tokens.noisy, z, beta_c));
  errors(TwoStageExperiment::kExact) =
      error(exact_posterior_mean(two_modes(p.centre, 0.0, 1), tokens.noisy, p.sigma2));
  return errors;
}

}  // namespace

// As in BeforeAfterExperiment: the draw shown has the seed itself, the others are seeded by the
// numbers that follow from it.
TwoStageExperiment::TwoStageExperiment(const TokenParams& params, bool skip)
    : params_(check_tokens("two_stage", params)),
      skip_(skip),
      run_(params, rng_of(params)),
      seeds_(rng_of(params)),
      other_(Matrix::Zero(params.count, 1), params.beta, params.eta),
      pending_(Matrix::Zero(kRoutes, params.layers + 1)),
      sum_(Matrix::Zero(kRoutes, params.layers + 1)),
      square_sum_(Matrix::Zero(kRoutes, params.layers + 1)) {
  draw_next();
}

void TwoStageExperiment::draw_next() {
  Rng rng(seeds_.next());
  other_tokens_ = draw_tokens(params_, rng);
  other_.restore({other_tokens_.noisy, 0});
}

bool TwoStageExperiment::seek(Index layer, Index budget) {
  return run_.seek("two_stage", layer, budget);
}

bool TwoStageExperiment::refine(Index budget) {
  check::count("two_stage", "budget", budget, 1, check::kMaxBudget);
  for (Index spent = 0; draws_ < kDraws && spent < budget; ++spent) {
    pending_.col(other_.layer()) = errors_of(other_tokens_, other_.particles(), params_);
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

TwoStageExperiment::Frame TwoStageExperiment::frame() const {
  const MixtureSample& tokens = run_.tokens();
  const Matrix z = run_.particles();
  const Matrix& queries = skip_ ? tokens.noisy : z;
  const Matrix weights = stage2_weights(queries, z, 1.0 / params_.sigma2);
  const Index columns = draws_ > 0 ? params_.layers + 1 : 0;
  const double n = larger(1.0, static_cast<double>(draws_));
  const Matrix mean = sum_.leftCols(columns) / n;
  const Matrix variance = square_sum_.leftCols(columns) / n - mean.cwiseProduct(mean);
  return {run_.layer(),
          params_.layers,
          params_.count,
          matched_layers(params_.beta, params_.eta, params_.sigma2),
          tokens.clean.col(0),
          tokens.noisy.col(0),
          z.col(0),
          posterior_mean(queries, z, 1.0 / params_.sigma2).col(0),
          errors_of(tokens, z, params_),
          draws_,
          mean,
          variance.cwiseMax(0.0).cwiseSqrt(),
          largest_row_sum_error(weights)};
}

}  // namespace attn
