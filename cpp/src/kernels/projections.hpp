// Products of tall matrices, a row for each position, with small ones, in float with SIMD: the
// projections around attention, and the gradients of their weights. Internal: the arguments have
// been checked.
#pragma once

#include <cstddef>

#include "kernels/attention.hpp"

namespace attn::kernels {

/// A tall matrix (rows x columns) in rows of padded(columns) floats. What lies beyond the last
/// column means nothing.
struct TallFloats {
  AlignedFloats store;
  std::size_t rows = 0, columns = 0, stride = 0;

  /// Takes memory where there was less. Numbers are not kept.
  void resize(std::size_t new_rows, std::size_t new_columns);
  float* data() { return store.data(); }
};

/// What the products work in.
struct ProjectionBuffers {
  AlignedFloats panels, sums;
};

/// out (rows x columns) <- x w: w (x.columns x columns), one row after the other. x and out are
/// different.
void project(TallFloats& x, const float* w, std::size_t columns, ProjectionBuffers& buffers,
             TallFloats& out);

/// out (a.columns x b.columns), one row after the other <- a^T b of as many rows. Sums of 256 rows
/// are floats, sums of these are doubles.
void gather(TallFloats& a, TallFloats& b, ProjectionBuffers& buffers, double* out);

}  // namespace attn::kernels
