// One token's attention in double, for all that has it: logits, then weights, the mean of what is
// read, and distances from it. Sums are taken in one order on every platform. Internal.
#pragma once

#include <utility>

#include "attn/numerics/types.hpp"

namespace attn {

/// scale k_s q of a query (d_k) and each of the keys (n x d_k).
inline Vector logits_of(const VectorRef& query, const MatrixRef& keys, double scale = 1.0) {
  Vector out(keys.rows());
  for (Index s = 0; s < keys.rows(); ++s) {
    double sum = 0.0;
    for (Index k = 0; k < keys.cols(); ++k) sum += query(k) * keys(s, k);
    out(s) = scale * sum;
  }
  return out;
}

/// What a token with some weights reads.
struct Attended {
  Vector weights;   ///< alpha_s (n)
  Vector mean;      ///< sum_s alpha_s v_s (d)
  Matrix distance;  ///< v_s - mean (n x d)
};

/// Of the first n rows of `values`, n >= 1 the number of weights. The mean is taken of distances to
/// the first row: where all rows are alike every distance is 0 exactly.
inline Attended attended(Vector weights, const MatrixRef& values) {
  const Index n = weights.size(), d = values.cols();
  Attended out{std::move(weights), Vector::Zero(d), Matrix(n, d)};
  for (Index s = 0; s < n; ++s) {
    for (Index i = 0; i < d; ++i) {
      out.distance(s, i) = values(s, i) - values(0, i);
      out.mean(i) += out.weights(s) * out.distance(s, i);
    }
  }
  out.distance.rowwise() -= out.mean.transpose();
  out.mean += values.row(0).transpose();
  return out;
}

/// sum_s alpha_s a_s b_s^T of two sets of n rows: a covariance, if they are distances from means.
inline Matrix weighted_products(const Vector& weights, const Matrix& a, const Matrix& b) {
  Matrix out = Matrix::Zero(a.cols(), b.cols());
  for (Index s = 0; s < a.rows(); ++s) {
    for (Index i = 0; i < a.cols(); ++i) {
      const double factor = weights(s) * a(s, i);
      for (Index j = 0; j < b.cols(); ++j) out(i, j) += factor * b(s, j);
    }
  }
  return out;
}

}  // namespace attn
