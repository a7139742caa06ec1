// A head that is trained in single precision with SIMD, for sequences at which HeadTrainer is too
// slow: of a causal head the half that nobody reads is not computed, and memory grows with the
// length alone. Weights and steps are doubles, passes are floats. Source: seed 000, sections 2,
// 3, 5.3 and 7.2.
//
// Within 2e-5 of HeadTrainer: gradients relative to the largest number of each while scores are
// below 10, losses after hundreds of steps, measured in
// tests/cpp/training/test_fast_head_trainer.cpp. The last bits depend on the width of the machine's
// vectors.
#pragma once

#include <memory>
#include <vector>

#include "attn/training/head_trainer.hpp"

namespace attn {

/// A sequence and its labels, and passes of one head over it. Not shared between threads without a
/// lock.
class FastHeadPass {
 public:
  /// x (T x d_x) and T labels, 0 to classes - 1; T >= 1, everything finite, at most 2^26 numbers.
  /// Throws Error otherwise.
  FastHeadPass(const FloatMatrixRef& x, const std::vector<Index>& labels, Index classes,
               bool causal);
  /// Moving takes the memory along; the other may then only be assigned to or destroyed.
  FastHeadPass(FastHeadPass&& other) noexcept;
  /// Its own memory is freed; the other may then only be assigned to or destroyed.
  FastHeadPass& operator=(FastHeadPass&& other) noexcept;
  ~FastHeadPass();

  /// The summed loss, eq 9, of weights with one head whose shapes fit. Throws Error for others, and
  /// for what is too large for a float on the way.
  [[nodiscard]] double loss(const ClassifierWeights& weights);

  /// The gradient of that, eq 29 to 32 and of w_o and b, at the weights of the last loss(), which
  /// did not throw. Into `gradient`, which keeps its memory where shapes are the same, and is
  /// untouched when this throws: where a gradient is too large for a float, or there was no loss
  /// before.
  void gradient(ClassifierWeights& gradient);

  /// Contexts g of the last loss(), eq 6 (T x d_v). Throws Error where that threw, or where there
  /// was none.
  [[nodiscard]] FloatMatrix contexts() const;
  /// Values of the same pass, eq 3 (T x d_v). Throws Error likewise.
  [[nodiscard]] FloatMatrix values() const;

  /// T.
  [[nodiscard]] Index length() const noexcept;

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

/// As HeadTrainer, in float: one head, by gradient descent or by kFitted. One that was moved from
/// may only be assigned to or destroyed.
class FastHeadTrainer {
 public:
  /// x (T x d_x) and T labels, weights of one head to start from. Options as of HeadTrainer without
  /// kFree, `normalise_values` and `dropout`. Throws Error otherwise, and as FastHeadPass.
  FastHeadTrainer(const FloatMatrixRef& x, const std::vector<Index>& labels,
                  const ClassifierWeights& start, const TrainerOptions& options = {});

  /// `count` >= 0 more steps; fewer where it diverges, as HeadTrainer::step. Throws Error for a
  /// count below 0.
  void step(Index count = 1);

  /// The next step for who has to answer in between: its gradient, then what is lost after it. True
  /// once it is complete or refused, and where none is taken any more; until then weights(), loss()
  /// and steps() are those before it, and step() begins with what is left of it.
  bool advance();

  /// Whether a step has been refused; none is taken any more.
  [[nodiscard]] bool diverged() const noexcept { return diverged_; }
  /// Steps taken.
  [[nodiscard]] Index steps() const noexcept { return steps_; }
  /// The weights as they are.
  [[nodiscard]] const ClassifierWeights& weights() const noexcept { return weights_; }
  /// The summed loss there.
  [[nodiscard]] double loss() const noexcept { return loss_; }

 private:
  TrainerOptions options_;
  FastHeadPass pass_;
  Matrix fit_;  // (X X^T)^-1, for kFitted
  ClassifierWeights weights_, next_, gradient_;
  double loss_;
  Index steps_ = 0;
  bool begun_ = false;  // the step after them, whose weights are in next_
  bool diverged_ = false;
};

}  // namespace attn
