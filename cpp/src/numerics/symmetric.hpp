// What the functions of symmetric matrices share. Internal.
#pragma once

#include "attn/numerics/symmetric_eigen.hpp"

namespace attn::symmetric {

/// What an entry may differ by from its mirror image, in units of the largest.
inline constexpr double kTolerance = 1e-12;

/// m is square, not empty, finite and symmetric; Error in the name of `function` otherwise.
void check(const char* function, const char* argument, const MatrixRef& m);

/// The mean of m and its transpose.
Matrix part(const MatrixRef& m);

/// symmetric_pseudo_inverse of what has been checked, in the name of `function`; where `positive`,
/// Error for an eigenvalue below 0 by more than counts as 0 and rounding makes.
Matrix pseudo_inverse(const char* function, const MatrixRef& a, double cut, bool positive);

/// Of a matrix that is exactly symmetric, with entries whose squares are doubles.
SymmetricEigen eigen(Matrix a);

}  // namespace attn::symmetric
