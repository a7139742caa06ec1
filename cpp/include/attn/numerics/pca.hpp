// Principal components, with signs that do not depend on chance. Pure; any thread may call it; the
// same bits on every platform.
#pragma once

#include "attn/numerics/types.hpp"

namespace attn {

/// What pca finds, of n points of d numbers and k components.
struct Pca {
  Vector mean;            ///< of the points (d)
  Matrix axes;            ///< orthonormal rows, of the largest variance first (k x d)
  Vector variances;       ///< of the points along each axis, with the divisor n (k)
  double total_variance;  ///< the sum over all d axes
  Matrix coordinates;     ///< of the points less their mean, along the axes (n x k)
};

/// The first `components` principal components of points (n x d). Of each axis the entry that is
/// largest by its size is positive; of those that are as large to within 1e-6, the first. 1 <=
/// components <= d, up to some hundred d; n >= 1; entries at most 1e150 in size. Throws Error
/// otherwise.
[[nodiscard]] Pca pca(const MatrixRef& points, Index components);

/// The same with each axis turned to the side of the same row of `like` (k x d, entries at most
/// 1e150 in size), so that pictures of points that move do not flip; at a right angle to it, as
/// above.
[[nodiscard]] Pca pca(const MatrixRef& points, Index components, const MatrixRef& like);

}  // namespace attn
