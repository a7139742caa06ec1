// The plane that contexts and values live in when three classes are read out along three
// directions: scores and values are free.
#pragma once

#include "attn/training/cross_entropy.hpp"
#include "attn/training/routing.hpp"

namespace attn::experiments {

inline constexpr Index kPlaneClasses = 3;

/// w_c, unit vectors at 90, 210 and 330 degrees, which add up to 0 (3 x 2).
Matrix class_directions();

/// Attention of free scores to free values, read out along the class directions, and back.
struct PlanePass {
  Routing routing;
  CrossEntropy prediction;
  Matrix u;  ///< dL / dg (n_q x 2)
  RoutingGradients gradients;
};

/// scores (n_q x n_k), values (n_k x 2), targets (n_q x 3).
PlanePass plane_pass(const Matrix& scores, const Matrix& values, const Matrix& targets);

/// Largest difference of the gradients of a pass from central differences of its loss, by scores
/// and by values.
double plane_gradient_error(const PlanePass& pass, const Matrix& scores, const Matrix& values,
                            const Matrix& targets);

}  // namespace attn::experiments
