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
  return {{made_up(GptPriorKind::kPublished, 2000, 40, 1), 2, 0},
          {made_up(GptPriorKind::kBarrier, 900, 40, 2), 1, 1},
          {made_up(GptPriorKind::kPlacebo, 900, 20, 3), 0, 1}};
}

GptPair::GptPair(const Params& params)
    : params_(checked(kName, params)),
      text_(gpt_text(kName, params.run.text)),
      plain_(kName, text_, params.run, GptPriorKind::kNone),
      variant_(kName, text_, params.run, params.variant),
      looks_(steps() + 1, Index{kLooks}),
      samples_(steps() + 1, kSample) {
  look();
}

// At the frontier, of which nothing has been measured yet.
void GptPair::look() {
  const GptDeterminants determinants = gpt_determinants(variant_);
  auto row = looks_.row(done_);
  row(kPlainBpc) = plain_.bits_per_character();
  row(kVariantBpc) = variant_.bits_per_character();
  row(kPlainRms) = plain_.size_of_embeddings();
  row(kVariantRms) = variant_.size_of_embeddings();
  row(kLogDet) = determinants.mean_log;
  row(kLeastLogDet) = determinants.least_log;
  row(kNegative) = static_cast<double>(determinants.negative);
  row(kGradientError) = variant_.gradient_error();
  samples_.row(done_) = variant_.sample(kSample).transpose();
}

void GptPair::work() {
  plain_.train();
  variant_.train();
  ++done_;
  look();
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
  return {done_, plain_.trainer().save(), variant_.trainer().save(), looks_.topRows(done_ + 1),
          samples_.topRows(done_ + 1)};
}

void GptPair::restore(const State& state) {
  check::count(kName, "the saved step", state.step, 0, steps());
  check::shape(kName, "what was measured", state.looks, state.step + 1, Index{kLooks});
  check::shape(kName, "the saved samples", state.samples, state.step + 1, kSample);
  const GptTrainerState before = plain_.trainer().save();
  try {
    plain_.trainer().restore(state.plain);
    variant_.trainer().restore(state.variant);
  } catch (const Error& error) {
    plain_.trainer().restore(before);
    check::fail({kName, ": ", error.what()});
  }
  done_ = at_ = state.step;
  looks_.topRows(done_ + 1) = state.looks;
  samples_.topRows(done_ + 1) = state.samples;
}

}  // namespace attn::experiments
