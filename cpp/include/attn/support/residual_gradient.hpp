// Gradients of the two terms of the embedding prior, eq 19 and 24 of seed 002: of the barrier
// -sum_t log |det de_t / dx_t| and of the energy sum_t |e_t|^2 / (2 sigma^2), with respect to
// embeddings and weights. The seed states none. All functions are pure; any thread may call them.
#pragma once

#include "attn/support/residual_map.hpp"

namespace attn {

/// Derivatives with respect to everything that residual_map is given.
struct ResidualGradient {
  Matrix d_x;           ///< (L x d)
  HeadWeights weights;  ///< of w_q, w_k (d_k x d) and w_v (d x d)
};

/// How much of each term a gradient is of.
struct PriorTerms {
  double energy = 1.0;  ///< times sum_t |e_t|^2 / (2 sigma^2)
  /// Times each -log |det|: one for each token (L), or empty for 1. So log(m_t - delta) has the
  /// factor m_t / (m_t - delta).
  Vector barrier;
};

/// The gradient of energy times the energy + sum_t barrier_t times -log |det de_t / dx_t|: with all
/// factors 1 that of eq 19 and 24, on either side of the boundary. `map` is what residual_map
/// returned for the same x, weights and options; sigma > 0; factors finite. Throws Error otherwise,
/// for a block whose factor is not 0 and that has no inverse that doubles can tell from none, and
/// for what is too large for a double.
[[nodiscard]] ResidualGradient residual_gradient(const MatrixRef& x, const HeadWeights& weights,
                                                 const ResidualMap& map, double sigma = 1.0,
                                                 const PriorTerms& terms = {});

/// Of the barrier alone.
[[nodiscard]] ResidualGradient barrier_gradient(const MatrixRef& x, const HeadWeights& weights,
                                                const ResidualMap& map);

/// Of the energy alone; a singular block does not matter to it.
[[nodiscard]] ResidualGradient energy_gradient(const MatrixRef& x, const HeadWeights& weights,
                                               const ResidualMap& map, double sigma = 1.0);

}  // namespace attn
