// What the weights of a head say by themselves, before it has read anything: the bilinear form A =
// W_Q^T W_K by which two tokens are compared (the transpose of the a of attn/support), and whether
// what it writes points the way it looks.
// All of it through products of d_k and d_v rows: A itself (d x d) is never made. Source: seed 001,
// part II. Pure; any thread may call it; the same bits on every platform.
#pragma once

#include "attn/attention/attention.hpp"

namespace attn {

/// What form_shares finds of A = W_Q^T W_K.
struct FormShares {
  Vector singular_values;  ///< of A, falling: those that can be other than 0 (min(d_k, d))
  /// e^H of the singular values over their sum: from 1, one direction of the query is compared, to
  /// d_k (Roy and Vetterli 2007). 0 where A is 0.
  double effective_rank;
  /// |(A + A^T) / 2|^2 / |A|^2, from 0 to 1: 1 where two tokens find each other equally alike, as
  /// under a metric; of random matrices (1 + 1 / d) / 2 in the mean. 0 where A is 0.
  double symmetric_share;
  /// The cosine of W_O W_V and A^T, entry by entry: 1 where a head adds to a token what it looked
  /// for. 0 where one of them is 0, or where there is no W_O.
  double value_cosine;
};

/// Of projections w_q, w_k (d_k x d), w_v (d_v x d), and w_o (d x d_v) or empty; finite, not empty
/// otherwise. Where norms with a scale stand before the projections they read what is scaled: fold
/// the scale in for what the stream is compared by. Throws Error otherwise, and for what is too
/// large for a double.
[[nodiscard]] FormShares form_shares(const HeadWeights& weights, const MatrixRef& w_o);

}  // namespace attn
