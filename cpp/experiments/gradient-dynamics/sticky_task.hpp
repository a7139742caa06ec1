// The task of seed 000, section 7.2, and the schedules that its head is trained by: what a draw
// holds, and how a method steps.
#pragma once

#include "attn/sequence/noisy_chain.hpp"
#include "attn/training/fast_head_trainer.hpp"

namespace attn::experiments {

inline constexpr Index kChainSymbols = 8;
inline constexpr ClassifierSizes kChainHead{20, 10, 15, kChainSymbols};
inline constexpr double kPlainStep = 0.2;
/// Mean loss above which a method has diverged.
inline constexpr double kMeanLossLimit = 10.0;

/// What a seed draws.
struct StickyTask {
  NoisyChain chain;
  NoisySequence train, fresh;  ///< of it
  ClassifierWeights weights;   ///< N(0, 0.01)
};

/// A chain that is seen in 20 dimensions through noise N(0, I), around means N(0, spread^2).
NoisyChain draw_noisy_chain(const Matrix& transition, Rng& rng, double spread = 1.0);

/// Drawn in this order: means, both sequences, weights.
StickyTask draw_sticky_task(const Matrix& transition, Index length, Rng& rng);

/// Gradient descent; the EM-like schedule; gradient descent with ten times the step on W_V.
enum class Schedule { kDescent, kEm, kTenfold };

/// Causal. With G the gradient of the loss summed over `length` positions: descent moves every
/// weight by eta G / length, EM-like W_V by 2 G_V (X X^T)^-1, the least-squares fit to values that
/// each moved by 2 of its own, and the rest by 0.2 G / length; tenfold W_V by 2 G / length, and the
/// rest as that.
TrainerOptions schedule_options(Schedule schedule, Index length, double eta = kPlainStep);

/// All weights of a head as a row: W_Q, W_K, W_V, W_O, each row by row, and b.
Vector flattened(const ClassifierWeights& weights);
/// The same back into weights of these shapes.
void unflatten(const Eigen::Ref<const Vector>& numbers, ClassifierWeights& weights);

}  // namespace attn::experiments
