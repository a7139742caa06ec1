// Attention block by block, in memory that grows with the number of queries and keys, not with
// their product: the weights are made again when they are needed. In double, as plain as possible:
// what the float kernels of attention_flash_fast.hpp are tested against. Source: seed 001,
// section 10.1.
#pragma once

#include "attn/attention/attention.hpp"

namespace attn {

/// Output, and what the backward pass needs of the weights.
struct FlashAttention {
  Matrix output;  ///< O (n_q x d_v); zeros in rows whose keys are all excluded
  Vector max;     ///< m, the largest (cap(S) + bias) / T of its keys; -Infinity for no key
  Vector sum;     ///< l = sum_j exp(score_j - m); 0 for no key
};

/// Of a loss, with respect to q, k and v; each of the same shape.
struct FlashGradients {
  Matrix d_q;  ///< (n_q x d_q)
  Matrix d_k;  ///< (n_k x d_k)
  Matrix d_v;  ///< (n_k x d_v)
};

/// What attention() computes, `block` keys at a time. Arguments as there, with a temperature that
/// is finite and > 0; block >= 1, which decides about the last bits and nothing else. Throws Error
/// otherwise. Source: seed 001, theorem of section 10.1.2.
[[nodiscard]] FlashAttention flash_attention(const MatrixRef& q, const MatrixRef& k,
                                             const MatrixRef& v,
                                             const AttentionOptions& options = {},
                                             Index block = 64);

/// Gradients with respect to q, k and v from d_output (n_q x d_v), with the weights made again from
/// `forward`, what flash_attention returned for the same arguments. With D_i = sum_b O_ib dO_ib,
/// which is sum_j A_ij dA_ij, the softmax gradient, eq 46, is A_ij (dA_ij - D_i) / T, and times
/// 1 - tanh^2(S_ij / c) under a soft cap c. Throws Error as flash_attention. Source: seed 001,
/// section 6.5, and section 10.1.
[[nodiscard]] FlashGradients flash_attention_backward(const MatrixRef& q, const MatrixRef& k,
                                                      const MatrixRef& v,
                                                      const AttentionOptions& options,
                                                      const FlashAttention& forward,
                                                      const MatrixRef& d_output, Index block = 64);

}  // namespace attn
