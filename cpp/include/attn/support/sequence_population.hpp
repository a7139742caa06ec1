// Many random sequences in one dimension, and how many of them lie inside of the boundary:
// figure 3.3 of seed 002. "Valid" there has to mean that every margin is above 0, not the last one
// alone, for the printed 3387 of 4000 to come out.
#pragma once

#include "attn/numerics/rng.hpp"
#include "attn/numerics/types.hpp"
#include "attn/support/scalar_residual.hpp"

namespace attn {

/// What is drawn.
struct PopulationOptions {
  Index count = 4000;     ///< sequences, 1 to 1e6
  Index length = 5;       ///< tokens of a sequence, 1 to 256; count times length at most 1e7
  double variance = 4.0;  ///< of a token, 1e-12 to 1e12: N(0, 4) is a variance of 4 here
};

/// What sequence_population finds of N sequences.
struct SequencePopulation {
  Vector largest_variance;  ///< max_t Var_t (N)
  Vector least_margin;      ///< min_t m_t (N)
  Vector log_density;       ///< of eq 11 with sigma = 1 and all constants (N)
  Index valid;              ///< sequences with min_t m_t > 0
  Index rewarded;           ///< with some m_t < -1, where log |m_t| is a gain
};

/// Draws sequences of N(0, variance), token after token, and takes scalar_residual and
/// scalar_log_density of each with coupling a, |a| <= 1e12. O(count length^2) time. Throws Error
/// for what is out of range or not finite.
[[nodiscard]] SequencePopulation sequence_population(const PopulationOptions& options, double a,
                                                     Rng& rng,
                                                     BeyondBoundary beyond = BeyondBoundary::kFold);

}  // namespace attn
