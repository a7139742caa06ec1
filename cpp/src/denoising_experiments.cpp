#include "attn/denoising_experiments.hpp"

#include <algorithm>
#include <cmath>

#include "attn/check.hpp"
#include "attn/gaussian_mixture.hpp"

namespace attn {
namespace {

constexpr Index kMaxHistory = 2000000;
constexpr Index kMaxBudget = 1000000000;

const TokenParams& checked(const char* function, const TokenParams& p) {
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

const QueryParams& checked(const char* function, const QueryParams& p) {
  checked(function, static_cast<const TokenParams&>(p));
  check::within(function, "query", p.query, -1e6, 1e6);
  return p;
}

Rng rng_of(const TokenParams& p) { return Rng(static_cast<std::uint64_t>(p.seed)); }

MixtureSample tokens_of(const TokenParams& p, Rng& rng) {
  return sample(two_modes(p.centre, 0.0, 1), p.sigma2, p.count, rng);
}

ParticleFlow flow_of(const TokenParams& p, Rng rng) {
  return {tokens_of(p, rng).noisy, p.beta, p.eta};
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

double largest_row_sum_error(const Matrix& weights) {
  double largest = 0.0;
  for (Index i = 0; i < weights.rows(); ++i) {
    double sum = 0.0;
    for (Index j = 0; j < weights.cols(); ++j) sum += weights(i, j);
    largest = std::max(largest, std::fabs(sum - 1.0));
  }
  return largest;
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
      6e-6 * std::max(1.0, std::fabs(query));  // about the cube root of the machine precision
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

Matrix column(const Matrix& history, Index layer) { return history.row(layer).transpose(); }

void check_seek(const char* function, Index layer, Index layers, Index budget) {
  check::count(function, "layer", layer, 0, layers);
  check::count(function, "budget", budget, 1, kMaxBudget);
}

}  // namespace

ParticlesExperiment::ParticlesExperiment(const TokenParams& params)
    : params_(checked("particles", params)),
      flow_(Matrix::Zero(params.count, 1), params.beta, params.eta),
      history_(params.layers + 1, params.count),
      within_variance_(params.layers + 1) {
  Rng rng = rng_of(params);
  const MixtureSample tokens = tokens_of(params, rng);
  mode_.resize(params.count);
  for (Index i = 0; i < params.count; ++i) {
    mode_(i) = tokens.component[static_cast<std::size_t>(i)] == 0 ? -1.0 : 1.0;
  }
  flow_.restore({tokens.noisy, 0});
  history_.row(0) = tokens.noisy.transpose();
  within_variance_(0) = within_group_variance(tokens.noisy, mode_);
}

bool ParticlesExperiment::seek(Index layer, Index budget) {
  check_seek("particles", layer, params_.layers, budget);
  for (Index spent = 0; flow_.layer() < layer && spent < budget; ++spent) {
    flow_.step();
    history_.row(flow_.layer()) = flow_.particles().transpose();
    within_variance_(flow_.layer()) = within_group_variance(flow_.particles(), mode_);
  }
  layer_ = std::min(layer, flow_.layer());
  return layer_ == layer;
}

ParticlesExperiment::Frame ParticlesExperiment::frame() const {
  const Matrix z = column(history_, layer_);
  const Matrix weights = stage1_weights(z, params_.beta);
  // lazyProduct: Eigen's blocked one would be 5 KB of every download, for a check.
  const Matrix by_matrix = (1.0 - params_.eta) * z + params_.eta * weights.lazyProduct(z);
  const Matrix by_pairs = stage1_step(z, params_.beta, params_.eta);
  return {layer_,
          params_.layers,
          params_.count,
          history_.topRows(layer_ + 1),
          mode_,
          within_variance_.head(layer_ + 1),
          attn::matched_layers(params_.beta, params_.eta, params_.sigma2),
          largest_row_sum_error(weights),
          (by_pairs - by_matrix).cwiseAbs().maxCoeff()};
}

// Every draw has a generator of its own: the one shown has the seed itself and so the tokens of
// ParticlesExperiment, the others are seeded by the numbers that follow from it.
BeforeAfterExperiment::BeforeAfterExperiment(const QueryParams& params)
    : params_(checked("before_after", params)),
      seeds_(rng_of(params)),
      shown_(flow_of(params, rng_of(params))),
      other_(flow_of(params, Rng(seeds_.next()))),
      history_(params.layers + 1, params.count),
      estimates_(params.layers + 1, kDraws) {
  tokens_ = shown_.particles().col(0);
  history_.row(0) = tokens_.transpose();
  record(shown_, 0);
}

void BeforeAfterExperiment::record(const ParticleFlow& flow, Index draw) {
  const Matrix query = Matrix::Constant(1, 1, params_.query);
  estimates_(flow.layer(), draw) =
      posterior_mean(query, flow.particles(), 1.0 / params_.sigma2)(0, 0);
}

bool BeforeAfterExperiment::seek(Index layer, Index budget) {
  check_seek("before_after", layer, params_.layers, budget);
  for (Index spent = 0; shown_.layer() < layer && spent < budget; ++spent) {
    shown_.step();
    history_.row(shown_.layer()) = shown_.particles().transpose();
    record(shown_, 0);
  }
  layer_ = std::min(layer, shown_.layer());
  return layer_ == layer;
}

bool BeforeAfterExperiment::refine(Index budget) {
  check::count("before_after", "budget", budget, 1, kMaxBudget);
  for (Index spent = 0; draws_ < kDraws && spent < budget; ++spent) {
    record(other_, draws_);
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
  const Matrix particles = column(history_, layer_);
  const double exact =
      exact_posterior_mean(two_modes(params_.centre, 0.0, 1), query, params_.sigma2)(0, 0);
  const Answer before = answer(params_.query, tokens_, 1.0 / params_.sigma2);
  const Answer after = answer(params_.query, particles, 1.0 / params_.sigma2);
  const Vector draws_before = estimates_.row(0).head(draws_).transpose();
  const Vector draws_after = estimates_.row(layer_).head(draws_).transpose();
  return {layer_,
          params_.layers,
          params_.count,
          tokens_,
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
          std::max(before.gradient_error, after.gradient_error),
          std::max(before.weight_error, after.weight_error)};
}

}  // namespace attn
