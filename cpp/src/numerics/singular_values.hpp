// Singular values of a small matrix by one-sided Jacobi: columns are turned in pairs until all are
// orthogonal, which keeps the digits of small ones. The same bits on every platform. Internal.
#pragma once

#include <cmath>

#include "attn/numerics/types.hpp"

namespace attn {

/// The lengths of the columns of a once they are turned so (n), in no order: the singular values of
/// a (k x n), k >= n, finite.
inline Vector singular_values(Matrix a) {
  constexpr int kMostSweeps = 60;
  bool turned = true;
  for (int sweep = 0; turned && sweep < kMostSweeps; ++sweep) {
    turned = false;
    for (Index p = 0; p < a.cols(); ++p) {
      for (Index q = p + 1; q < a.cols(); ++q) {
        double pp = 0.0, qq = 0.0, pq = 0.0;
        for (Index i = 0; i < a.rows(); ++i) {
          pp += a(i, p) * a(i, p);
          qq += a(i, q) * a(i, q);
          pq += a(i, p) * a(i, q);
        }
        if (!(std::fabs(pq) > 0x1p-52 * std::sqrt(pp) * std::sqrt(qq))) continue;
        const double theta = (qq - pp) / (2.0 * pq);
        const double size = 1.0 / (std::fabs(theta) + std::sqrt(theta * theta + 1.0));
        const double t = theta < 0.0 ? -size : size;
        const double cosine = 1.0 / std::sqrt(t * t + 1.0);
        const double sine = t * cosine;
        for (Index i = 0; i < a.rows(); ++i) {
          const double entry = a(i, p);
          a(i, p) = cosine * entry - sine * a(i, q);
          a(i, q) = sine * entry + cosine * a(i, q);
        }
        turned = true;
      }
    }
  }
  return a.colwise().norm();
}

}  // namespace attn
