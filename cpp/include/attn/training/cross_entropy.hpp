// Cross-entropy of predictions, and the read-out in front of it: from the contexts of attention to
// a loss, and back. Rows are positions. Logarithms are natural. Source: seed 000, eq 7 to 14. All
// functions are pure; any thread may call them.
#pragma once

#include <vector>

#include "attn/numerics/types.hpp"

namespace attn {

/// Targets that are certain: a row for each label, with 1 at its class and 0 elsewhere
/// (n x classes). Labels from 0 to classes - 1, at
/// least one. Throws Error otherwise.
[[nodiscard]] Matrix one_hot(const std::vector<Index>& labels, Index classes);

/// What cross_entropy finds.
struct CrossEntropy {
  Matrix probabilities;  ///< p = softmax(logits) of each row, eq 8 (n x C)
  Vector losses;         ///< L_i = -sum_c t_ic log p_ic, eq 9 for certain targets (n)
  Vector divergences;    ///< KL(t_i || p_i) = L_i less the entropy of t_i, which is 0 at best (n)
  double loss;           ///< L = sum_i L_i
  Matrix d_logits;       ///< dL / d logits = p - t, eq 13 (n x C)
};

/// The cross-entropy of logits (n x C) against targets (n x C), each row of which is a
/// distribution. n, C >= 1, everything finite. Logarithms of probabilities are not taken from
/// probabilities: none is too small. Throws Error otherwise, and for losses that are too large for
/// a double.
[[nodiscard]] CrossEntropy cross_entropy(const MatrixRef& logits, const MatrixRef& targets);

/// Logits g w_o^T + b of contexts g (n x d_v), w_o (C x d_v) and b (C), finite, not empty. Throws
/// Error otherwise, and for what is too large for a double. Source: seed 000, eq 7.
[[nodiscard]] Matrix read_out(const MatrixRef& g, const MatrixRef& w_o, const VectorRef& b);

/// What read_out_backward finds.
struct ReadOutGradients {
  Matrix d_g;    ///< u = d_logits w_o, eq 14 (n x d_v)
  Matrix d_w_o;  ///< d_logits^T g, which the paper does not print (C x d_v)
  Vector d_b;    ///< the sum of d_logits over positions, not printed either (C)
};

/// Gradients from d_logits (n x C); g and w_o as given to read_out. Throws Error as that does.
[[nodiscard]] ReadOutGradients read_out_backward(const MatrixRef& g, const MatrixRef& w_o,
                                                 const MatrixRef& d_logits);

/// KL(p_i || q_i) of each row of p and q (n x C), distributions: 0 for equal ones. Throws Error for
/// others, and where q is 0 and p is not, since no double is that large.
[[nodiscard]] Vector kl_divergences(const MatrixRef& p, const MatrixRef& q);

}  // namespace attn
