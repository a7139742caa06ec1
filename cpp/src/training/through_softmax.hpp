// From derivatives with respect to weights to those with respect to their logits. Internal.
#pragma once

#include "attn/numerics/types.hpp"

namespace attn {

/// Pi(s_k) applied to each row, Pi(s) = diag(s) - s s^T: as softmax_jacobian_product, for weights
/// that need no check and results that the caller checks in its own name. Both (H x T).
inline Matrix through_softmax(const Matrix& weights, const Matrix& rows) {
  Matrix out(rows.rows(), rows.cols());
  for (Index k = 0; k < rows.rows(); ++k) {
    double mean = 0.0;
    for (Index t = 0; t < rows.cols(); ++t) mean += weights(k, t) * rows(k, t);
    for (Index t = 0; t < rows.cols(); ++t) out(k, t) = weights(k, t) * (rows(k, t) - mean);
  }
  return out;
}

}  // namespace attn
