#include "experiments/denoising/million_particles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attn/denoising/gaussian_mixture.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
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

MillionParticles::MillionParticles(const Params& params) : MillionParticles(params, InUnits{}) {
  open(opening_units());
}

MillionParticles::MillionParticles(const Params& params, InUnits)
    : params_(valid(params)),
      eta_(params.beta * params.sigma2 / (2.0 * static_cast<double>(params.layers))),
      clean_(clean_points(params.shape)),
      rng_(params.seed),
      tokens_(params.count, 2),
      densities_(params.layers + 1, kBins * kBins),
      distance_(params.layers + 1),
      step_error_(Vector::Zero(params.layers + 1)) {}

void MillionParticles::open_unit(Index unit) {
  if (unit < pieces(kDrawn)) {
    draw(unit);
  } else if (unit == pieces(kDrawn)) {
    flow_.emplace(tokens_, params_.beta, eta_);
    tokens_ = FloatMatrix();
  } else {
    record();
  }
}

// The draws of `sample`, without keeping a million clean ones.
void MillionParticles::draw(Index piece) {
  const auto points = static_cast<double>(clean_.rows());
  const double sd = std::sqrt(params_.sigma2);
  const Index end = std::min((piece + 1) * kDrawn, params_.count);
  for (Index i = piece * kDrawn; i < end; ++i) {
    const auto from = std::min(static_cast<Index>(rng_.uniform() * points), clean_.rows() - 1);
    tokens_(i, 0) = static_cast<float>(clean_(from, 0) + sd * rng_.normal());
    tokens_(i, 1) = static_cast<float>(clean_(from, 1) + sd * rng_.normal());
  }
}

void MillionParticles::record() {
  reached_ = flow_->layer();
  count_cells(flow_->particles(), densities_.row(reached_).data());
  distance_(reached_) = distance_to(clean_, flow_->particles());
}

bool MillionParticles::seek(Index layer, Index budget) {
  check_step(kName, layer, params_.layers, budget);
  for (; reached_ < layer && budget > 0; --budget) work();
  layer_ = std::min(layer, reached_);
  return layer_ == layer;
}

// The next unit of a layer: where the definition takes the first particle, piece by piece, then a
// piece of the layer itself, and in the end what is seen of it.
void MillionParticles::work() {
  const Index sums = pieces(kSummed);
  if (unit_ < sums) {
    add_directly(unit_);
  } else if (unit_ == sums) {
    if (!move()) return;
  } else {
    record();
  }
  unit_ = unit_ > sums ? 0 : unit_ + 1;
}

void MillionParticles::add_directly(Index piece) {
  const FloatMatrix& z = flow_->particles();
  if (piece == 0) sum_ = {};
  DirectSum sum = sum_;
  const auto x0 = static_cast<double>(z(0, 0));
  const auto y0 = static_cast<double>(z(0, 1));
  const Index end = std::min((piece + 1) * kSummed, z.rows());
  for (Index j = piece * kSummed; j < end; ++j) {
    const double x = static_cast<double>(z(j, 0)) - x0;
    const double y = static_cast<double>(z(j, 1)) - y0;
    const double weight = mathfn::exp(-0.5 * params_.beta * (x * x + y * y));
    sum.mass += weight;
    sum.pull_x += weight * x;
    sum.pull_y += weight * y;
  }
  sum_ = sum;
}

bool MillionParticles::move() {
  const auto x0 = static_cast<double>(flow_->particles()(0, 0));
  const auto y0 = static_cast<double>(flow_->particles()(0, 1));
  if (!flow_->advance(1)) return false;
  const Matrix expected =
      of_rows({{x0 + eta_ * sum_.pull_x / sum_.mass, y0 + eta_ * sum_.pull_y / sum_.mass}});
  const Matrix first = flow_->particles().topRows(1).cast<double>();
  step_error_(flow_->layer()) = largest(first - expected) / (2.0 * kReach);
  return true;
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
  f.transform = flow_->method() == PairSum::kTransform;
  return f;
}

}  // namespace attn::experiments
