// Two language models from one start, on the same windows: one by cross-entropy alone, one with a
// term of the prior. Source: seed 002, sections 7.1 and 7.2.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/support-tokens/gpt_runs.hpp"

namespace attn::experiments {

struct GptPairParams {
  ATTN_DESCRIBED(GptPairParams);
  ATTN_CHOICE(
      GptPriorKind, variant,
      "the second model's term: none; published (W is learned); barrier (W = 4 I); residual "
      "(published, and the squares that are dropped there); placebo (pins the size of embeddings)",
      "none", "published", "barrier", "residual", "placebo") = GptPriorKind::kPublished;
  ATTN_GROUP(GptRunParams, run);
};

struct GptPairFrame {
  ATTN_DESCRIBED(GptPairFrame);
  ATTN_FIELD(Index, step, "the one on show") = 0;
  ATTN_FIELD(Index, steps, "in all") = 0;
  ATTN_FIELD(Index, frontier, "steps computed so far") = 0;
  ATTN_FIELD(Index, every, "updates in a step") = GptRun::kEvery;
  ATTN_FIELD(Matrix, bpc,
             "of the validation text, bits per character, up to this step: of cross-entropy alone "
             "and of the variant (2 x step + 1)");
  ATTN_FIELD(Matrix, rms, "root mean square of the embeddings of that text, likewise");
  ATTN_FIELD(Vector, log_det,
             "mean log |det(I - Sigma_t W^T)| of the variant over 128 tokens of that text (step + "
             "1); 0 where there is no W");
  ATTN_FIELD(Vector, least_log_det, "the least of them (step + 1)");
  ATTN_FIELD(Index, negative, "determinants below 0 up to this step") = 0;
  ATTN_FIELD(Matrix, samples,
             "what the variant makes up at each step: 48 characters by their numbers in Unicode "
             "(step + 1 x 48)");
  ATTN_FIELD(double, gradient_error,
             "largest relative difference, up to this step, of the slope of a loss along its "
             "gradient from the length of the gradient") = 0.0;
};

/// All there is to it after so many steps.
struct GptPairState {
  ATTN_DESCRIBED(GptPairState);
  ATTN_FIELD(Index, step, "computed") = 0;
  ATTN_FIELD(GptTrainerState, plain, "the model by cross-entropy alone");
  ATTN_FIELD(GptTrainerState, variant, "the other");
  ATTN_FIELD(Matrix, looks, "what was measured (step + 1 x 8)");
  ATTN_FIELD(Matrix, samples, "as in a frame");
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

class GptPair : public WithOpening<GptPair>, public WithTraining<GptPair> {
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
  GptPair(const Params& params, InUnits);

  /// What is measured before the first step, piece by piece.
  Index opening_units() const { return 2 * plain_.pieces() + 2; }
  void open_unit(Index unit);

  Index steps() const { return params_.run.updates / GptRun::kEvery; }
  /// A piece of a step: an update of either model, or of what is measured after the last ones.
  void work();
  Frame frame() const;
  State state() const;
  void restore(const State& state);

 private:
  bool look(Index step);
  void stand_here();
  void restore_models(const GptTrainerState& plain, const GptTrainerState& variant);

  Params params_;
  GptText text_;
  GptRun plain_, variant_;
  Matrix looks_;  // a row for each step
  Matrix samples_;
  Index updates_ = 0;                 // of both, of the step that is on its way
  Index measured_ = 0;                // models of which the bits are there, then determinants
  std::optional<GptRun::Bits> bits_;  // of the next one, once begun
  GptTrainerState plain_there_, variant_there_;  // at the frontier
};

}  // namespace attn::experiments
