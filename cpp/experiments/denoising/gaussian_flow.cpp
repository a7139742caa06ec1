#include "experiments/denoising/gaussian_flow.hpp"

#include <algorithm>
#include <cmath>

#include "attn/denoising/covariance_flow.hpp"
#include "attn/denoising/stage1_clock.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/rng.hpp"

namespace attn {
namespace {

GaussianFlowParams checked(const GaussianFlowParams& p) {
  constexpr const char* kName = "gaussian_flow";
  check::within(kName, "major", p.major, 0.0, 1e4);
  check::within(kName, "minor", p.minor, 0.0, p.major);
  check::within(kName, "angle", p.angle, -10.0, 10.0);
  check::within(kName, "sigma2", p.sigma2, 1e-6, 1e4);
  check::within(kName, "beta", p.beta, 1e-3, 1e4);
  check::count(kName, "count", p.count, 2, 1000);
  check::count(kName, "layers", p.layers, 2, 1000);
  check::count(kName, "count * (layers + 1)", p.count * (p.layers + 1), 1, 200000);
  check::within(kName, "beta * sigma2", p.beta * p.sigma2, 0.0, static_cast<double>(p.layers));
  check::whole(kName, "seed", p.seed, 0.0, check::kMaxWhole);
  return p;
}

Matrix clean_covariance(const GaussianFlowParams& p) {
  const double c = mathfn::cos(p.angle);
  const double s = mathfn::sin(p.angle);
  const double mixed = c * s * (p.major - p.minor);
  Matrix out(2, 2);
  out << c * c * p.major + s * s * p.minor, mixed, mixed, s * s * p.major + c * c * p.minor;
  return out;
}

// Per token: two normal numbers for the clean place along the long and the short axis, two for the
// noise.
Matrix draw(const GaussianFlowParams& p) {
  Rng rng(static_cast<std::uint64_t>(p.seed));
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
  Matrix out(2, 2);
  out << xx, xy, xy, yy;
  return out;
}

// Of a symmetric 2 x 2 matrix, the larger one first. The smaller through the determinant would
// cancel; the difference from the mean does not.
Vector eigenvalues_of(const Matrix& m) {
  const double mean = 0.5 * (m(0, 0) + m(1, 1));
  const double half = 0.5 * (m(0, 0) - m(1, 1));
  const double radius = std::sqrt(half * half + m(0, 1) * m(0, 1));
  Vector out(2);
  out << mean + radius, larger(mean - radius, 0.0);
  return out;
}

Matrix unflatten(const Matrix& row) {
  return Eigen::Map<const Matrix>(row.data(), row.size() / 2, 2);
}

}  // namespace

GaussianFlowExperiment::GaussianFlowExperiment(const GaussianFlowParams& params)
    : params_(checked(params)),
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

void GaussianFlowExperiment::record() {
  const Matrix& z = flow_.particles();
  history_.row(flow_.layer()) = Eigen::Map<const Matrix>(z.data(), 1, z.size());
  simulated_.col(flow_.layer()) = eigenvalues_of(covariance_of(z));
}

bool GaussianFlowExperiment::seek(Index layer, Index budget) {
  check::count("gaussian_flow", "layer", layer, 0, params_.layers);
  check::count("gaussian_flow", "budget", budget, 1, check::kMaxBudget);
  for (Index spent = 0; flow_.layer() < layer && spent < budget; ++spent) {
    flow_.step();
    record();
  }
  layer_ = std::min(layer, flow_.layer());
  return layer_ == layer;
}

GaussianFlowExperiment::Frame GaussianFlowExperiment::frame() const {
  const Stage1Clock clock(params_.beta, eta_);
  const Matrix start = clean_ + params_.sigma2 * Matrix::Identity(2, 2);
  const double time = clock.attention_time(static_cast<double>(layer_));
  const Matrix z = unflatten(history_.row(layer_));
  const Matrix exact = CovarianceFlow(start, params_.beta).covariance(time);
  const Matrix integrated = integrated_covariance_flow(start, params_.beta, time);
  return {layer_,
          params_.layers,
          params_.count,
          eta_,
          matched_layers(params_.beta, eta_, params_.sigma2),
          z,
          covariance_of(z),
          exact,
          clean_,
          exact_,
          simulated_.leftCols(layer_ + 1),
          largest(exact - integrated)};
}

}  // namespace attn
