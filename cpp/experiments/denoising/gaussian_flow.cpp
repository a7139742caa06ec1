#include "experiments/denoising/gaussian_flow.hpp"

#include <algorithm>
#include <cmath>

#include "attn/denoising/covariance_flow.hpp"
#include "attn/denoising/stage1_clock.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/rng.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {
namespace {

const GaussianFlowParams& valid(const GaussianFlowParams& p) {
  constexpr const char* kName = GaussianFlow::kName;
  checked(kName, p);
  check::within(kName, "minor", p.minor, 0.0, p.major);
  check::count(kName, "count * (layers + 1)", p.count * (p.layers + 1), 1, 200000);
  check::within(kName, "beta * sigma2", p.beta * p.sigma2, 0.0, static_cast<double>(p.layers));
  return p;
}

Matrix clean_covariance(const GaussianFlowParams& p) {
  const double c = mathfn::cos(p.angle);
  const double s = mathfn::sin(p.angle);
  const double mixed = c * s * (p.major - p.minor);
  return of_rows(
      {{c * c * p.major + s * s * p.minor, mixed}, {mixed, s * s * p.major + c * c * p.minor}});
}

// Per token: two normal numbers for the clean place along the long and the short axis, two for the
// noise.
Matrix draw(const GaussianFlowParams& p) {
  Rng rng(p.seed);
  const double c = mathfn::cos(p.angle);
  const double s = mathfn::sin(p.angle);
  Matrix z(p.count, 2);
  for (Index i = 0; i < p.count; ++i) {
    const double along = std::sqrt(p.major) * rng.normal();
    const double across = std::sqrt(p.minor) * rng.normal();
    z(i, 0) = c * along - s * across + std::sqrt(p.sigma2) * rng.normal();
    z(i, 1) = s * along + c * across + std::sqrt(p.sigma2) * rng.normal();
  }
  return z;
}

Matrix covariance_of(const Matrix& z) {
  const auto n = static_cast<double>(z.rows());
  double mean[2] = {0.0, 0.0};
  for (Index i = 0; i < z.rows(); ++i) {
    for (Index k = 0; k < 2; ++k) mean[k] += z(i, k) / n;
  }
  double xx = 0.0;
  double xy = 0.0;
  double yy = 0.0;
  for (Index i = 0; i < z.rows(); ++i) {
    const double x = z(i, 0) - mean[0];
    const double y = z(i, 1) - mean[1];
    xx += x * x / n;
    xy += x * y / n;
    yy += y * y / n;
  }
  return of_rows({{xx, xy}, {xy, yy}});
}

// Of a symmetric 2 x 2 matrix, the larger one first. The smaller through the determinant would
// cancel; the difference from the mean does not.
Vector eigenvalues_of(const Matrix& m) {
  const double mean = 0.5 * (m(0, 0) + m(1, 1));
  const double half = 0.5 * (m(0, 0) - m(1, 1));
  const double radius = std::sqrt(half * half + m(0, 1) * m(0, 1));
  return of_numbers({mean + radius, larger(mean - radius, 0.0)});
}

Matrix unflatten(const Matrix& row) {
  return Eigen::Map<const Matrix>(row.data(), row.size() / 2, 2);
}

}  // namespace

std::vector<Setting<GaussianFlowParams>> GaussianFlow::settings() {
  GaussianFlowParams round;
  round.minor = 1.0;
  round.angle = 0.0;
  round.count = 50;
  GaussianFlowParams line;
  line.minor = 0.0;
  line.angle = -1.25;
  line.count = 7;
  line.layers = 9;
  line.beta = 1.0;
  return {{GaussianFlowParams{}, 100, 0}, {round, 40, 0}, {line, 9, 0}};
}

GaussianFlow::GaussianFlow(const Params& params)
    : params_(valid(params)),
      eta_(params.beta * params.sigma2 / static_cast<double>(params.layers)),
      clean_(clean_covariance(params)),
      flow_(draw(params), params.beta, eta_),
      history_(params.layers + 1, 2 * params.count),
      simulated_(2, params.layers + 1),
      exact_(2, params.layers + 1) {
  const Matrix start = clean_ + params.sigma2 * Matrix::Identity(2, 2);
  const CovarianceFlow theory(start, params.beta);
  const Stage1Clock clock(params.beta, eta_);
  for (Index l = 0; l <= params.layers; ++l) {
    exact_.col(l) = theory.eigenvalues(clock.attention_time(static_cast<double>(l))).reverse();
  }
  record();
}

void GaussianFlow::record() {
  const Matrix& z = flow_.particles();
  history_.row(flow_.layer()) = Eigen::Map<const Matrix>(z.data(), 1, z.size());
  simulated_.col(flow_.layer()) = eigenvalues_of(covariance_of(z));
}

bool GaussianFlow::seek(Index layer, Index budget) {
  check_step(kName, layer, params_.layers, budget);
  for (Index spent = 0; flow_.layer() < layer && spent < budget; ++spent) {
    flow_.step();
    record();
  }
  layer_ = std::min(layer, flow_.layer());
  return layer_ == layer;
}

GaussianFlowFrame GaussianFlow::frame() const {
  const Stage1Clock clock(params_.beta, eta_);
  const Matrix start = clean_ + params_.sigma2 * Matrix::Identity(2, 2);
  const double time = clock.attention_time(static_cast<double>(layer_));
  Frame f;
  f.layer = layer_;
  f.layers = params_.layers;
  f.count = params_.count;
  f.eta = eta_;
  f.matched_layers = attn::matched_layers(params_.beta, eta_, params_.sigma2);
  f.particles = unflatten(history_.row(layer_));
  f.covariance = covariance_of(f.particles);
  f.exact = CovarianceFlow(start, params_.beta).covariance(time);
  f.clean = clean_;
  f.eigenvalues = exact_;
  f.simulated = simulated_.leftCols(layer_ + 1);
  const Matrix integrated = integrated_covariance_flow(start, params_.beta, time);
  f.witness_error = largest(f.exact - integrated);
  return f;
}

}  // namespace attn::experiments
