// The layers of a small causal language model that are not elsewhere in the library
// (layer_norm_forward, cross_entropy), each with its backward pass. Rows are positions, weights
// multiply from the right. Seed 002, section 7.1, names the architecture; the details stand here
// and in attn/training/gpt.hpp. All functions are pure; any thread may call them; the same bits on
// every platform.
#pragma once

#include <vector>

#include "attn/attention/attention.hpp"

namespace attn {

/// Embeddings x (ids x d): for each id its row of `tokens` (V x d), plus the row of `positions`
/// (T x d) of its place in its sequence; sequences are of `length` ids. Ids from 0 to V - 1, length
/// from 1 to T, a whole number of sequences, everything finite. Throws Error otherwise, and for
/// what is too large for a double.
[[nodiscard]] Matrix embed_forward(const std::vector<Index>& ids, Index length,
                                   const MatrixRef& tokens, const MatrixRef& positions);

/// What embed_backward finds.
struct EmbedGradients {
  Matrix d_tokens;     ///< (V x d)
  Matrix d_positions;  ///< (T x d)
};

/// Gradients from d_x (ids x d), for V tokens and T positions. Arguments and errors as in
/// embed_forward.
[[nodiscard]] EmbedGradients embed_backward(const std::vector<Index>& ids, Index length,
                                            Index vocabulary, Index positions,
                                            const MatrixRef& d_x);

/// x w + b of x (n x d), w (d x e) and b (e), finite and not empty. Throws Error otherwise, and for
/// what is too large for a double.
[[nodiscard]] Matrix affine_forward(const MatrixRef& x, const MatrixRef& w, const VectorRef& b);

/// What affine_backward finds.
struct AffineGradients {
  Matrix d_x;  ///< d_output w^T (n x d)
  Matrix d_w;  ///< x^T d_output (d x e)
  Vector d_b;  ///< the sum of the rows of d_output (e)
};

/// Gradients from d_output (n x e). Arguments and errors as in affine_forward.
[[nodiscard]] AffineGradients affine_backward(const MatrixRef& x, const MatrixRef& w,
                                              const MatrixRef& d_output);

/// u / (1 + exp(-2 p)), p = sqrt(2 / pi) (u + 0.044715 u^3), of each entry: the Gaussian error
/// linear unit with tanh in place of erf (Hendrycks and Gimpel 2016). u finite, not empty. Throws
/// Error otherwise.
[[nodiscard]] Matrix gelu_forward(const MatrixRef& u);

/// Its gradient from d_output, of the shape of u. Arguments and errors as in gelu_forward.
[[nodiscard]] Matrix gelu_backward(const MatrixRef& u, const MatrixRef& d_output);

/// What causal_heads_forward finds.
struct CausalHeads {
  std::vector<Attention> heads;  ///< of each head
  Matrix output;                 ///< theirs beside each other (T x d)
};

/// Causal attention of `heads` heads over one sequence, logits q k / sqrt(d / heads), of qkv (T x 3
/// d): queries of all heads, then keys, then values, head h having columns h d / heads and on of
/// each. heads divides d; finite, not empty. Throws Error otherwise, and for what is too large for
/// a double.
[[nodiscard]] CausalHeads causal_heads_forward(const MatrixRef& qkv, Index heads);

/// d_qkv (T x 3 d) from d_output (T x d). `forward` is what causal_heads_forward returned for the
/// same qkv. Errors as there.
[[nodiscard]] Matrix causal_heads_backward(const MatrixRef& qkv, const CausalHeads& forward,
                                           const MatrixRef& d_output);

}  // namespace attn
