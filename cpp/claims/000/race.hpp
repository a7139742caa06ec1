// The race of section 7.2 for the claims of seed 000: its task, and what each method ends with.
#pragma once

#include "claims/claims.hpp"
#include "experiments/gradient-dynamics/sticky_task.hpp"

namespace attn::claims {

using experiments::kChainSymbols;

/// What a seed draws.
experiments::StickyTask sticky_task(std::uint64_t seed, Index length);

/// What takes part. With T positions and the gradient G of the sum.
enum class Method {
  kSgd,      ///< all weights by 0.2 G / T
  kFaster,   ///< all by 0.57 G / T
  kEm,       ///< values by 2 of their own gradients and W_V fitted to them, the rest by 0.2 G / T
  kTenfold,  ///< W_V by 2 G / T, the rest by 0.2 G / T
};

struct RaceSize {
  Index length;
  Index steps;
};

/// Where a method ends. Entropies and losses are means over positions, in nats.
struct Ended {
  double loss = 0.0;
  double fresh = 0.0;     ///< loss of the fresh sequence
  double accuracy = 0.0;  ///< share of targets that are predicted with the largest probability
  double entropy = 0.0;   ///< of the predictions
  double arrow = 0.0;     ///< |v_j at the end - v_j at the start|
  double together = 0.0;  ///< share of the squares of these arrows that their means by symbol have
  double width = 0.0;     ///< e^H of a row of weights over the number of positions that it may read
  /// Share of the variance of values along three principal components, and before training.
  double in_three = 0.0, first_in_three = 0.0;
  /// Size of the correlation of values along the first of them with the entropy of P(y_t | x_t),
  /// and the same before training.
  double axis = 0.0, first_axis = 0.0;
  std::vector<double> losses;  ///< after each step
  Matrix predictions;          ///< p (T x 8)
};

/// Run once for all claims that ask for it. Where progress says stop, nothing of use.
Ended ended(Method method, std::uint64_t seed, const RaceSize& size, const Progress& progress);

}  // namespace attn::claims
