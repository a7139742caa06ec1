// What a prior on embeddings pulls at: the derivatives of its two terms, eq 19 and 24 of seed 002,
// by embeddings and weights. The energy sum_t |e_t|^2 / (2 sigma^2) wants tokens where attention
// predicts them; the barrier -sum_t log |det de_t / dx_t| wants blocks far from singular. Of the
// tokens -1, 1 and 0.1 with a coupling of 0.9, close to the boundary, the barrier pulls the first
// two together by 8.3 each, the energy the first by 3.0. The seed states no gradient. All functions
// are pure; any thread may call them.
#pragma once

#include "attn/support/residual_map.hpp"

namespace attn {

/// Derivatives with respect to everything that residual_map is given.
struct ResidualGradient {
  Matrix d_x;           ///< (L x d)
  HeadWeights weights;  ///< of w_q, w_k (d_k x d) and w_v (d x d)
};

/// What the two terms are multiplied by; as it is, all by 1.
struct PriorTerms {
  double energy = 1.0;  ///< the energy, finite
  /// -log |det| of each token (L), or empty for 1 each; finite. A token with 0 does not count. A
  /// barrier -log(m_t - delta) instead of -log m_t is had by m_t / (m_t - delta).
  Vector barrier;
};

/// The derivatives of both terms together,
///
///   terms.energy sum_t |e_t|^2 / (2 sigma^2) - sum_t terms.barrier_t log |det de_t / dx_t|,
///
/// on either side of the boundary; without factors that is -residual_log_density but for constants.
/// `map` is what residual_map returned for the same x and weights; sigma > 0. Throws Error
/// otherwise, for a block that counts and is so nearly singular that doubles find no inverse, and
/// for what is too large for a double.
[[nodiscard]] ResidualGradient residual_gradient(const MatrixRef& x, const HeadWeights& weights,
                                                 const ResidualMap& map, double sigma = 1.0,
                                                 const PriorTerms& terms = {});

/// The derivatives of the barrier alone, -sum_t log |det|. Arguments and errors as above.
[[nodiscard]] ResidualGradient barrier_gradient(const MatrixRef& x, const HeadWeights& weights,
                                                const ResidualMap& map);

/// The derivatives of the energy alone, to which a singular block does not matter. Arguments and
/// errors as above.
[[nodiscard]] ResidualGradient energy_gradient(const MatrixRef& x, const HeadWeights& weights,
                                               const ResidualMap& map, double sigma = 1.0);

}  // namespace attn
