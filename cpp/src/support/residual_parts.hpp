// What residual_map, its gradients and what is made of them share. Internal.
#pragma once

#include "attn/support/residual_gradient.hpp"
#include "support/attended.hpp"

namespace attn {

/// How many tokens, the first ones, token t attends to.
inline Index context_size(Index t, const ResidualOptions& options) {
  return options.include_self ? t + 1 : t;
}

/// What came out as no number that a double can hold, or a block without an inverse.
struct Unfit {
  const char* what = nullptr;  ///< nullptr where all is well
  Index singular = -1;         ///< the token whose block has no inverse
  explicit operator bool() const { return what != nullptr; }
};

/// Throws Error in the name of `function` where something is unfit.
void check_fit(const char* function, const Unfit& unfit);

/// Refuses what residual_map does not take.
void check_residual_arguments(const char* function, const MatrixRef& x, const HeadWeights& weights,
                              const ResidualOptions& options);

/// residual_map of arguments that have been checked.
Unfit compute_map(const MatrixRef& x, const HeadWeights& weights, const ResidualOptions& options,
                  ResidualMap& out);

/// residual_jacobian in the name of another function.
Matrix residual_jacobian_as(const char* function, const MatrixRef& x, const HeadWeights& weights,
                            const ResidualOptions& options);

/// residual_energy, Infinity where it is too large.
double energy_of(const ResidualMap& map, double sigma);

/// residual_gradient of arguments that have been checked.
Unfit compute_gradient(const MatrixRef& x, const HeadWeights& weights, const ResidualMap& map,
                       double sigma, const PriorTerms& terms, ResidualGradient& out);

}  // namespace attn
