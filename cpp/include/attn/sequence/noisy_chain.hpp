// A Markov chain that is seen through noise, and the best predictions of its next symbol. Symbols
// y_0 to y_T; at position t the input is x_t = mu_a + noise, a = y_(t-1), and y_t is what is to be
// predicted. Source: seed 000, section 7.2. All functions are pure but for the generator that they
// are given; any thread may call them.
#pragma once

#include <vector>

#include "attn/numerics/rng.hpp"
#include "attn/numerics/types.hpp"

namespace attn {

/// Symbols 0 to n - 1, and what is seen of them.
struct NoisyChain {
  Matrix transition;   ///< P (n x n), as stationary_distribution takes it
  Matrix means;        ///< mu, a row for each symbol (n x d)
  double noise = 1.0;  ///< standard deviation of each coordinate, > 0
};

/// What sample_noisy_chain draws, for t = 1 to T.
struct NoisySequence {
  std::vector<Index> previous;  ///< y_(t-1), of which x_t is the noisy mean
  std::vector<Index> targets;   ///< y_t
  Matrix x;                     ///< inputs (T x d)
};

/// A sequence of `length` >= 1 positions. Drawn in this order: y_0 from the stationary law by one
/// Rng::categorical, then for each t y_t by another and d Rng::normal. Everything finite, means at
/// most 1e150 in size. Throws Error otherwise.
[[nodiscard]] NoisySequence sample_noisy_chain(const NoisyChain& chain, Index length, Rng& rng);

/// P(y_t | y_(t-1)) for each of `previous` (T x n), symbols 0 to n - 1. transition (n x n): each
/// row a distribution. Throws Error otherwise.
[[nodiscard]] Matrix predict_from_symbols(const MatrixRef& transition,
                                          const std::vector<Index>& previous);

/// P(y_t | x_t) for each row of x (T x d), at most 1e150 in size, where y_(t-1) has the stationary
/// law. Throws Error for other arguments.
[[nodiscard]] Matrix predict_from_inputs(const NoisyChain& chain, const MatrixRef& x);

/// P(y_t | x_1 ... x_t) for each row of x, y_0 with the stationary law: the forward filter. No
/// causal prediction has a lower expected loss. Arguments as predict_from_inputs. Throws Error as
/// it does.
[[nodiscard]] Matrix predict_from_history(const NoisyChain& chain, const MatrixRef& x);

}  // namespace attn
