// How far the block I - M of one token is from being singular, by three measures that disagree. Of
// M = (0, -1.5; 1.5, 0), a quarter turn, det(I - M) is 3.25 and the nearest singular matrix 1.8
// away, but 1 - rho is -0.5. And M of a context in closed form, W_V Cov(x) A. These functions take
// M, and residual_map has I - M: block_margins(I - map.blocks[t]). Source: seed 002, eq 14, 15 and
// 25, lemma B.4; errata 002.1. All functions are pure; any thread may call them; the same bits on
// every platform.
#pragma once

#include "attn/numerics/types.hpp"

namespace attn {

/// What block_margins finds for M (d x d).
struct BlockMargins {
  /// Real and imaginary parts of the eigenvalues of M (d x 2): falling real parts; of a pair the
  /// one with the positive imaginary part first. Of a matrix that changes a little two may change
  /// places.
  Matrix eigenvalues;
  double log_abs_det;    ///< log |det(I - M)|, -Infinity for 0; |det| is the first margin of eq 25
  double sign;           ///< of det(I - M): 1, -1 or 0
  double one_minus_rho;  ///< 1 - the largest |eigenvalue|, the second margin of eq 25
  double sigma_min;  ///< least singular value of I - M: how far, in the spectral norm, the nearest
                     ///< singular matrix is
  Index real_above_one;    ///< eigenvalues that are real and above 1. An even number of them leaves
                           ///< the determinant positive
  bool spectrally_stable;  ///< rho(M) < 1, which is sufficient for I - M to be invertible, lemma
                           ///< B.4, and not necessary
};

/// The margins of I - M for a finite M (d x d), 1 <= d <= 1024. Throws Error otherwise, for entries
/// above 1e100 in size, and for an iteration that does not end.
[[nodiscard]] BlockMargins block_margins(const MatrixRef& m);

/// What context_block finds.
struct ContextBlock {
  Vector weights;     ///< alpha_s, the softmax of x_s^T A q (n)
  Vector mean;        ///< sum_s alpha_s x_s (d)
  Matrix covariance;  ///< Cov of the tokens under the weights (d x d), symmetric
  Matrix m;           ///< W_V Cov A: de / dq = I - M for the residual e = q - W_V mean (d x d)
  Matrix published;   ///< W_V Cov W_V^T A, eq 14, which is M for W_V = I (d x d)
};

/// M of a token q (d) that asks a context (n x d) with logits x_s^T A q and reads values W_V x_s;
/// a, w_v (d x d). n, d >= 1, everything finite. Throws Error otherwise, and for what is too large
/// for a double.
[[nodiscard]] ContextBlock context_block(const MatrixRef& context, const VectorRef& query,
                                         const MatrixRef& a, const MatrixRef& w_v);

}  // namespace attn
