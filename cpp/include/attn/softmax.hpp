// Softmax and its normaliser. Seed 001; used by every attention in the library.
#pragma once

#include "attn/types.hpp"

namespace attn {

/// log sum_j exp(s_j), computed as max + log sum exp(s_j - max), so that no finite input overflows.
/// s: at least one finite score. Throws Error otherwise.
double log_sum_exp(const VectorRef& s);

/// exp(s_j) / sum_k exp(s_k): positive or, far below the largest score, zero; sums to 1 up to
/// rounding. s: at least one finite score. Throws Error otherwise.
Vector softmax(const VectorRef& s);

/// Softmax of each row. s (n x m), finite, n, m >= 1. Throws Error otherwise.
Matrix softmax_rows(const MatrixRef& s);

}  // namespace attn
