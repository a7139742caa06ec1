// The backward pass of multi-head attention with its projections. Source: seed 001, parts V and VI.
#pragma once

#include <vector>

#include "attn/attention/attention_grad.hpp"
#include "attn/attention/multihead.hpp"

namespace attn {

/// Gradients of a loss L, each of the shape of what it is with respect to.
struct MultiHeadGradients {
  Matrix d_x;                             ///< (n_q x b); in self-attention the gradient is the
                                          ///< sum of this and d_context
  Matrix d_context;                       ///< (n_k x b')
  MultiHeadWeights d_weights;             ///< all projections
  std::vector<AttentionGradients> heads;  ///< within each query head; d_k and d_v are its share
};

/// Gradients from d_output = dL/dY (n_q x d). `forward` is what multihead_forward returned for the
/// same arguments. Conditions as there and in attention_backward.
///
/// With Y = sum_h O^h w_o^h: dO^h = dY w_o^h^T, dw_o^h = O^h^T dY; the gradients within head h are
/// those of attention_backward; a key head has the sum over the query heads that share it; and with
/// q = x w_q: dw_q = x^T dq, dx = sum_h dq w_q^T, likewise for keys and values with the context.
/// Source: seed 001, eq 52 to 58, differentiated.
[[nodiscard]] MultiHeadGradients multihead_backward(const MatrixRef& x, const MatrixRef& context,
                                                    const MultiHeadWeights& weights,
                                                    const std::vector<AttentionOptions>& options,
                                                    const MultiHead& forward,
                                                    const MatrixRef& d_output);

}  // namespace attn
