// Heads trained by gradient descent, or by the schedule that the paper likens to EM. Source: seed
// 000, sections 5.3 and 7.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "attn/numerics/rng.hpp"
#include "attn/training/attention_classifier.hpp"

namespace attn {

/// What moves the values: the three readings of the M-step of section 5.3.
enum class ValueRule {
  /// w_v by its gradient. With a `values` step that is larger than the others, the third reading.
  kWeights,
  /// Values are free: they start at w_v x, v_j -= eta ubar_j is all that moves them, and w_v
  /// stands. The first reading.
  kFree,
  /// v_j -= eta ubar_j, and then w_v is the least-squares fit to these values: w_v -= eta G
  /// (X X^T)^-1 with the gradient G of w_v, X with inputs as columns. The second reading.
  kFitted,
};

/// How large steps are.
struct TrainingSteps {
  double routing = 0.05;   ///< of w_q and w_k
  double values = 0.05;    ///< of w_v, or of the values, as ValueRule says
  double read_out = 0.05;  ///< of w_o and b
};

/// How a head is trained; as it is: gradient descent on the summed loss, by all weights.
struct TrainerOptions {
  ValueRule rule = ValueRule::kWeights;  ///< what moves the values
  TrainingSteps eta;                     ///< steps, finite and >= 0; what has 0 stands
  /// Gradients of weights are those of the mean loss, as in table 1, instead of the sum, eq 9.
  /// Values that move themselves (kFree and kFitted) take those of the sum all the same, eq 33.
  bool mean_loss = false;
  bool causal = false;            ///< as in ClassifierOptions
  bool normalise_values = false;  ///< likewise
  double epsilon = 1e-5;          ///< likewise
  /// 0 <= p < 1: each weight is left out of a step with this probability, the others over 1 - p.
  double dropout = 0.0;
  /// Training ends as diverged where the loss is above this; > 0.
  double loss_limit = std::numeric_limits<double>::infinity();
};

/// All that a run has to be given to go on with the same bits.
struct TrainerState {
  ClassifierWeights weights;   ///< as they are
  std::vector<Matrix> values;  ///< free ones, of each head; empty where they are projected
  Index steps = 0;             ///< taken so far
  Rng::State dropout{};        ///< of the generator of dropout
  bool diverged = false;       ///< whether training has ended so
};

/// Weights that are trained on one sequence. All gradients of a step are taken at the same weights.
/// Different objects may be used from different threads.
class HeadTrainer {
 public:
  /// x (T x d_x), targets (T x C, rows distributions), weights to start from; `seed` is that of
  /// dropout. Throws Error for options out of range and as classifier_forward does.
  HeadTrainer(const MatrixRef& x, const MatrixRef& targets, const ClassifierWeights& start,
              const TrainerOptions& options = {}, std::uint64_t seed = 1);

  /// `count` >= 0 more steps; fewer where it diverges. A step after which something is not finite,
  /// or the loss above its limit, is not taken: the run stays where it was, and has diverged.
  /// Throws Error for a count below 0.
  void step(Index count = 1);

  /// Whether a step has been refused; none is taken any more.
  [[nodiscard]] bool diverged() const noexcept { return state_.diverged; }

  /// Steps taken.
  [[nodiscard]] Index steps() const noexcept { return state_.steps; }

  /// The weights as they are.
  [[nodiscard]] const ClassifierWeights& weights() const noexcept { return state_.weights; }

  /// The pass at these weights, nothing left out; its `prediction.loss` is the loss, always of the
  /// sum.
  [[nodiscard]] const ClassifierForward& forward() const noexcept { return forward_; }

  /// The gradients there.
  [[nodiscard]] ClassifierGradients gradients() const;

  /// A copy of what restore() goes on from.
  [[nodiscard]] TrainerState save() const { return state_; }

  /// Goes on where save() was called, for the same x, targets and options. Throws Error for another
  /// shape, and is then unchanged.
  void restore(const TrainerState& state);

 private:
  [[nodiscard]] ClassifierOptions pass_options() const;
  [[nodiscard]] std::vector<Matrix> drawn_keep();
  [[nodiscard]] ClassifierForward pass_of(const TrainerState& state) const;
  void move(const ClassifierGradients& gradients, TrainerState& state) const;
  [[nodiscard]] bool try_step();

  Matrix x_;
  Matrix targets_;
  TrainerOptions options_;
  Matrix fit_;  // (X X^T)^-1, for kFitted
  Rng rng_;
  TrainerState state_;
  ClassifierForward forward_;
};

}  // namespace attn
