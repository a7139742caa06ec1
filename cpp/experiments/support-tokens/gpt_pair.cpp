#include "experiments/support-tokens/gpt_pair.hpp"

#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"

namespace attn::experiments {
namespace {

// What is measured at a step.
enum Look : Index {
  kPlainBpc,
  kVariantBpc,
  kPlainRms,
  kVariantRms,
  kLogDet,
  kLeastLogDet,
  kNegative,
  kGradientError,
  kLooks,
};

constexpr Index kSample = 48;

GptPairParams made_up(GptPriorKind variant, Index letters, Index updates, std::uint64_t seed) {
  GptPairParams out;
  out.variant = variant;
  out.run.text = made_up_text(letters);
  out.run.updates = updates;
  out.run.seed = seed;
  return out;
}

}  // namespace

std::vector<Setting<GptPairParams>> GptPair::settings() {
  // Their validation text is one piece, so that a step has so many.
  constexpr Index kStep = 2 * GptRun::kEvery + 4;
  return {{made_up(GptPriorKind::kPublished, 2000, 40, 1), 2, 0},
          {made_up(GptPriorKind::kBarrier, 900, 40, 2), 1, kStep},
          {made_up(GptPriorKind::kPlacebo, 900, 20, 3), 0, kStep}};
}

GptPair::GptPair(const Params& params) : GptPair(params, InUnits{}) { open(check::kMaxBudget); }

GptPair::GptPair(const Params& params, InUnits)
    : params_(checked(kName, params)),
      text_(gpt_text(kName, params.run.text)),
      plain_(kName, text_, params.run, GptPriorKind::kNone),
      variant_(kName, text_, params.run, params.variant),
      looks_(steps() + 1, Index{kLooks}),
      samples_(steps() + 1, kSample) {
  stand_here();
}

void GptPair::open_unit(Index) { look(0); }

// A piece more of what is measured of both models as they are after `step` of all steps; true once
// all of it is there.
bool GptPair::look(Index step) {
  auto row = looks_.row(step);
  if (measured_ < 2) {
    GptRun& run = measured_ == 0 ? plain_ : variant_;
    if (!bits_) bits_ = run.bits(0.0, 1);
    if (const std::optional<double> found = run.advance(*bits_)) {
      row(measured_ == 0 ? kPlainBpc : kVariantBpc) = *found;
      bits_.reset();
      ++measured_;
    }
    return false;
  }
  if (measured_ == 2) {
    const GptDeterminants determinants = gpt_determinants(variant_);
    row(kLogDet) = determinants.mean_log;
    row(kLeastLogDet) = determinants.least_log;
    row(kNegative) = static_cast<double>(determinants.negative);
    ++measured_;
    return false;
  }
  row(kPlainRms) = plain_.size_of_embeddings();
  row(kVariantRms) = variant_.size_of_embeddings();
  row(kGradientError) = variant_.gradient_error();
  samples_.row(step) = variant_.sample(kSample).transpose();
  measured_ = 0;
  return true;
}

void GptPair::work() {
  try {
    if (updates_ < 2 * GptRun::kEvery) {
      (updates_ % 2 == 0 ? plain_ : variant_).update();
      ++updates_;
    } else if (look(done_ + 1)) {
      stand_here();
      updates_ = 0;
      ++done_;
    }
  } catch (...) {
    // Both models stand where they stood together.
    restore_models(plain_there_, variant_there_);
    throw;
  }
}

void GptPair::stand_here() {
  plain_there_ = plain_.trainer().save();
  variant_there_ = variant_.trainer().save();
}

// They are at the frontier, and nothing is done of the step after it.
void GptPair::restore_models(const GptTrainerState& plain, const GptTrainerState& variant) {
  plain_.trainer().restore(plain);
  variant_.trainer().restore(variant);
  updates_ = measured_ = 0;
  bits_.reset();
}

GptPairFrame GptPair::frame() const {
  const auto looks = looks_.topRows(at_ + 1);
  Frame f;
  f.step = at_;
  f.steps = steps();
  f.frontier = done_;
  f.bpc = looks.middleCols(Index{kPlainBpc}, 2).transpose();
  f.rms = looks.middleCols(Index{kPlainRms}, 2).transpose();
  f.log_det = looks.col(kLogDet);
  f.least_log_det = looks.col(kLeastLogDet);
  f.negative = static_cast<Index>(looks.col(kNegative).sum());
  f.samples = samples_.topRows(at_ + 1);
  f.gradient_error = largest(looks.col(kGradientError));
  return f;
}

GptPairState GptPair::state() const {
  return {done_, plain_there_, variant_there_, looks_.topRows(done_ + 1),
          samples_.topRows(done_ + 1)};
}

void GptPair::restore(const State& state) {
  check::count(kName, "the saved step", state.step, 0, steps());
  check::shape(kName, "what was measured", state.looks, state.step + 1, Index{kLooks});
  check::shape(kName, "the saved samples", state.samples, state.step + 1, kSample);
  try {
    restore_models(state.plain, state.variant);
  } catch (const Error& error) {
    restore_models(plain_there_, variant_there_);
    if (opened_ < opening_units()) opened_ = 0;
    check::fail({kName, ": ", error.what()});
  }
  stand_here();
  opened_ = opening_units();
  done_ = at_ = state.step;
  looks_.topRows(done_ + 1) = state.looks;
  samples_.topRows(done_ + 1) = state.samples;
}

}  // namespace attn::experiments
