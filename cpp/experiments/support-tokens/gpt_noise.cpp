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
  // To the end; to the second level; in the middle of the training.
  constexpr Index kTrained = 2 * 40;
  return {{made_up(GptPriorKind::kNone, GptPriorKind::kPublished, 1), 0, kTrained + 2 + 1 + 4 * 9},
          {made_up(GptPriorKind::kPlacebo, GptPriorKind::kBarrier, 2), 0, kTrained + 2 + 4},
          {made_up(GptPriorKind::kNone, GptPriorKind::kResidual, 3), 0, kTrained / 2}};
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

// The first level has no noise, and the first of those in proportion is that once more.
Index GptNoise::units() const {
  const Index pieces = first_.pieces();
  return 2 * params_.run.updates + 2 * pieces + 1 + 4 * pieces * (kFixed + kRelative - 2);
}

void GptNoise::work() {
  if (frame_.updates < params_.run.updates) {
    if (done_ % 2 == 0) {
      first_.update();
    } else {
      second_.update();
      ++frame_.updates;
    }
    if (frame_.updates == params_.run.updates) {
      frame_.rms(0) = first_.size_of_embeddings();
      frame_.rms(1) = second_.size_of_embeddings();
    }
  } else if (measure()) {
    ++frame_.levels;
  }
  ++done_;
}

// A piece more of the level that is on its way; true once it is there.
bool GptNoise::measure() {
  const bool is_fixed = frame_.levels < kFixed;
  const Index at = is_fixed ? frame_.levels : frame_.levels - kFixed;
  if (!is_fixed && at == 0) {
    frame_.relative.col(0) = frame_.fixed.col(0);
    return true;
  }
  GptRun& run = measured_ == 0 ? first_ : second_;
  if (!bits_) {
    const double sigma = is_fixed ? frame_.sigma(at) : frame_.ratio(at) * frame_.rms(measured_);
    bits_ = run.bits(sigma, frame_.levels == 0 ? 1 : 2);
  }
  const std::optional<double> found = run.advance(*bits_);
  if (!found) return false;
  bits_.reset();
  measured_ = 1 - measured_;
  if (measured_ == 1) {
    found_ = *found;
    return false;
  }
  Matrix& to = is_fixed ? frame_.fixed : frame_.relative;
  to(0, at) = found_;
  to(1, at) = *found;
  return true;
}

}  // namespace attn::experiments
