#include "experiments/support-tokens/consistency.hpp"

#include <cmath>

#include "attn/support/token_process.hpp"

namespace attn::experiments {
namespace {

constexpr Index kFine = 601;
constexpr Index kCoarse = 301;

ProcessMask mask_of(const ConsistencyParams& params) {
  return params.mask == ProcessView::kPast ? ProcessMask::kPast : ProcessMask::kAll;
}

}  // namespace

std::vector<Setting<ConsistencyParams>> Consistency::settings() {
  ConsistencyParams whole;
  whole.a = -0.5;
  ConsistencyParams ahead = whole;
  ahead.mask = ProcessView::kAll;
  return {{ConsistencyParams{}, 0, 0}, {whole, 0, 0}, {ahead, 0, 0}};
}

Consistency::Consistency(const Params& params) : Consistency(params, InUnits{}) {
  open(opening_units());
}

Consistency::Consistency(const Params& params, InUnits) : params_(checked(kName, params)) {
  frame_.couplings = Vector::LinSpaced(kCouplings, -1.0, 2.0);
  frame_.masses.resize(kCouplings);
}

void Consistency::open_unit(Index unit) {
  if (unit == 0) return find_laws();
  for (Index i = (unit - 1) * kPiece; i < unit * kPiece; ++i) {
    frame_.masses(i) = token_process(frame_.couplings(i), mask_of(params_), kCoarse).mass;
  }
}

void Consistency::find_laws() {
  const ProcessMask mask = mask_of(params_);
  const TokenProcess fine = token_process(params_.a, mask, kFine);
  Frame& f = frame_;
  f.alone = fine.alone;
  f.summed = fine.summed;
  f.gap = std::fabs(fine.summed - fine.alone);
  f.gap_rescaled = std::fabs(fine.summed / fine.mass - fine.alone);
  f.mass = fine.mass;
  f.mass_signed = fine.signed_mass;
  f.grid_error = std::fabs(fine.mass - token_process(params_.a, mask, kCoarse).mass);
}

}  // namespace attn::experiments
