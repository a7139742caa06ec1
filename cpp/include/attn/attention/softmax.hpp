// Softmax, its normaliser and its Jacobian. Seed 001, parts III and V; used by every attention in
// the library.
#pragma once

#include "attn/numerics/types.hpp"

namespace attn {

/// log sum_j exp(s_j), computed as max + log sum exp(s_j - max), so that no finite input overflows.
/// s: at least one finite score. Throws Error otherwise.
[[nodiscard]] double log_sum_exp(const VectorRef& s);

/// exp(s_j / T) / sum_k exp(s_k / T): the Gibbs distribution of the energies -s_j. Positive or, far
/// below the largest score, zero; sums to 1 up to rounding. At T = 0 the largest score has all the
/// weight, and r scores that tie for it have 1/r each; at T = Infinity all have the same.
/// s: at least one finite score; 0 <= temperature <= Infinity. Throws Error otherwise.
/// Source: seed 001, eq 20 to 22.
[[nodiscard]] Vector softmax(const VectorRef& s, double temperature = 1.0);

/// softmax of each row. s (n x m), finite, n, m >= 1; temperature as there. Throws Error otherwise.
[[nodiscard]] Matrix softmax_rows(const MatrixRef& s, double temperature = 1.0);

/// d a_i / d s_j = a_i (delta_ij - a_j) / T of a = softmax(s, T): symmetric, and its rows sum to 0.
/// a: a distribution; 0 < temperature <= Infinity. Throws Error otherwise, and for entries that are
/// too large for a double.
/// Source: seed 001, eq 43.
[[nodiscard]] Matrix softmax_jacobian(const VectorRef& a, double temperature = 1.0);

/// The Jacobian times v, without the matrix: a_i (v_i - sum_j a_j v_j) / T. It is symmetric, so
/// this takes changes of the scores to changes of the weights, and gradients with respect to the
/// weights to gradients with respect to the scores. a as above; v of the same size, finite. Throws
/// Error as above. Source: seed 001, eq 46.
[[nodiscard]] Vector softmax_jacobian_product(const VectorRef& a, const VectorRef& v,
                                              double temperature = 1.0);

}  // namespace attn
