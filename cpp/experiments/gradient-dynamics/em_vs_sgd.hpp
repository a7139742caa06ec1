// Gradient descent against the schedule likened to EM, on a chain that is seen through noise.
// Source: seed 000, sections 5.3 and 7.2.
#pragma once

#include <array>

#include "experiments/bases.hpp"
#include "experiments/gradient-dynamics/sticky_task.hpp"

namespace attn::experiments {

enum class Answers { kChain, kShuffled };

struct EmVsSgdParams {
  ATTN_DESCRIBED(EmVsSgdParams);
  ATTN_PARAM(double, eta, "of gradient descent, on the mean loss", within(0.01, 2.0)) = 0.2;
  ATTN_PARAM(bool, third, "whether gradient descent also runs with ten times 0.2 on W_V") = false;
  ATTN_PARAM(Index, length, "T, of the sequence trained on and of the fresh one",
             within(50, 4000)) = 1000;
  ATTN_PARAM(Index, steps, "of training", within(10, 1000)) = 250;
  ATTN_CHOICE(Answers, answers, "what is to be predicted", "chain", "shuffled") = Answers::kChain;
  ATTN_PARAM(std::uint64_t, seed, "of means, sequences and weights") = 6;
};

struct EmVsSgdFrame {
  ATTN_DESCRIBED(EmVsSgdFrame);
  ATTN_FIELD(Index, step, "the one on show") = 0;
  ATTN_FIELD(Index, steps, "in all") = 0;
  ATTN_FIELD(Index, frontier, "steps computed so far") = 0;
  ATTN_FIELD(Index, methods, "2, or 3 with the larger step on W_V") = 0;
  ATTN_FIELD(Index, length, "T") = 0;
  ATTN_FIELD(Matrix, losses,
             "(3 x steps + 1) mean loss of the sequence trained on, after each step up to the "
             "frontier: gradient descent, EM-like, gradient descent with 2 on W_V");
  ATTN_FIELD(Matrix, fresh, "(3 x steps / 10 + 1) of the fresh sequence, at every tenth");
  ATTN_FIELD(Vector, taken, "(3) steps before each diverged, or all up to the frontier");
  ATTN_FIELD(double, bayes,
             "mean of -ln P(y_t | y_t-1) over the sequence trained on: what knowing the symbol "
             "would leave") = 0.0;
  ATTN_FIELD(double, fresh_bayes, "the same over the fresh one") = 0.0;
  ATTN_FIELD(double, chance, "ln of the number of symbols") = 0.0;
  ATTN_FIELD(double, entropy_rate, "of the chain") = 0.0;
  ATTN_FIELD(double, oracle_error,
             "of the float loss against a pass in double at the start, over 200 positions") = 0.0;
  ATTN_FIELD(double, fit_error,
             "of the first W_V of EM against a fit to values that moved, over the same positions, "
             "relative to the largest entry") = 0.0;
};

/// What each method has to go on from.
struct EmVsSgdState {
  ATTN_DESCRIBED(EmVsSgdState);
  ATTN_FIELD(Index, step, "computed") = 0;
  ATTN_FIELD(Matrix, weights, "(3 x 828) W_Q, W_K, W_V, W_O and b of each method, row by row");
  ATTN_FIELD(Matrix, losses, "as in a frame");
  ATTN_FIELD(Matrix, fresh, "as in a frame");
  ATTN_FIELD(Vector, taken, "as in a frame");
};

/// One head by each schedule, from the same weights; the third is the tenfold one.
class EmVsSgd : public WithOpening<EmVsSgd>, public WithTraining<EmVsSgd> {
 public:
  using Params = EmVsSgdParams;
  using Frame = EmVsSgdFrame;
  using State = EmVsSgdState;
  static constexpr const char* kName = "em_vs_sgd";
  static constexpr const char* kAbout =
      "gradient descent against the EM-like schedule on a noisy sticky chain (seed 000, section "
      "7.2)";
  static constexpr bool kFloats = true;
  static std::vector<Setting<Params>> settings();

  static constexpr Index kMethods = 3;
  static constexpr Index kEvery = 10;  ///< steps from one fresh loss to the next

  /// The float pass and a float step against the double ones: the larger of the errors of a frame.
  static double self_test();

  explicit EmVsSgd(const Params& params);
  EmVsSgd(const Params& params, InUnits);

  /// What each method begins with, and what holds the floats against doubles.
  Index opening_units() const { return methods() + 1; }
  void open_unit(Index unit);

  Index steps() const { return params_.steps; }
  /// A piece of a step: half of that of a method, or its fresh loss.
  void work();
  Frame frame() const;
  State state() const;
  void restore(const State& state);

 private:
  Index methods() const { return params_.third ? 3 : 2; }
  FastHeadTrainer& trainer(Index method) { return trainers_[static_cast<std::size_t>(method)]; }
  TrainerOptions options_of(Index method) const;
  FastHeadTrainer trainer_from(Index method, const ClassifierWeights& weights) const;
  void measure_fresh(Index method);
  void stand_here();
  void check_start();

  Params params_;
  StickyTask drawn_;
  FloatMatrix x_;
  FastHeadPass fresh_pass_;
  std::vector<FastHeadTrainer> trainers_;
  Index piece_ = 0;                            // of the step that is on its way
  std::array<double, kMethods> fresh_here_{};  // after it
  Matrix there_;                               // weights at the frontier, a row each
  Frame frame_;                                // but for the step on show and the frontier
};

}  // namespace attn::experiments
