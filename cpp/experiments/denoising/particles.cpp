#include "experiments/denoising/particles.hpp"

#include "attn/denoising/denoiser.hpp"
#include "attn/denoising/stage1_clock.hpp"
#include "attn/numerics/largest.hpp"

namespace attn::experiments {
namespace {

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

// The parameters with the step size that the clock stands for.
TokenParams with_step(const ParticlesParams& params) {
  TokenParams p = checked_size(Particles::kName, checked(Particles::kName, params).tokens);
  if (params.clock == Clock::kEqualTime) {
    p.eta = matched_step(p.beta, static_cast<double>(p.layers), p.sigma2);
  }
  return p;
}

}  // namespace

std::vector<Setting<ParticlesParams>> Particles::settings() {
  ParticlesParams sharp;
  sharp.tokens.beta = 20.0;
  sharp.tokens.count = 33;
  sharp.clock = Clock::kEqualTime;
  ParticlesParams one;
  one.tokens.count = 1;
  one.tokens.layers = 1;
  one.tokens.centre = 0.0;
  return {{ParticlesParams{}, 60, 0}, {sharp, 17, 0}, {one, 1, 0}};
}

Particles::Particles(const Params& params)
    : params_(with_step(params)), run_(params_, Rng(params_.seed)), mode_(params_.count) {
  for (Index i = 0; i < params_.count; ++i) {
    mode_(i) = run_.tokens().component[static_cast<std::size_t>(i)] == 0 ? -1.0 : 1.0;
  }
}

ParticlesFrame Particles::frame() const {
  Frame f;
  f.layer = run_.layer();
  f.layers = params_.layers;
  f.count = params_.count;
  f.trail = run_.trail();
  f.mode = mode_;
  f.within_variance.resize(f.trail.rows());
  for (Index l = 0; l < f.trail.rows(); ++l) {
    f.within_variance(l) = within_group_variance(f.trail.row(l).transpose(), mode_);
  }
  f.eta = params_.eta;
  f.matched_layers = attn::matched_layers(params_.beta, params_.eta, params_.sigma2);
  const Matrix z = run_.particles();
  const Matrix weights = stage1_weights(z, params_.beta);
  f.weight_error = largest_row_sum_error(weights);
  // lazyProduct: Eigen's blocked one would be 5 KB of every download, for a check.
  const Matrix by_matrix = (1.0 - params_.eta) * z + params_.eta * weights.lazyProduct(z);
  f.step_error = largest(stage1_step(z, params_.beta, params_.eta) - by_matrix);
  return f;
}

}  // namespace attn::experiments
