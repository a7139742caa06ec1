// The exact attention of seed 003, section 2.3, that solves a pattern task: each head reads one
// group of lags, the more sharply the larger lambda is. All functions are pure; any thread may call
// them; the same bits on every platform.
#pragma once

#include <vector>

#include "attn/sequence/pattern_chain.hpp"

namespace attn {

/// What the construction gives for each of T queries; query t is token w - 1 + t of the sequence.
struct PatternConstruction {
  /// Of each head: a row for each query, a column for each token of the sequence; h of (T x (w +
  /// T)). a_t of section 2.3.
  std::vector<Matrix> attention;
  Matrix logits;  ///< sum_k A_k X a_t of each query (T x d)
  Matrix limit;   ///< the same as lambda goes to infinity: the task's own (T x d)
};

/// How near a softmax comes to the task's law: `tokens` is a sequence of w + T of them in the order
/// of time, T >= 1, and each of T queries predicts the token behind its own from all up to its own.
/// Head k looks at the lags of its group, and at the others the less, the larger lambda is. With 12
/// lags, three groups and 15 tokens, so that T = 3, query 0 is token 11, and head 1 gives tokens 8
/// to 11, its lags 3 to 0, 1/4 each for lambda = 20. As a formula: the score of query t is lambda
/// in columns w - 1 + t - i of the lags i of the group, 0 in the others up to w - 1 + t, and V_k is
/// [A_k 0] (erratum 003.4). lambda finite. Throws Error otherwise.
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
