// What the error of a head tells its scores and its values: the two laws by which attention learns.
// Scores and values are free here; attention_classifier.hpp has them made by shared weights.
// Source: seed 000, sections 2 to 4. All functions are pure; any thread may call them.
#pragma once

#include "attn/numerics/types.hpp"

namespace attn {

/// Which queries may read which values, and which weights dropout leaves out.
struct RoutingOptions {
  bool causal = false;  ///< query i reads the values j <= i only
  /// What each weight is multiplied by after the softmax (n_q x n_k), all >= 0: for dropout 0 or
  /// 1 / (1 - p). Empty: 1.
  Matrix keep;
};

/// What routing_forward finds.
struct Routing {
  Matrix weights;   ///< alpha, eq 5, without `keep` (n_q x n_k)
  Matrix contexts;  ///< g_i = sum_j alpha_ij v_j, eq 6, with it (n_q x d_v)
};

/// Weights and contexts of scores s (n_q x n_k) and values v (n_k x d_v), finite, not empty. Throws
/// Error otherwise, and for contexts that are too large for a double.
[[nodiscard]] Routing routing_forward(const MatrixRef& scores, const MatrixRef& values,
                                      const RoutingOptions& options = {});

/// What routing_backward finds.
struct RoutingGradients {
  Matrix compatibility;       ///< b_ij = u_i v_j, eq 11 (n_q x n_k)
  Matrix d_weights;           ///< dL / d alpha = b, eq 17, times `keep` (n_q x n_k)
  Vector mean_compatibility;  ///< E_i = sum_j alpha_ij dL / d alpha_ij, eq 12 (n_q)
  /// A_ij = E_i - dL / d alpha_ij: where it is > 0, descent makes the score larger (n_q x n_k).
  /// Without `keep` the compatibility of such a value is below E_i, the mean of the row.
  Matrix advantage;
  Matrix d_scores;  ///< dL / ds = -alpha A, eq 23; 0 for keys that are excluded (n_q x n_k)
  /// dL / dv_j = ubar_j = sum_i alpha_ij u_i, eq 16 and 37, with alpha_ij times `keep` (n_k x d_v)
  Matrix d_values;
};

/// Gradients from u = dL / dg (n_q x d_v), eq 10. `forward` is what routing_forward returned for
/// the same values and options. Throws Error as that does.
[[nodiscard]] RoutingGradients routing_backward(const Routing& forward, const MatrixRef& values,
                                                const MatrixRef& u,
                                                const RoutingOptions& options = {});

}  // namespace attn
