#include "experiments/bilinear-form/hopfield_capacity.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "attn/memory/capacity.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/rng.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {
namespace {

constexpr std::array<Index, 11> kModern = {8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28};
constexpr std::array<Index, 7> kClassical = {8, 16, 32, 64, 128, 256, 512};
constexpr Index kSizes = static_cast<Index>(kModern.size() + kClassical.size());
constexpr Index kMost = Index{1} << 18;
constexpr double kRightShare = 0.975;

template <std::size_t N>
Vector vector_of(const std::array<Index, N>& sizes) {
  Vector out(static_cast<Index>(N));
  for (std::size_t i = 0; i < N; ++i) out(static_cast<Index>(i)) = static_cast<double>(sizes[i]);
  return out;
}

Index turned(double damage, Index n) {
  return static_cast<Index>(std::lround(damage * static_cast<double>(n)));
}

}  // namespace

std::vector<Setting<HopfieldCapacityParams>> HopfieldCapacity::settings() {
  HopfieldCapacityParams weight;
  weight.damage = 0.2;
  weight.criterion = CapacityCriterion::kWeight;
  HopfieldCapacityParams warm;
  warm.beta = 0.05;
  return {{HopfieldCapacityParams{}, 0, 20}, {weight, 0, 30}, {warm, 0, 40}};
}

HopfieldCapacity::HopfieldCapacity(const Params& params) : HopfieldCapacity(params, InUnits{}) {
  open(opening_units());
}

HopfieldCapacity::HopfieldCapacity(const Params& params, InUnits) : params_(params) {
  checked(kName, params);
  Frame& f = frame_;
  f.modern_sizes = vector_of(kModern);
  f.classical_sizes = vector_of(kClassical);
  f.modern = Matrix::Zero(f.modern_sizes.size(), kTrials);
  f.classical = Matrix::Zero(f.classical_sizes.size(), kTrials);
  f.modern_median = f.modern_unfailed = f.theory = Vector::Zero(f.modern_sizes.size());
  f.classical_median = Vector::Zero(f.classical_sizes.size());
  f.most = kMost;
  for (std::size_t i = 0; i < kModern.size(); ++i) {
    f.theory(static_cast<Index>(i)) = mathfn::exp(
        modern_log_capacity(kModern[i], turned(params.damage, kModern[i]), params.beta));
  }
}

Index HopfieldCapacity::opening_units() const { return kSizes; }

Index HopfieldCapacity::units() const { return kTrials * kSizes; }

void HopfieldCapacity::work() {
  Frame& f = frame_;
  const Index trial = done_ / kSizes;
  const Index size = done_ % kSizes;
  Rng rng(params_.seed * 4096 + static_cast<std::uint64_t>(done_));
  const auto modern_count = static_cast<Index>(kModern.size());
  if (size < modern_count) {
    const Index n = kModern[static_cast<std::size_t>(size)];
    const auto failed = modern_first_failure({n, turned(params_.damage, n), kMost}, params_.beta,
                                             params_.criterion == CapacityCriterion::kSigns
                                                 ? ModernFailure::kSigns
                                                 : ModernFailure::kWeight,
                                             rng);
    f.modern(size, trial) = static_cast<double>(failed.value_or(kMost));
    if (!failed) f.modern_unfailed(size) += 1.0;
    f.modern_median(size) = median(f.modern.row(size).head(trial + 1));
  } else {
    const Index row = size - modern_count;
    const Index n = kClassical[static_cast<std::size_t>(row)];
    const auto failed =
        classical_first_failure({n, turned(params_.damage, n), 4 * n}, kRightShare, false, rng);
    f.classical(row, trial) = static_cast<double>(failed.value_or(4 * n));
    f.classical_median(row) = median(f.classical.row(row).head(trial + 1));
  }
  ++done_;
  f.trials = done_ / kSizes;
  f.progress = progress();
}

}  // namespace attn::experiments
