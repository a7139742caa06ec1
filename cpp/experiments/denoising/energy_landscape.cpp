#include "experiments/denoising/energy_landscape.hpp"

#include <algorithm>
#include <cmath>

#include "attn/denoising/denoiser.hpp"
#include "attn/denoising/stage1_clock.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {
namespace {

// To the next half, so that an axis can begin and end on a round number.
double reach_of(const EnergyLandscapeParams& p, const Matrix& tokens) {
  const double most =
      larger(larger(0.5, p.tokens.centre), larger(std::fabs(p.query), largest(tokens)));
  return std::ceil(2.0 * most) / 2.0;
}

Matrix evenly(double reach, Index count) {
  Matrix x(count, 1);
  for (Index i = 0; i < count; ++i) {
    // From the middle, so that it is symmetric to the bit and has 0 itself.
    x(i) = reach * static_cast<double>(2 * i - (count - 1)) / static_cast<double>(count - 1);
  }
  return x;
}

Matrix modes(double centre) { return of_rows({{-centre}, {centre}}); }

Vector mean_energy(const Matrix& queries, const Matrix& z, double sigma2) {
  return energy(queries, z, 1.0 / sigma2).array() +
         sigma2 * mathfn::log(static_cast<double>(z.rows()));
}

double barrier(const Vector& e) { return e(e.size() / 2) - lowest(e); }

}  // namespace

std::vector<Setting<EnergyLandscapeParams>> EnergyLandscape::settings() {
  EnergyLandscapeParams far;
  far.query = -3.5;
  far.tokens.count = 12;
  EnergyLandscapeParams together;
  together.tokens.centre = 0.0;
  together.tokens.sigma2 = 2.0;
  return {{EnergyLandscapeParams{}, 60, 0}, {far, 31, 0}, {together, 5, 0}};
}

EnergyLandscape::EnergyLandscape(const Params& params)
    : params_(checked(kName, params)),
      run_(checked_size(kName, params.tokens), Rng(params.tokens.seed)) {
  const Matrix& tokens = run_.tokens().noisy;
  positions_ = evenly(reach_of(params, tokens), kPositions);
  energy_before_ = mean_energy(positions_, tokens, params.tokens.sigma2);
  energy_exact_ = mean_energy(positions_, modes(params.tokens.centre), params.tokens.sigma2);
}

EnergyLandscapeFrame EnergyLandscape::frame() const {
  const TokenParams& p = params_.tokens;
  const double q = params_.query;
  const Matrix query = Matrix::Constant(1, 1, q);
  const Matrix z = run_.particles();
  Frame f;
  f.layer = run_.layer();
  f.layers = p.layers;
  f.count = p.count;
  f.matched_layers = attn::matched_layers(p.beta, p.eta, p.sigma2);
  f.tokens = run_.tokens().noisy.col(0);
  f.particles = z.col(0);
  f.positions = positions_.col(0);
  f.energy_before = energy_before_;
  f.energy_after = mean_energy(positions_, z, p.sigma2);
  f.energy_exact = energy_exact_;
  f.slope = energy_gradient(query, z, 1.0 / p.sigma2)(0, 0);
  f.estimate = q - f.slope;
  // About the cube root of the machine precision.
  const double h = 6e-6 * larger(1.0, std::fabs(q));
  Matrix around(4, 1);
  around << q - h, q + h, q, f.estimate;
  const Vector e = mean_energy(around, z, p.sigma2);
  f.query_energy = e(2);
  f.estimate_energy = e(3);
  f.exact = posterior_mean(query, modes(p.centre), 1.0 / p.sigma2)(0, 0);
  f.barrier_before = barrier(f.energy_before);
  f.barrier_after = barrier(f.energy_after);
  f.barrier_exact = barrier(f.energy_exact);
  const double difference = (e(1) - e(0)) / (around(1, 0) - around(0, 0));
  f.slope_error = std::fabs(f.slope - difference);
  f.mean_error = std::fabs(f.estimate - posterior_mean(query, z, 1.0 / p.sigma2)(0, 0));
  return f;
}

}  // namespace attn::experiments
