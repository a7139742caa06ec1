// Products of small matrices whose sums are taken in one order on every platform, one term after
// the other, so that their bits agree; the loops run along rows. Internal.
#pragma once

#include "attn/numerics/types.hpp"

namespace attn {

/// out += factor b, of two rows. By pointers: under the sanitizers each entry by its two indices
/// was three calls, which took most of the time of tests in double precision.
inline void add_scaled_row(double factor, const double* b, Index size, double* out) {
  for (Index j = 0; j < size; ++j) out[j] += factor * b[j];
}

/// out += a b.
inline void add_product(const MatrixRef& a, const MatrixRef& b, Eigen::Ref<Matrix> out) {
  eigen_assert(a.cols() == b.rows() && out.rows() == a.rows() && out.cols() == b.cols());
  for (Index i = 0; i < a.rows(); ++i) {
    double* const row = out.data() + i * out.outerStride();
    for (Index k = 0; k < a.cols(); ++k) {
      add_scaled_row(a(i, k), b.data() + k * b.outerStride(), b.cols(), row);
    }
  }
}

/// a b.
inline Matrix product(const MatrixRef& a, const MatrixRef& b) {
  Matrix out = Matrix::Zero(a.rows(), b.cols());
  add_product(a, b, out);
  return out;
}

/// a^T b.
inline Matrix transposed_product(const MatrixRef& a, const MatrixRef& b) {
  eigen_assert(a.rows() == b.rows());
  Matrix out = Matrix::Zero(a.cols(), b.cols());
  for (Index k = 0; k < a.rows(); ++k) {
    const double* const row = b.data() + k * b.outerStride();
    for (Index i = 0; i < a.cols(); ++i) {
      add_scaled_row(a(k, i), row, b.cols(), out.data() + i * out.outerStride());
    }
  }
  return out;
}

/// a b^T.
inline Matrix product_transposed(const MatrixRef& a, const MatrixRef& b) {
  return product(a, Matrix(b.transpose()));
}

}  // namespace attn
