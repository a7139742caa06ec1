// One attention head as a file, a program or a model gives it, made complete: what a reading of it
// starts from. Either the input X with the projections W_Q, W_K, W_V, or the queries, keys and
// values themselves, which is what remains where positions have been rotated into them. Tokens are
// rows. Names and layouts are those of docs/own-head.md. All functions are pure; any thread may
// call them; the same bits on every platform.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attn/attention/attention.hpp"

namespace attn {

/// Most tokens that ask, and most that are asked, of a head that is read.
inline constexpr Index kMostHeadTokens = 512;
/// Most numbers of a token of X.
inline constexpr Index kMostHeadWidth = 8192;
/// Most numbers of a query, a key or a value of a head that is read.
inline constexpr Index kMostHeadSize = 256;

/// A head. An empty matrix, vector or list is one that is not there.
struct Head {
  Matrix x;     ///< what W_Q multiplies, after the norm if there is one (n x d)
  Matrix w_q;   ///< q = W_Q x + b_Q (d_k x d)
  Matrix w_k;   ///< (d_k x d)
  Matrix w_v;   ///< (d_v x d)
  Matrix w_o;   ///< what the head adds to the stream is W_O times its output (d x d_v)
  Vector b_q;   ///< (d_k)
  Vector b_k;   ///< (d_k)
  Vector b_v;   ///< (d_v)
  Matrix q;     ///< queries (n x d_k)
  Matrix k;     ///< keys (m x d_k); m = n where they are made of X
  Matrix v;     ///< values (m x d_v)
  Matrix u;     ///< dL / d output, before W_O (n x d_v)
  Matrix mask;  ///< added to the scores (n x m): -Infinity hides a key. Empty: none is hidden
  std::optional<double> scale;      ///< of the scores; where it is not there 1 / sqrt(d_k)
  std::vector<std::string> tokens;  ///< a label of each token that asks (n)
};

/// The head with all that follows from what it has: queries, keys and values of X and the
/// projections, the scale. A mask is not added: without one a query sees every key, where read_head
/// takes a head of n = m tokens for a causal one (causal_mask). Where W_O is missing and the head
/// has X and d_v = d, W_O is the identity. What a mask adds of -10 000 or less becomes -Infinity:
/// frameworks hide keys so. Everything finite but the mask, whose entries are below
/// Infinity and leave each row a key; sizes up to kMostHeadTokens, kMostHeadWidth, kMostHeadSize.
/// Throws Error otherwise, in the names of docs/own-head.md, and for a head with both forms, with
/// neither, or with half of one.
[[nodiscard]] Head complete_head(Head parts);

/// Scores with the mask, -Infinity for a key that is hidden (n x m). `head` as complete_head
/// returns it. Throws Error otherwise, and for scores that are too large for a double.
[[nodiscard]] Matrix head_scores(const Head& head);

/// Weights and output of the head at a temperature > 0, Infinity included, by which the scores are
/// divided, mask and all; Attention::scores are those without a mask. `head` as in head_scores.
/// Throws Error otherwise. Source: seed 001, eq 18 and 20.
[[nodiscard]] Attention head_attention(const Head& head, double temperature = 1.0);

/// A mask by which query i sees the keys j <= i: 0 and -Infinity (n x m). n, m >= 1, at most
/// kMostHeadTokens. Throws Error otherwise.
[[nodiscard]] Matrix causal_mask(Index n, Index m);

}  // namespace attn
