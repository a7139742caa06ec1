#include "experiments/denoising/energy_landscape.hpp"

#include <cmath>

#include "attn/denoising/denoiser.hpp"
#include "attn/denoising/stage1_clock.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"

namespace attn {
namespace {

// To the next half, so that an axis can begin and end on a round number.
double reach_of(const QueryParams& p, const Matrix& tokens) {
  const double most = larger(larger(0.5, p.centre), larger(std::fabs(p.query), largest(tokens)));
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

Matrix modes(double centre) {
  Matrix z(2, 1);
  z << -centre, centre;
  return z;
}

Vector mean_energy(const Matrix& queries, const Matrix& z, double sigma2) {
  return energy(queries, z, 1.0 / sigma2).array() +
         sigma2 * mathfn::log(static_cast<double>(z.rows()));
}

double barrier(const Vector& e) { return e(e.size() / 2) - lowest(e); }

}  // namespace

LandscapeExperiment::LandscapeExperiment(const QueryParams& params)
    : params_(check_tokens("landscape", params)), run_(params, rng_of(params)) {
  const Matrix& tokens = run_.tokens().noisy;
  positions_ = evenly(reach_of(params, tokens), kPositions);
  energy_before_ = mean_energy(positions_, tokens, params.sigma2);
  energy_exact_ = mean_energy(positions_, modes(params.centre), params.sigma2);
}

bool LandscapeExperiment::seek(Index layer, Index budget) {
  return run_.seek("landscape", layer, budget);
}

LandscapeExperiment::Frame LandscapeExperiment::frame() const {
  const double sigma2 = params_.sigma2;
  const double q = params_.query;
  const Matrix query = Matrix::Constant(1, 1, q);
  const Matrix z = run_.particles();
  const Vector after = mean_energy(positions_, z, sigma2);
  const double slope = energy_gradient(query, z, 1.0 / sigma2)(0, 0);
  // About the cube root of the machine precision.
  const double h = 6e-6 * larger(1.0, std::fabs(q));
  Matrix around(4, 1);
  around << q - h, q + h, q, q - slope;
  const Vector e = mean_energy(around, z, sigma2);
  const double difference = (e(1) - e(0)) / (around(1, 0) - around(0, 0));
  const double mean = posterior_mean(query, z, 1.0 / sigma2)(0, 0);
  return {run_.layer(),
          params_.layers,
          params_.count,
          matched_layers(params_.beta, params_.eta, params_.sigma2),
          run_.tokens().noisy.col(0),
          z.col(0),
          positions_.col(0),
          energy_before_,
          after,
          energy_exact_,
          e(2),
          slope,
          q - slope,
          e(3),
          posterior_mean(query, modes(params_.centre), 1.0 / sigma2)(0, 0),
          barrier(energy_before_),
          barrier(after),
          barrier(energy_exact_),
          std::fabs(slope - difference),
          std::fabs(q - slope - mean)};
}

}  // namespace attn
