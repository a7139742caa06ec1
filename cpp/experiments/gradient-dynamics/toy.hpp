// The toy of seed 000, section 7.1: five tokens, one head, three classes.
#pragma once

#include "attn/training/attention_classifier.hpp"

namespace attn::experiments {

/// What a seed draws.
struct Toy {
  Matrix x;                   ///< tokens, normal (5 x 3)
  ClassifierWeights weights;  ///< d_k = d_v = 2, three classes
  Matrix targets;             ///< one class for each token, each as likely (5 x 3)
};

inline constexpr Index kToyTokens = 5;
inline constexpr Index kToyClasses = 3;

/// Drawn in the order of the members; weights are normal numbers times `init`.
Toy draw_toy(std::uint64_t seed, double init);
/// One of other sizes, with one head.
Toy draw_toy(std::uint64_t seed, double init, Index tokens, const ClassifierSizes& sizes);

}  // namespace attn::experiments
