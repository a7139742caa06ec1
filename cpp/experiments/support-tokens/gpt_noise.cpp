#include "experiments/support-tokens/gpt_noise.hpp"

#include "attn/numerics/check.hpp"

namespace attn::experiments {
namespace {

constexpr Index kFixed = GptNoise::kSigmas.size();
constexpr Index kRelative = GptNoise::kRatios.size();

GptNoiseParams made_up(GptPriorKind first, GptPriorKind second, std::uint64_t seed) {
  GptNoiseParams out;
  out.first = first;
  out.second = second;
  out.run.text = made_up_text(700);
  out.run.updates = 40;
  out.run.seed = seed;
  return out;
}

}  // namespace

std::vector<Setting<GptNoiseParams>> GptNoise::settings() {
  return {{made_up(GptPriorKind::kNone, GptPriorKind::kPublished, 1), 0, 13},
          {made_up(GptPriorKind::kPlacebo, GptPriorKind::kBarrier, 2), 0, 4},
          {made_up(GptPriorKind::kNone, GptPriorKind::kResidual, 3), 0, 1}};
}

GptNoise::GptNoise(const Params& params)
    : params_(checked(kName, params)),
      text_(gpt_text(kName, params.run.text)),
      first_(kName, text_, params.run, params.first),
      second_(kName, text_, params.run, params.second) {
  frame_.sigma = Eigen::Map<const Vector>(kSigmas.data(), kFixed);
  frame_.ratio = Eigen::Map<const Vector>(kRatios.data(), kRelative);
  frame_.rms = Vector::Zero(2);
  frame_.fixed = Matrix::Zero(2, kFixed);
  frame_.relative = Matrix::Zero(2, kRelative);
}

Index GptNoise::units() const { return params_.run.updates / GptRun::kEvery + kFixed + kRelative; }

void GptNoise::work() {
  ++done_;
  const bool trains = frame_.updates < params_.run.updates;
  if (trains) {
    first_.train();
    second_.train();
    frame_.updates += GptRun::kEvery;
  }
  Index row = 0;
  for (GptRun* const run : {&first_, &second_}) {
    if (trains) {
      if (frame_.updates == params_.run.updates) frame_.rms(row) = run->size_of_embeddings();
    } else if (frame_.levels < kFixed) {
      frame_.fixed(row, frame_.levels) = run->bits_per_character(frame_.sigma(frame_.levels));
    } else {
      const Index at = frame_.levels - kFixed;
      frame_.relative(row, at) = at == 0
                                     ? frame_.fixed(row, 0)
                                     : run->bits_per_character(frame_.ratio(at) * frame_.rms(row));
    }
    ++row;
  }
  if (!trains) ++frame_.levels;
}

}  // namespace attn::experiments
