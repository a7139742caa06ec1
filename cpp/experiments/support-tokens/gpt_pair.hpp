// Two language models from one start, on the same windows: one by cross-entropy alone, one with a
// term of the prior. Source: seed 002, sections 7.1 and 7.2.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/support-tokens/gpt_runs.hpp"

namespace attn::experiments {

struct GptPairParams {
  GptPriorKind variant = GptPriorKind::kPublished;
  GptRunParams run;

  ATTN_DESCRIBE(GptPairParams,
                choice(ATTN_MEMBER(variant),
                       "the second model's term: none; published (W is learned); barrier (W = 4 "
                       "I); residual (published, and the squares that are dropped there); placebo "
                       "(pins the size of embeddings)",
                       "none", "published", "barrier", "residual", "placebo"),
                group(ATTN_MEMBER(run)));
};

struct GptPairFrame {
  Index step = 0;
  Index steps = 0;
  Index frontier = 0;
  Index every = GptRun::kEvery;
  Matrix bpc;
  Matrix rms;
  Vector log_det;
  Vector least_log_det;
  Index negative = 0;
  Matrix samples;
  double gradient_error = 0.0;

  ATTN_DESCRIBE(GptPairFrame, field(ATTN_MEMBER(step), "the one on show"),
                field(ATTN_MEMBER(steps), "in all"),
                field(ATTN_MEMBER(frontier), "steps computed so far"),
                field(ATTN_MEMBER(every), "updates in a step"),
                field(ATTN_MEMBER(bpc),
                      "of the validation text, bits per character, up to this step: of "
                      "cross-entropy alone and of the variant (2 x step + 1)"),
                field(ATTN_MEMBER(rms),
                      "root mean square of the embeddings of that text, likewise"),
                field(ATTN_MEMBER(log_det),
                      "mean log |det(I - Sigma_t W^T)| of the variant over 128 tokens of that text "
                      "(step + 1); 0 where there is no W"),
                field(ATTN_MEMBER(least_log_det), "the least of them (step + 1)"),
                field(ATTN_MEMBER(negative), "determinants below 0 up to this step"),
                field(ATTN_MEMBER(samples),
                      "what the variant makes up at each step: 48 characters by their numbers in "
                      "Unicode (step + 1 x 48)"),
                field(ATTN_MEMBER(gradient_error),
                      "largest relative difference, up to this step, of the slope of a loss along "
                      "its gradient from the length of the gradient"));
};

/// All there is to it after so many steps.
struct GptPairState {
  Index step = 0;
  GptTrainerState plain, variant;
  Matrix looks;
  Matrix samples;

  ATTN_DESCRIBE(GptPairState, field(ATTN_MEMBER(step), "computed"),
                field(ATTN_MEMBER(plain), "the model by cross-entropy alone"),
                field(ATTN_MEMBER(variant), "the other"),
                field(ATTN_MEMBER(looks), "what was measured (step + 1 x 8)"),
                field(ATTN_MEMBER(samples), "as in a frame"));
};

/// So that a state may hold them.
template <>
struct Describe<FastAdamWState> {
  ATTN_DESCRIBE(FastAdamWState, field(ATTN_MEMBER(mean), "of gradients, lately"),
                field(ATTN_MEMBER(squares), "their mean, lately"),
                field(ATTN_MEMBER(updates), "taken"));
};
template <>
struct Describe<GptTrainerState> {
  ATTN_DESCRIBE(GptTrainerState, field(ATTN_MEMBER(weights), "of the model and of w"),
                field(ATTN_MEMBER(adamw), "of the steps"),
                field(ATTN_MEMBER(windows), "of the generator"));
};

class GptPair : public WithTraining<GptPair> {
 public:
  using Params = GptPairParams;
  using Frame = GptPairFrame;
  using State = GptPairState;
  static constexpr const char* kName = "gpt_pair";
  static constexpr const char* kAbout =
      "a small language model with and without a stability term (seed 002, section 7.2)";
  static constexpr bool kFloats = true;
  static std::vector<Setting<Params>> settings();
  static double self_test() { return gpt_self_test(); }

  explicit GptPair(const Params& params);

  Index steps() const { return params_.run.updates / GptRun::kEvery; }
  /// A step of both models.
  void work();
  Frame frame() const;
  State state() const;
  void restore(const State& state);

 private:
  void look();

  Params params_;
  GptText text_;
  GptRun plain_, variant_;
  Matrix looks_;  // a row for each step
  Matrix samples_;
};

}  // namespace attn::experiments
