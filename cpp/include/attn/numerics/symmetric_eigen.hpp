// Eigenvalues of symmetric matrices by Jacobi's rotations, and what is made of them. For matrices
// of up to some hundred rows. Pure; any thread may call it; the same bits on every platform.
#pragma once

#include "attn/numerics/types.hpp"

namespace attn {

/// a = vectors diag(values) vectors^T.
struct SymmetricEigen {
  Vector values;   ///< ascending (n)
  Matrix vectors;  ///< orthonormal columns in the order of `values` (n x n)
};

/// Eigenvalues and axes of a (n x n), n >= 1: finite, symmetric up to 1e-12 of its largest entry;
/// what rounding leaves beyond that is removed. Eigenvalues are right to some 1e-15 of the largest;
/// where all are positive, each to as many digits as the diagonal lets it. Throws Error otherwise.
[[nodiscard]] SymmetricEigen symmetric_eigen(const MatrixRef& a);

/// The Moore-Penrose inverse of a symmetric a (n x n): eigenvalues of more than `cut` times the
/// largest (all by their size) are inverted, the others have the inverse 0. 0 <= cut < 1; a as in
/// symmetric_eigen. Throws Error otherwise, and where an entry is too large for a double.
[[nodiscard]] Matrix symmetric_pseudo_inverse(const MatrixRef& a, double cut = 1e-12);

}  // namespace attn
