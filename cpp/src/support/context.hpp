// What one token of a residual map attends to, in distances from its means. Internal.
#pragma once

#include "attn/support/residual_map.hpp"

namespace attn {

/// How many tokens, the first ones, token t attends to.
inline Index context_size(Index t, const ResidualOptions& options) {
  return options.include_self ? t + 1 : t;
}

/// The context of one token, of n tokens.
struct Context {
  Vector weights;  ///< alpha_ts (n)
  Matrix values;   ///< v_s - mu_t (n x d)
  Matrix keys;     ///< k_s - kbar_t (n x d_k)
};

/// Token t of a map. Means are taken of distances to the first token: where all are alike they are
/// 0 exactly.
Context context_of(const ResidualMap& map, Index t, const ResidualOptions& options);

/// sum_s alpha_ts a_s b_s^T of two sets of n rows.
Matrix weighted_products(const Vector& weights, const Matrix& a, const Matrix& b);

/// Refuses what is no map of these arguments.
void check_map(const char* function, const MatrixRef& x, const HeadWeights& weights,
               const ResidualMap& map, const ResidualOptions& options);

/// Refuses what residual_map does not take.
void check_residual_arguments(const char* function, const MatrixRef& x, const HeadWeights& weights,
                              const ResidualOptions& options);

}  // namespace attn
