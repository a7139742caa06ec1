// Systems of a few linear equations, and determinants, by Gauss's elimination. Internal.
#pragma once

#include "attn/numerics/types.hpp"

namespace attn {

/// x <- a^-1 x, column by column; a is used up. False, and both of no use, where doubles find no
/// inverse of a. Preconditions: a (n x n) and x (n x m) finite. Allocates nothing.
bool eliminate(Matrix& a, Eigen::Ref<Matrix> x);

/// The determinant of a (n x n), finite; 1 of none. Right to some 1e-16 times the condition of a.
double determinant(Matrix a);

/// The determinant of a matrix, which itself may be too large or too small for a double.
struct LogDeterminant {
  double log_abs;  ///< log |det|, -Infinity where it is 0
  double sign;     ///< 1, -1 or 0
};

/// As determinant.
LogDeterminant log_determinant(Matrix a);

}  // namespace attn
