// A language model while it trains, beside the laws of its text: how far it is from what the last
// 0, 1, 2, 3 and 4 characters say of the next, where its heads look meanwhile, and what one of them
// less makes of it in the end. Sources: seed 003, sections 4 and 5, of which this asks on text what
// they show on a chain; the laws are those of attn/sequence/ngram.hpp.
#pragma once

#include <optional>

#include "attn/sequence/ngram.hpp"
#include "experiments/bases.hpp"
#include "experiments/support-tokens/gpt_pair.hpp"

namespace attn::experiments {

struct NgramLadderParams {
  ATTN_DESCRIBED(NgramLadderParams);
  ATTN_PARAM(std::string, text, "in UTF-8; its last tenth is for validation", needed());
  ATTN_PARAM(Index, least,
             "times that a character has to be in the text to be one: above 1 rarer ones are one "
             "token, and with it there are at most 120",
             within(1, 1000)) = 1;
  ATTN_PARAM(Index, updates, "of training, a multiple of 20", within(20, 100000)) = 3000;
  ATTN_PARAM(std::uint64_t, seed, "of the start and of the windows") = 1;
};

struct NgramLadderFrame {
  ATTN_DESCRIBED(NgramLadderFrame);
  ATTN_FIELD(Index, step, "the one on show") = 0;
  ATTN_FIELD(Index, steps, "in all") = 0;
  ATTN_FIELD(Index, frontier, "steps computed so far") = 0;
  ATTN_FIELD(Index, every, "updates in a step") = GptRun::kEvery;
  ATTN_FIELD(Vector, bits, "per character of the validation text, up to this step (step + 1)");
  ATTN_FIELD(Matrix, divergence,
             "bits by which the model is off what the last 0, 1, 2, 3, 4 characters say: KL(law || "
             "model), mean over that text (step + 1 x 5)");
  ATTN_FIELD(Matrix, divergence_back, "KL(model || law), likewise");
  ATTN_FIELD(Matrix, lags,
             "weight of each head at lags 0 to 7: the first layer's heads first (step + 1 x 64)");
  ATTN_FIELD(Matrix, alike,
             "mean cosine of two heads' patterns, each less the pattern that looks everywhere "
             "alike: of the first layer, of the last (step + 1 x 2)");
  ATTN_FIELD(Vector, law_bits, "per character of that text by each of the laws (5)");
  ATTN_FIELD(Matrix, removed,
             "divergence at the last step without each head, its mean in its place (8 x 5); 0 "
             "before that step is computed");
  ATTN_FIELD(Matrix, removed_back, "divergence_back likewise");
  ATTN_FIELD(Vector, characters,
             "that the model tells apart, by their numbers in Unicode: U+FFFD for rare ones");
  ATTN_FIELD(Vector, weights,
             "of the model at this step, in single precision; none where later steps are computed");
  ATTN_FIELD(double, law_error, "of the sum of a law's probabilities, from 1") = 0.0;
  ATTN_FIELD(double, least, "of all mean divergences, which theory has no lower than 0") = 0.0;
};

/// All there is to it after so many steps.
struct NgramLadderState {
  ATTN_DESCRIBED(NgramLadderState);
  ATTN_FIELD(Index, step, "computed") = 0;
  ATTN_FIELD(GptTrainerState, model, "there");
  ATTN_FIELD(Matrix, looks, "what was measured (step + 1 x 77)");
  ATTN_FIELD(Matrix, removed, "as in a frame, with removed_back beside it (8 x 10)");
};

class NgramLadder : public WithOpening<NgramLadder>, public WithTraining<NgramLadder> {
 public:
  using Params = NgramLadderParams;
  using Frame = NgramLadderFrame;
  using State = NgramLadderState;
  static constexpr const char* kName = "ngram_ladder";
  static constexpr const char* kAbout =
      "a small language model beside the n-gram laws of its text while it trains (seed 003)";
  static constexpr bool kFloats = true;
  static std::vector<Setting<Params>> settings();
  static double self_test() { return gpt_self_test(); }
  static constexpr Index kLaws = 5;
  static constexpr Index kLags = 8;
  /// Of the validation text, that are measured.
  static constexpr Index kWindows = 40;

  explicit NgramLadder(const Params& params);
  NgramLadder(const Params& params, InUnits);

  /// The laws, and what is measured before the first step, piece by piece.
  Index opening_units() const { return 2 + 2 * windows_.sequences; }
  void open_unit(Index unit);

  Index steps() const { return params_.updates / GptRun::kEvery; }
  /// A piece of a step: an update, or of what is measured after the last one.
  void work();
  Frame frame() const;
  State state() const;
  void restore(const State& state);

 private:
  // Of a window: what the laws say of each row that counts, and its logarithm, in bits.
  struct Laws {
    std::vector<Matrix> law, log_law;
  };

  bool look(Index step);
  void prepare(Index number);
  void measure(Index number);
  void measure_without(Index number);
  void finish(Index step);
  void add_divergences(const MatrixRef& logits, Index number, double* to, double* back) const;
  double windows() const { return static_cast<double>(windows_.sequences); }
  void stand_here();
  void start_anew();

  Params params_;
  GptText text_;
  GptRun run_;
  GptShape shape_;
  GptBatch windows_;
  std::optional<NgramLaws> laws_;
  std::vector<Laws> of_windows_;
  Vector law_bits_;
  double law_error_ = 0.0;
  Matrix looks_;       // a row for each step
  Matrix removed_;     // as in the state
  Index updates_ = 0;  // of the step that is on its way
  // Of what is measured of it: windows so far, of the whole model and without heads; sums.
  Index measured_ = 0, without_ = 0;
  Vector sums_;
  std::vector<Matrix> patterns_, outputs_;
  Matrix sums_without_;
  Vector weights_;
  GptTrainerState there_;  // at the frontier
};

}  // namespace attn::experiments
