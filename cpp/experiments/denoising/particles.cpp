#include "experiments/denoising/particles.hpp"

#include <cmath>

#include "attn/denoising/gaussian_mixture.hpp"
#include "attn/denoising/stage1_clock.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"

namespace attn {
namespace {

ParticleFlow flow_of(const TokenParams& p, Rng rng) {
  return {draw_tokens(p, rng).noisy, p.beta, p.eta};
}

// The particles of one mode around their mean, both modes together.
double within_group_variance(const Matrix& z, const Vector& mode) {
  double total = 0.0;
  for (const double group : {-1.0, 1.0}) {
    double sum = 0.0;
    double members = 0.0;
    for (Index i = 0; i < z.rows(); ++i) {
      if (mode(i) != group) continue;
      sum += z(i, 0);
      members += 1.0;
    }
    const double mean = members > 0.0 ? sum / members : 0.0;
    for (Index i = 0; i < z.rows(); ++i) {
      if (mode(i) == group) total += (z(i, 0) - mean) * (z(i, 0) - mean);
    }
  }
  return total / static_cast<double>(z.rows());
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

BeforeAfterExperiment::Spread spread(const Vector& estimates, double exact) {
  const auto n = static_cast<double>(estimates.size());
  double mean = 0.0;
  double square_error = 0.0;
  for (const double x : estimates) {
    mean += x / n;
    square_error += (x - exact) * (x - exact) / n;
  }
  double variance = 0.0;
  for (const double x : estimates) variance += (x - mean) * (x - mean) / n;
  return {mean, std::sqrt(variance), std::sqrt(square_error)};
}

// The parameters with the step size that the clock stands for.
TokenParams with_step(const ParticlesParams& params) {
  TokenParams p = check_tokens("particles", params);
  check::whole("particles", "clock", params.clock, 0.0, 1.0);
  if (params.clock == 1.0) {
    p.eta = matched_step(p.beta, static_cast<double>(p.layers), p.sigma2);
  }
  return p;
}

}  // namespace

ParticlesExperiment::ParticlesExperiment(const ParticlesParams& params)
    : params_(with_step(params)), run_(params_, rng_of(params)), mode_(params.count) {
  for (Index i = 0; i < params.count; ++i) {
    mode_(i) = run_.tokens().component[static_cast<std::size_t>(i)] == 0 ? -1.0 : 1.0;
  }
}

bool ParticlesExperiment::seek(Index layer, Index budget) {
  return run_.seek("particles", layer, budget);
}

ParticlesExperiment::Frame ParticlesExperiment::frame() const {
  const Matrix trail = run_.trail();
  Vector within_variance(trail.rows());
  for (Index l = 0; l < trail.rows(); ++l) {
    within_variance(l) = within_group_variance(trail.row(l).transpose(), mode_);
  }
  const Matrix z = run_.particles();
  const Matrix weights = stage1_weights(z, params_.beta);
  // lazyProduct: Eigen's blocked one would be 5 KB of every download, for a check.
  const Matrix by_matrix = (1.0 - params_.eta) * z + params_.eta * weights.lazyProduct(z);
  const Matrix by_pairs = stage1_step(z, params_.beta, params_.eta);
  return {run_.layer(),
          params_.layers,
          params_.count,
          trail,
          mode_,
          within_variance,
          params_.eta,
          attn::matched_layers(params_.beta, params_.eta, params_.sigma2),
          largest_row_sum_error(weights),
          largest(by_pairs - by_matrix)};
}

// Every draw has a generator of its own: the one shown has the seed itself and so the tokens of
// ParticlesExperiment, the others are seeded by the numbers that follow from it.
BeforeAfterExperiment::BeforeAfterExperiment(const QueryParams& params)
    : params_(check_tokens("before_after", params)),
      seeds_(rng_of(params)),
      run_(params, rng_of(params)),
      other_(flow_of(params, Rng(seeds_.next()))),
      estimates_(params.layers + 1, kDraws) {}

bool BeforeAfterExperiment::seek(Index layer, Index budget) {
  return run_.seek("before_after", layer, budget);
}

bool BeforeAfterExperiment::refine(Index budget) {
  check::count("before_after", "budget", budget, 1, check::kMaxBudget);
  const Matrix query = Matrix::Constant(1, 1, params_.query);
  for (Index spent = 0; draws_ < kDraws && spent < budget; ++spent) {
    estimates_(other_.layer(), draws_) =
        posterior_mean(query, other_.particles(), 1.0 / params_.sigma2)(0, 0);
    if (other_.layer() < params_.layers) {
      other_.step();
      continue;
    }
    ++draws_;
    other_ = flow_of(params_, Rng(seeds_.next()));
  }
  return draws_ == kDraws;
}

BeforeAfterExperiment::Frame BeforeAfterExperiment::frame() const {
  const Matrix query = Matrix::Constant(1, 1, params_.query);
  const Matrix& tokens = run_.tokens().noisy;
  const Matrix particles = run_.particles();
  const double exact =
      exact_posterior_mean(two_modes(params_.centre, 0.0, 1), query, params_.sigma2)(0, 0);
  const Answer before = answer(params_.query, tokens, 1.0 / params_.sigma2);
  const Answer after = answer(params_.query, particles, 1.0 / params_.sigma2);
  Vector draws_before = estimates_.row(0).head(draws_).transpose();
  Vector draws_after = estimates_.row(run_.layer()).head(draws_).transpose();
  draws_before(0) = before.mean;
  draws_after(0) = after.mean;
  return {run_.layer(),
          params_.layers,
          params_.count,
          matched_layers(params_.beta, params_.eta, params_.sigma2),
          tokens.col(0),
          particles.col(0),
          before.weights,
          after.weights,
          before.mean,
          after.mean,
          exact,
          draws_before,
          draws_after,
          spread(draws_before, exact),
          spread(draws_after, exact),
          larger(before.gradient_error, after.gradient_error),
          larger(before.weight_error, after.weight_error)};
}

}  // namespace attn
