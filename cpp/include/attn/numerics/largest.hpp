// The largest of numbers, for residuals: NaN is kept. Eigen's maxCoeff and std::max drop it, and a
// residual that drops NaN calls what is broken right.
#pragma once

#include "attn/numerics/types.hpp"

namespace attn {

/// The larger of two numbers; NaN where one of them is. `worst = larger(worst, error)` in a loop,
/// from 0 on, is the largest of all errors, and stays NaN once it is.
[[nodiscard]] inline double larger(double a, double b) { return a >= b || a != a ? a : b; }

/// What largest, highest and lowest call with the matrix that their argument is.
namespace extremes {
/// The row-major matrix that an expression has the numbers of, by reference where it is one.
template <typename Derived>
using RefOf = Eigen::Ref<
    const Eigen::Matrix<typename Derived::Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
/// See attn::largest.
[[nodiscard]] double largest(const MatrixRef& m);
/// In single precision.
[[nodiscard]] double largest(const FloatMatrixRef& m);
/// See attn::highest.
[[nodiscard]] double highest(const MatrixRef& m);
/// In single precision.
[[nodiscard]] double highest(const FloatMatrixRef& m);
/// See attn::lowest.
[[nodiscard]] double lowest(const MatrixRef& m);
/// In single precision.
[[nodiscard]] double lowest(const FloatMatrixRef& m);
}  // namespace extremes

/// The largest absolute value in a matrix, vector or expression of doubles or floats; 0 of none,
/// NaN where one is NaN.
template <typename Derived>
[[nodiscard]] double largest(const Eigen::DenseBase<Derived>& m) {
  return extremes::largest(extremes::RefOf<Derived>(m.derived()));
}

/// The number that is nearest to Infinity; -Infinity of none, NaN where one is NaN.
template <typename Derived>
[[nodiscard]] double highest(const Eigen::DenseBase<Derived>& m) {
  return extremes::highest(extremes::RefOf<Derived>(m.derived()));
}

/// The number that is nearest to -Infinity; Infinity of none, NaN where one is NaN.
template <typename Derived>
[[nodiscard]] double lowest(const Eigen::DenseBase<Derived>& m) {
  return extremes::lowest(extremes::RefOf<Derived>(m.derived()));
}

}  // namespace attn
