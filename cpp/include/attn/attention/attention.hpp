// Attention of one head: scores, weights, output. Queries, keys and values are rows. Source: seed
// 001, parts II, III and VII. Where the seed is silent the semantics are those of the operator
// Attention of ONNX (opset 23 and 24): a soft cap comes before bias and masks, the causal mask is
// aligned at the first query and the first key. All functions are pure; any thread may call them.
#pragma once

#include <optional>

#include "attn/numerics/types.hpp"

namespace attn {

/// Which keys a query may attend to.
using Mask = Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// What attention is made of beside queries, keys and values. As it is: scaled dot-product
/// attention, eq 18. An empty matrix is one that is not there; for n_q queries and n_k keys of
/// sizes d_q and d_k:
struct AttentionOptions {
  /// The bilinear form g (d_q x d_k): scores are q g k^T, eq 14 and 62. Empty: `scale` times the
  /// identity, for d_q = d_k. Not both.
  Matrix metric;
  /// Default 1 / sqrt(d_k).
  std::optional<double> scale;
  /// Relative embeddings ((n_q + n_k - 1) x d_k): row i - j + n_k - 1 is added to key j for query
  /// i, eq 63.
  Matrix relative;
  /// c > 0: the score s counts as c tanh(s / c). 0: as it is.
  double softcap = 0.0;
  /// Added to the scores (n_q x n_k). -Infinity excludes a key.
  Matrix bias;
  /// 0 <= T <= Infinity, by which the scores are divided in the end, eq 20. At 0 the largest score
  /// has all the weight, or those that tie for it share it; at Infinity all keys that are not
  /// excluded have the same.
  double temperature = 1.0;
  /// Query i attends to the keys j <= i only, eq 61; also where n_q is not n_k.
  bool causal = false;
  /// Only the first so many keys are there, the others fill up a batch: 0 to n_k.
  std::optional<Index> key_length;
  /// Query i attends to key j only where this is true (n_q x n_k).
  Mask allowed;
};

/// Projections of one head, which multiply from the left: q_i = w_q x_i, seed 000, eq 1 to 3, and
/// seed 002, eq 2. Those of MultiHeadWeights have the same names and are the transposes; where
/// d_k = d_x no check can tell one from the other.
struct HeadWeights {
  Matrix w_q;  ///< (d_k x d_x)
  Matrix w_k;  ///< (d_k x d_x)
  Matrix w_v;  ///< (d_v x d_x)
};

/// What attention_forward finds.
struct Attention {
  Matrix scores;   ///< S (n_q x n_k), without soft cap, bias, masks, temperature
  Matrix weights;  ///< A (n_q x n_k); 0 for keys that are excluded, in a row without a key for all
  Matrix output;   ///< O = A v (n_q x d_v)
};

/// S = q g (k + relative)^T of q (n_q x d_q) and k (n_k x d_k), both finite and not empty. Only
/// `metric`, `scale` and `relative` of the options count here. Throws Error, also for scores that
/// are too large for a double. Source: seed 001, eq 14, 62 and 63.
[[nodiscard]] Matrix attention_scores(const MatrixRef& q, const MatrixRef& k,
                                      const AttentionOptions& options = {});

/// The softmax of each row of (cap(S) + bias) / T over the keys that are not excluded: sums to 1,
/// or zeros where every key is. S finite, n_q, n_k >= 1. Throws Error otherwise. Source: seed 001,
/// eq 15, 20 to 22, 61.
[[nodiscard]] Matrix attention_weights(const MatrixRef& scores,
                                       const AttentionOptions& options = {});

/// Scores, weights and output of q (n_q x d_q), k (n_k x d_k) and v (n_k x d_v), all finite and not
/// empty. Throws Error otherwise, and for what is too large for a double.
/// Source: seed 001, eq 14 to 18.
[[nodiscard]] Attention attention_forward(const MatrixRef& q, const MatrixRef& k,
                                          const MatrixRef& v, const AttentionOptions& options = {});

/// The output alone (n_q x d_v), where no gradient is wanted. Conditions as those of
/// attention_forward.
[[nodiscard]] Matrix attention(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
                               const AttentionOptions& options = {});

/// H = -sum_j A_ij log A_ij of each row in nats, 0 of a row of zeros. Each row of A is a
/// distribution or zeros. Throws Error otherwise. Source: seed 001, eq 24.
[[nodiscard]] Vector attention_entropy(const MatrixRef& weights);

}  // namespace attn
