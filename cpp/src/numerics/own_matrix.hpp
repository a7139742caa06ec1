// Matrices of a type of the library's own, for those of Eigen's algorithms that compilers do not
// inline. Of one for attn::Matrix a program has a single copy, and where it takes such a thing
// itself that may be the one compiled with its flags, which would move bits of the library's
// results. Internal.
#pragma once

#include "attn/numerics/types.hpp"

namespace attn {

/// As Matrix. That it is not aligned changes nothing, since no matrix is.
using OwnMatrix =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor | Eigen::DontAlign>;

/// m where it lies.
inline Eigen::Map<const OwnMatrix, 0, Eigen::OuterStride<>> as_own(const MatrixRef& m) {
  return {m.data(), m.rows(), m.cols(), Eigen::OuterStride<>(m.outerStride())};
}

}  // namespace attn
