// Attention with several heads: projections, key and value heads that query heads share, the
// diversity of the heads. Source: seed 001, part VI.
#pragma once

#include <vector>

#include "attn/attention/attention.hpp"

namespace attn {

/// Projections of H query heads and G key and value heads, where G divides H and query head h goes
/// with key head h / (H / G), rounded down: as many of both is ordinary multi-head attention, one
/// key head multi-query attention, between them grouped-query attention. Weights multiply from the
/// right, q = x w_q: they are the transposes of those of HeadWeights.
struct MultiHeadWeights {
  std::vector<Matrix> w_q;  ///< H of (b x d_k)
  std::vector<Matrix> w_k;  ///< G of (b' x d_k)
  std::vector<Matrix> w_v;  ///< G of (b' x d_v)
  std::vector<Matrix> w_o;  ///< H of (d_v x d)
};

/// What multihead_forward finds.
struct MultiHead {
  std::vector<Matrix> q;         ///< of each query head (n_q x d_k)
  std::vector<Matrix> k;         ///< of each key head (n_k x d_k)
  std::vector<Matrix> v;         ///< of each key head (n_k x d_v)
  std::vector<Attention> heads;  ///< of each query head
  Matrix output;                 ///< Y (n_q x d)
};

/// Y = sum_h O^h w_o^h of x (n_q x b), the rows that ask, and context (n_k x b'), the rows that are
/// asked; in self-attention the same. `options`: one for all heads, or one for each query head;
/// none are the default ones. Everything finite and not empty. Throws Error otherwise, and for what
/// is too large for a double. Source: seed 001, eq 52 to 58.
[[nodiscard]] MultiHead multihead_forward(const MatrixRef& x, const MatrixRef& context,
                                          const MultiHeadWeights& weights,
                                          const std::vector<AttentionOptions>& options = {});

/// 1 - the mean, over pairs of heads, of the cosine between their patterns A^h (all n_q x n_k),
/// each taken as one long vector: 0 for heads that all attend alike, 1 for heads that attend to
/// nothing in common. A pattern of zeros has the cosine 0 with all; a single head has diversity 0.
/// patterns: at least one, finite, of the same shape. Throws Error otherwise.
/// Source: seed 001, eq 60, which leaves open what the cosine is of.
[[nodiscard]] double head_diversity(const std::vector<Matrix>& patterns);

}  // namespace attn
