#include "numerics/products.hpp"

namespace attn {
namespace {

// out += factor b, of two rows. By pointers: under the sanitizers each entry by its two indices was
// three calls, which took most of the time of tests in double precision.
void add_scaled_row(double factor, const double* b, Index size, double* out) {
  for (Index j = 0; j < size; ++j) out[j] += factor * b[j];
}

// The same of four rows of b, one after the other: out is read and written a quarter as often.
void add_scaled_rows(const double* factors, Index stride, const double* b, Index b_stride,
                     Index size, double* out) {
  const double f0 = factors[0], f1 = factors[stride], f2 = factors[2 * stride],
               f3 = factors[3 * stride];
  const double *const b1 = b + b_stride, *const b2 = b1 + b_stride, *const b3 = b2 + b_stride;
  for (Index j = 0; j < size; ++j) {
    out[j] = (((out[j] + f0 * b[j]) + f1 * b1[j]) + f2 * b2[j]) + f3 * b3[j];
  }
}

// out += a b; a's entries lie `row` and `col` numbers apart.
void add(const double* a, Index row, Index col, const MatrixRef& b, Eigen::Ref<Matrix>& out) {
  for (Index i = 0; i < out.rows(); ++i) {
    const double* factors = a + i * row;
    const double* from = b.data();
    double* const to = out.data() + i * out.outerStride();
    Index k = b.rows();
    for (; k >= 4; k -= 4, factors += 4 * col, from += 4 * b.outerStride()) {
      add_scaled_rows(factors, col, from, b.outerStride(), b.cols(), to);
    }
    for (; k > 0; --k, factors += col, from += b.outerStride()) {
      add_scaled_row(*factors, from, b.cols(), to);
    }
  }
}

}  // namespace

void add_product(const MatrixRef& a, const MatrixRef& b, Eigen::Ref<Matrix> out) {
  eigen_assert(a.cols() == b.rows() && out.rows() == a.rows() && out.cols() == b.cols());
  add(a.data(), a.outerStride(), 1, b, out);
}

Matrix product(const MatrixRef& a, const MatrixRef& b) {
  Matrix out = Matrix::Zero(a.rows(), b.cols());
  add_product(a, b, out);
  return out;
}

Matrix transposed_product(const MatrixRef& a, const MatrixRef& b) {
  eigen_assert(a.rows() == b.rows());
  Matrix out = Matrix::Zero(a.cols(), b.cols());
  Eigen::Ref<Matrix> to = out;
  add(a.data(), 1, a.outerStride(), b, to);
  return out;
}

Matrix product_transposed(const MatrixRef& a, const MatrixRef& b) {
  return product(a, Matrix(b.transpose()));
}

}  // namespace attn
