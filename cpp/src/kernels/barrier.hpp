// The barrier of a sequence in float with SIMD, every token's determinant and its gradients: seed
// 002, eq 13, 14 and 24, for values that are the tokens themselves. Internal: the arguments have
// been checked. Matrices are row-major; a stride is from a row to the next, in floats.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/attention.hpp"
#include "kernels/elimination.hpp"

namespace attn::kernels {

/// Tokens, and w of the logits x_t^T w x_s of s < t.
struct BarrierProblem {
  const float* x;  // tokens x d
  const float* w;  // d x d
  std::size_t x_stride, w_stride;
  std::size_t tokens, d;
  // Whether a token's determinant counts; nullptr for all. What does not count has a log of 0.
  const unsigned char* counted;
  // Products are fused with sums where the machine can; if not, bits are the same for vectors of
  // four floats and more.
  bool fused;
};

/// What the functions below work in: made once and used again, it is allocated once. Of panels, see
/// tile-inl.hpp.
struct BarrierBuffers {
  // Of the sequence: tokens, those less their mean, the same transposed, w^T x_t.
  AlignedFloats x, centred, columns, queries;
  AlignedFloats w, w_transposed, minus_w;
  // Of a tile of tokens; of one.
  AlignedFloats logits, d_logits;
  // Of one token: distances from its mean, those times alpha, Sigma, M, dL / dSigma, z times that.
  AlignedFloats z, weighted, covariance, matrix, adjoint, y;
  EliminationBuffers elimination;
  // Sums over a block of tokens, and over blocks.
  AlignedFloats d_x, d_w, d_queries;
  std::vector<double> sum_x, sum_w;

  std::size_t bytes() const;
};

/// log_abs_det (tokens) <- log |det(I - Sigma_t w^T)|, where Sigma_t is the covariance of the
/// tokens before t by their weights: -Infinity for a singular one, NaN where numbers on the way are
/// too large for a float.
void barrier_forward(const BarrierProblem& problem, BarrierBuffers& buffers, double* log_abs_det);

/// The same, and the gradient of minus its sum with respect to x in rows of d doubles in
/// buffers.sum_x and to w in buffers.sum_w: of no meaning unless all log_abs_det are finite.
void barrier_gradient(const BarrierProblem& problem, BarrierBuffers& buffers, double* log_abs_det);

}  // namespace attn::kernels
