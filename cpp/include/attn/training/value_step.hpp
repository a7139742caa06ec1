// What a step of the values does to the loss of each query: to first order, exactly, and as the
// paper approximates it. Source: seed 000, section 4.3. All functions are pure; any thread may call
// them.
#pragma once

#include "attn/numerics/types.hpp"
#include "attn/training/cross_entropy.hpp"

namespace attn {

/// How much more each loss changes with its logits than to first order: L_i(logits + change) -
/// L_i(logits) - (p - t) change = log sum_c p_c e^change_c - p change. That does not depend on the
/// targets and is never negative, since the loss is convex. A sum of terms that are all >= 0: right
/// to nearly all digits for changes of any size. probabilities (n x C), rows distributions; change
/// (n x C), finite. Throws Error otherwise, and for what is too large for a double.
[[nodiscard]] Vector loss_remainders(const MatrixRef& probabilities, const MatrixRef& change);

/// What value_step finds, for values that move by -eta ubar_j.
struct ValueStep {
  Matrix u;     ///< u_i = W_O^T (p_i - t_i), eq 10 (n_q x d_v)
  Matrix ubar;  ///< ubar_j = sum_i alpha_ij u_i, eq 37 (n_k x d_v)
  /// dL_i to first order where v_j alone moves: -eta alpha_ij u_i ubar_j, eq 41 (n_q x n_k). The
  /// exact change is this and its remainder, here and below.
  Matrix one;
  Matrix one_remainder;  ///< never negative (n_q x n_k)
  /// The dominant-query approximation of `one`: -eta alpha_ij^2 |u_i|^2, eq 43 (n_q x n_k).
  Matrix dominant;
  /// dominant - one = eta alpha_ij sum over r != i of alpha_rj u_i u_r: small where this sum is,
  /// for which it is not enough that the other alpha_rj are small (n_q x n_k).
  Matrix dominant_error;
  Matrix context_changes;  ///< dg_i where all values move: -eta sum_j alpha_ij ubar_j (n_q x d_v)
  Vector all;              ///< dL_i to first order where all values move; may be > 0 (n_q)
  Vector all_remainder;    ///< never negative (n_q)
  double total;            ///< dL to first order: -eta sum_j |ubar_j|^2, never positive
  double total_remainder;  ///< never negative
};

/// Everything about one step of eq 33, all values at once or each alone. weights: alpha (n_q x
/// n_k), those that values are read by; w_o (C x d_v); `at`: what cross_entropy found of the logits
/// that they lead to; eta >= 0. Throws Error for shapes that do not fit, for what is not finite,
/// and for what is too large for a double.
[[nodiscard]] ValueStep value_step(const MatrixRef& weights, const MatrixRef& w_o,
                                   const CrossEntropy& at, double eta);

}  // namespace attn
