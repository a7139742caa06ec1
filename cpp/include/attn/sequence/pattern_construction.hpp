// The exact attention of seed 003, section 2.3, that solves a pattern task: each head reads one
// group of lags, the more sharply the larger lambda is. All functions are pure; any thread may call
// them; the same bits on every platform.
#pragma once

#include <vector>

#include "attn/sequence/pattern_chain.hpp"

namespace attn {

/// What the construction gives for T queries x_0 to x_(T-1), the last of which is the newest token
/// but one.
struct PatternConstruction {
  /// a_t of each head: a row for each query, a column for each token, the oldest first; h of (T x
  /// (w + T)).
  std::vector<Matrix> attention;
  Matrix logits;  ///< sum_k A_k X a_t of each query (T x d)
  Matrix limit;   ///< the same as lambda goes to infinity: the task's own (T x d)
};

/// Heads whose scores are lambda at the lags of their group and 0 at all others that a query sees,
/// for `tokens` x_(-w+1) to x_T, the oldest first: w + T of them, T >= 1. The token at lag i of
/// query t stands in column w - 1 + t - i. V_k is [A_k 0] (erratum 003.4). lambda finite. Throws
/// Error otherwise.
[[nodiscard]] PatternConstruction pattern_construction(const PatternTask& task,
                                                       const std::vector<Index>& tokens,
                                                       double lambda);

/// What heads give to each lag, and in a last column to all older tokens together, whose lags are
/// to be read where `reads` (h x w) is 1 and not where it is 0: these have the score lambda, all
/// other tokens 0 (h x (w + 1)). A head that reads nothing gives the same to all `visible` >= w
/// tokens. h, w >= 1, lambda finite. Throws Error otherwise.
[[nodiscard]] Matrix pattern_weights(const MatrixRef& reads, Index visible, double lambda);

/// What such a head gives to the other tokens: (n - r) / (r e^lambda + n - r) of n `visible` tokens
/// with the score lambda at r that are `read`. 0 <= read <= visible, visible >= 1, lambda finite;
/// nothing read leaks all. Throws Error otherwise.
[[nodiscard]] double pattern_leak(Index read, Index visible, double lambda);

}  // namespace attn
