#include "experiments/denoising/million_particles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attn/denoising/gaussian_mixture.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/rng.hpp"
#include "experiments/denoising/self_test.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {
namespace {

const MillionParticlesParams& valid(const MillionParticlesParams& p) {
  checked(MillionParticles::kName, p);
  check::within(MillionParticles::kName, "beta * sigma2", p.beta * p.sigma2, 0.0,
                2.0 * static_cast<double>(p.layers));
  return p;
}

Matrix ring() {
  Matrix x(8, 2);
  for (Index i = 0; i < 8; ++i) {
    const double angle = kPi * static_cast<double>(i) / 4.0;
    x.row(i) << 1.5 * mathfn::cos(angle), 1.5 * mathfn::sin(angle);
  }
  return x;
}

// Points at equal distances: along r = c angle the length grows with the square of the angle.
Matrix spiral() {
  constexpr Index kPoints = 400;
  constexpr double kTurns = 2.0;
  Matrix x(kPoints, 2);
  for (Index i = 0; i < kPoints; ++i) {
    const double share = std::sqrt((static_cast<double>(i) + 0.5) / static_cast<double>(kPoints));
    const double angle = 2.0 * kPi * kTurns * share;
    x.row(i) << 1.9 * share * mathfn::cos(angle), 1.9 * share * mathfn::sin(angle);
  }
  return x;
}

Matrix lattice() {
  Matrix x(25, 2);
  for (Index i = 0; i < 25; ++i) {
    const Index column = i % 5 - 2;
    const Index row = i / 5 - 2;
    x.row(i) << 0.8 * static_cast<double>(column), 0.8 * static_cast<double>(row);
  }
  return x;
}

Matrix clean_points(CloudShape shape) {
  switch (shape) {
    case CloudShape::kRing:
      return ring();
    case CloudShape::kSpiral:
      return spiral();
    case CloudShape::kLattice:
      break;
  }
  return lattice();
}

// The draws of `sample`, without keeping a million clean ones.
FloatMatrix noisy_tokens(const Matrix& clean, const MillionParticlesParams& p) {
  Rng rng(p.seed);
  const auto points = static_cast<double>(clean.rows());
  const double sd = std::sqrt(p.sigma2);
  FloatMatrix z(p.count, 2);
  for (Index i = 0; i < p.count; ++i) {
    const auto from = std::min(static_cast<Index>(rng.uniform() * points), clean.rows() - 1);
    z(i, 0) = static_cast<float>(clean(from, 0) + sd * rng.normal());
    z(i, 1) = static_cast<float>(clean(from, 1) + sd * rng.normal());
  }
  return z;
}

void count_cells(const FloatMatrix& z, float* cells) {
  constexpr Index kBins = MillionParticles::kBins;
  constexpr auto kScale =
      static_cast<float>(static_cast<double>(kBins) / (2.0 * MillionParticles::kReach));
  constexpr auto kReach = static_cast<float>(MillionParticles::kReach);
  std::fill(cells, cells + kBins * kBins, 0.0F);
  for (Index i = 0; i < z.rows(); ++i) {
    const float x = (z(i, 0) + kReach) * kScale;
    const float y = (z(i, 1) + kReach) * kScale;
    const auto side = static_cast<float>(kBins);
    if (!(x >= 0.0F && x < side && y >= 0.0F && y < side)) continue;
    cells[static_cast<Index>(y) * kBins + static_cast<Index>(x)] += 1.0F;
  }
}

double distance_to(const Matrix& clean, const FloatMatrix& z) {
  const Index probes = std::min(z.rows(), MillionParticles::kProbes);
  double sum = 0.0;
  for (Index i = 0; i < probes; ++i) {
    double least = std::numeric_limits<double>::infinity();
    for (Index j = 0; j < clean.rows(); ++j) {
      const double x = static_cast<double>(z(i, 0)) - clean(j, 0);
      const double y = static_cast<double>(z(i, 1)) - clean(j, 1);
      least = std::min(least, x * x + y * y);
    }
    sum += least;
  }
  return std::sqrt(sum / static_cast<double>(probes));
}

// Where one layer takes the first particle, by the definition. (1 x 2)
Matrix first_after_step(const FloatMatrix& z, double beta, double eta) {
  const auto x0 = static_cast<double>(z(0, 0));
  const auto y0 = static_cast<double>(z(0, 1));
  double mass = 0.0;
  double pull_x = 0.0;
  double pull_y = 0.0;
  for (Index j = 0; j < z.rows(); ++j) {
    const double x = static_cast<double>(z(j, 0)) - x0;
    const double y = static_cast<double>(z(j, 1)) - y0;
    const double weight = mathfn::exp(-0.5 * beta * (x * x + y * y));
    mass += weight;
    pull_x += weight * x;
    pull_y += weight * y;
  }
  return of_rows({{x0 + eta * pull_x / mass, y0 + eta * pull_y / mass}});
}

}  // namespace

std::vector<Setting<MillionParticlesParams>> MillionParticles::settings() {
  MillionParticlesParams ring;
  ring.shape = CloudShape::kRing;
  ring.count = 20000;
  MillionParticlesParams spiral;
  spiral.shape = CloudShape::kSpiral;
  spiral.count = 3000;
  MillionParticlesParams lattice;
  lattice.shape = CloudShape::kLattice;
  lattice.count = 500;
  lattice.beta = 5.0;
  return {{ring, 30, 0}, {spiral, 10, 0}, {lattice, 3, 0}};
}

double MillionParticles::self_test() { return denoiser_self_test(); }

MillionParticles::MillionParticles(const Params& params)
    : params_(valid(params)),
      eta_(params.beta * params.sigma2 / (2.0 * static_cast<double>(params.layers))),
      clean_(clean_points(params.shape)),
      flow_(noisy_tokens(clean_, params), params.beta, eta_),
      densities_(params.layers + 1, kBins * kBins),
      distance_(params.layers + 1),
      step_error_(Vector::Zero(params.layers + 1)) {
  record();
}

void MillionParticles::record() {
  count_cells(flow_.particles(), densities_.row(flow_.layer()).data());
  distance_(flow_.layer()) = distance_to(clean_, flow_.particles());
}

bool MillionParticles::seek(Index layer, Index budget) {
  check_step(kName, layer, params_.layers, budget);
  for (Index spent = 0; flow_.layer() < layer && spent < budget; ++spent) {
    const Matrix expected = first_after_step(flow_.particles(), params_.beta, eta_);
    flow_.step(1);
    const Matrix first = flow_.particles().topRows(1).cast<double>();
    step_error_(flow_.layer()) = largest(first - expected) / (2.0 * kReach);
    record();
  }
  layer_ = std::min(layer, flow_.layer());
  return layer_ == layer;
}

MillionParticlesFrame MillionParticles::frame() const {
  Frame f;
  f.layer = layer_;
  f.layers = params_.layers;
  f.count = params_.count;
  f.eta = eta_;
  f.density = Eigen::Map<const FloatMatrix>(densities_.row(layer_).data(), kBins, kBins);
  double held = 0.0;
  for (Index i = 0; i < f.density.size(); ++i) held += static_cast<double>(f.density.data()[i]);
  f.inside = held / static_cast<double>(params_.count);
  f.distance = distance_.head(layer_ + 1);
  f.step_error = step_error_(layer_);
  f.transform = flow_.method() == PairSum::kTransform;
  return f;
}

}  // namespace attn::experiments
