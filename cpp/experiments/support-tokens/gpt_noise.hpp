// Two language models from one start, trained to the end, and what noise on their embeddings costs
// them. Source: seed 002, sections 7.3 and 7.4.
#pragma once

#include <array>
#include "experiments/bases.hpp"

#include "experiments/support-tokens/gpt_runs.hpp"

namespace attn::experiments {

struct GptNoiseParams {
  ATTN_DESCRIBED(GptNoiseParams);
  ATTN_CHOICE(GptPriorKind, first, "a model's term, as in gpt_pair", "none", "published", "barrier",
              "residual", "placebo") = GptPriorKind::kNone;
  ATTN_CHOICE(GptPriorKind, second, "that of the model it is compared with", "none", "published",
              "barrier", "residual", "placebo") = GptPriorKind::kPublished;
  ATTN_GROUP(GptRunParams, run);
};

struct GptNoiseFrame {
  ATTN_DESCRIBED(GptNoiseFrame);
  ATTN_FIELD(Index, updates, "of each model so far") = 0;
  ATTN_FIELD(
      Index, levels,
      "of noise at which both have been evaluated: first those of sigma, then those of ratio") = 0;
  ATTN_FIELD(Vector, sigma, "deviation of the noise (6)");
  ATTN_FIELD(Vector, ratio, "of that deviation to the size of the embeddings (5)");
  ATTN_FIELD(Vector, rms, "root mean square of the embeddings of both (2)");
  ATTN_FIELD(Matrix, fixed,
             "bits per character of the validation text at each sigma (2 x 6), the mean of two "
             "draws; 0 where there is none yet");
  ATTN_FIELD(Matrix, relative, "the same at each ratio (2 x 5)");
};

class GptNoise : public WithFrame<GptNoiseParams, GptNoiseFrame>, public WithUnits<GptNoise> {
 public:
  static constexpr const char* kName = "gpt_noise";
  static constexpr const char* kAbout =
      "what noise on embeddings costs two language models (seed 002, sections 7.3 and 7.4)";
  static constexpr bool kFloats = true;
  static constexpr std::array<double, 6> kSigmas{0.0, 0.05, 0.1, 0.2, 0.3, 0.5};
  static constexpr std::array<double, 5> kRatios{0.0, 0.25, 0.5, 1.0, 2.0};
  static std::vector<Setting<Params>> settings();
  static double self_test() { return gpt_self_test(); }

  explicit GptNoise(const Params& params);

  /// A unit is an update of either model, or a piece of one of them at one level of noise.
  Index units() const;
  void work();

 private:
  bool measure();

  Params params_;
  GptText text_;
  GptRun first_, second_;
  Index measured_ = 0;  // models at the level that is on its way, and what was found of the first
  double found_ = 0.0;
  std::optional<GptRun::Bits> bits_;  // of the next one, once begun
};

}  // namespace attn::experiments
