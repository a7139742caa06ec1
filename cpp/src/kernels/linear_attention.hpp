// Linear attention in float with SIMD, by running sums over blocks of keys. Internal: the arguments
// have been checked. Matrices are row-major, with at least one row and one column; a stride is from
// a row to the next, in floats.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/attention.hpp"

namespace attn::kernels {

/// Queries, keys, values, and what features are made of.
struct LinearProblem {
  const float* q;  // queries x d
  const float* k;  // keys x d
  const float* v;  // keys x d_v
  std::size_t q_stride, k_stride, v_stride;
  std::size_t queries, keys, d, d_v;
  const float* frequencies;  // features x d; nullptr for ELU + 1, whose features are d
  std::size_t features;
  bool causal;  // query i has the keys j <= i
};

/// What linear_attention works in: made once and used again, it is allocated once.
struct LinearBuffers {
  AlignedFloats frequency_columns;  // panels of frequencies by coordinate
  AlignedFloats query_features, key_features, key_columns;
  AlignedFloats values, value_rows;  // of a block, with a column of ones
  AlignedFloats sums, block_sums;    // over keys, panels of values by feature
  AlignedFloats products, output;
  std::vector<double> scales;

  std::size_t bytes() const;
};

/// The square of the length of the longest row of x (rows x columns), finite numbers: within
/// rounding of floats; Infinity where it is none.
float longest_square(const float* x, std::size_t rows, std::size_t columns, std::size_t stride);

/// output (queries x d_v) <- sum_j phi(q_i) phi(k_j) v_j / sum_j phi(q_i) phi(k_j); zeros where
/// that is 0 / 0. Phases w x, and sums of products of features and values, fit floats.
void linear_attention(const LinearProblem& problem, LinearBuffers& buffers, float* output,
                      std::size_t output_stride);

}  // namespace attn::kernels
