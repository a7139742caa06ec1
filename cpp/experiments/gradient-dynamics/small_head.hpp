// One head of few tokens, trained so often that what HeadTrainer checks and allocates at each step
// would be most of the work.
#pragma once

#include "attn/training/head_trainer.hpp"

namespace attn::experiments {

/// Gradient descent as HeadTrainer does it, by w_v's gradient and without a mask: to rounding the
/// same. Everything finite and of matching shapes, as it comes from the experiments that draw it;
/// nothing is checked.
class SmallHead {
 public:
  /// x (T x d_x), targets (T x C, rows distributions). Of `options` rule, causal and mean_loss are
  /// left as they are by default.
  SmallHead(const Matrix& x, const Matrix& targets, const ClassifierWeights& start,
            const TrainerOptions& options, std::uint64_t seed = 1);

  /// One step. False, now and from then on, where the loss would be above its limit: the head stays
  /// as it was.
  bool step();

  const ClassifierWeights& weights() const { return now_; }
  /// The pass at these weights, nothing left out.
  const Matrix& keys() const { return k_; }
  const Matrix& values() const { return values_; }
  const Matrix& attention() const { return alpha_; }
  double loss() const { return loss_; }
  /// KL(t_i || p_i), summed.
  double divergence() const { return loss_ - target_entropy_; }

 private:
  void project();
  void normalise();
  void read(const Matrix& weights);
  void draw_kept();
  void descend();
  double pass();

  Matrix x_, targets_;
  TrainerOptions options_;
  Rng rng_;
  ClassifierWeights now_, before_;
  double target_entropy_ = 0.0, loss_ = 0.0;
  bool diverged_ = false;
  // The pass, and the gradients of a step; here so that a step allocates nothing.
  Matrix q_, k_, projected_, values_, alpha_, read_, g_, p_;
  Vector spread_;
  Matrix keep_, d_logits_, u_, d_scores_, d_q_, d_k_, d_v_;
};

}  // namespace attn::experiments
