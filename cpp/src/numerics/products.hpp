// Products of small matrices whose sums are taken in one order on every platform, one term after
// the other, so that their bits agree; the loops run along rows. Internal.
#pragma once

#include "attn/numerics/types.hpp"

namespace attn {

/// out += a b.
inline void add_product(const MatrixRef& a, const MatrixRef& b, Eigen::Ref<Matrix> out) {
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index k = 0; k < a.cols(); ++k) {
      const double factor = a(i, k);
      for (Index j = 0; j < b.cols(); ++j) out(i, j) += factor * b(k, j);
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
  Matrix out = Matrix::Zero(a.cols(), b.cols());
  for (Index k = 0; k < a.rows(); ++k) {
    for (Index i = 0; i < a.cols(); ++i) {
      const double factor = a(k, i);
      for (Index j = 0; j < b.cols(); ++j) out(i, j) += factor * b(k, j);
    }
  }
  return out;
}

/// a b^T.
inline Matrix product_transposed(const MatrixRef& a, const MatrixRef& b) {
  return product(a, Matrix(b.transpose()));
}

}  // namespace attn
