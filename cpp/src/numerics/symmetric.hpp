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

/// Of a matrix that is exactly symmetric, with entries whose squares are doubles.
SymmetricEigen eigen(Matrix a);

}  // namespace attn::symmetric
