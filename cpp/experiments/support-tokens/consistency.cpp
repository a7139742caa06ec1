#include "experiments/support-tokens/consistency.hpp"

#include <cmath>

#include "attn/support/token_process.hpp"

namespace attn::experiments {
namespace {

constexpr Index kFine = 601;
constexpr Index kCoarse = 301;
constexpr Index kCouplings = 25;

}  // namespace

std::vector<Setting<ConsistencyParams>> Consistency::settings() {
  ConsistencyParams ahead;
  ahead.mask = ProcessView::kAll;
  ConsistencyParams folds;
  folds.a = 1.0;
  return {{ConsistencyParams{}, 0, 0}, {ahead, 0, 0}, {folds, 0, 0}};
}

Consistency::Consistency(const Params& params) {
  checked(kName, params);
  const ProcessMask mask =
      params.mask == ProcessView::kPast ? ProcessMask::kPast : ProcessMask::kAll;
  const TokenProcess fine = token_process(params.a, mask, kFine);
  Frame& f = frame_;
  f.alone = fine.alone;
  f.summed = fine.summed;
  f.gap = std::fabs(fine.summed - fine.alone);
  f.gap_rescaled = std::fabs(fine.summed / fine.mass - fine.alone);
  f.mass = fine.mass;
  f.mass_signed = fine.signed_mass;
  f.grid_error = std::fabs(fine.mass - token_process(params.a, mask, kCoarse).mass);
  f.couplings = Vector::LinSpaced(kCouplings, -1.0, 2.0);
  f.masses.resize(kCouplings);
  for (Index i = 0; i < kCouplings; ++i) {
    f.masses(i) = token_process(f.couplings(i), mask, kCoarse).mass;
  }
}

}  // namespace attn::experiments
