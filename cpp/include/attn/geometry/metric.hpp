// Metrics, by which vectors are measured, and bilinear forms, by which keys are scored. Source:
// seed 001, part I and section 5.1. A metric is symmetric and positive; a form of attention need be
// neither, and each function says which of the two it wants. Vectors v^a and covectors u_a are both
// columns. All functions are pure; any thread may call them.
#pragma once

#include "attn/numerics/types.hpp"

namespace attn {

/// W^T W (d x d) of w (m x d), finite and not empty: exactly symmetric and positive semi-definite,
/// a metric only where w has d independent columns. Throws Error otherwise, and where an entry is
/// too large for a double. Source: seed 001, eq 9 (its first factor has to be read as transposed).
[[nodiscard]] Matrix learned_metric(const MatrixRef& w);

/// u^a g_ab v^b of any form g (m x n), u (m) and v (n), all finite. Throws Error otherwise, and for
/// a value too large for a double. Source: seed 001, eq 5 and 6.
[[nodiscard]] double bilinear_form(const MatrixRef& g, const VectorRef& u, const VectorRef& v);

/// The covector v_a = g_ab v^b (m) of v (n), for any form g (m x n), all finite. For q^b g_ba, the
/// covector whose plain product with a key is its score, hand in the transposed g where it is not
/// symmetric. Throws Error otherwise, and for what is too large for a double.
/// Source: seed 001, section 2.1.
[[nodiscard]] Vector lower_index(const MatrixRef& g, const VectorRef& v);

/// The vector v^a = g^ab u_b (n) of the covector u (n), by elimination, for any g (n x n) that has
/// an inverse. Undoes lower_index up to 1e-15 times the condition number. Finite; throws Error
/// otherwise, for a g that rounding cannot tell from one without an inverse, and for what is too
/// large for a double. Source: seed 001, section 2.1.
[[nodiscard]] Vector raise_index(const MatrixRef& g, const VectorRef& u);

/// |v| = sqrt(v^a g_ab v^b). g (n x n) symmetric, v (n), finite. Throws Error otherwise, where the
/// square is negative, so that g is no metric (what the rounding of its terms makes of 0 counts as
/// 0), and for a length too large for a double. Source: seed 001, section 5.1.
[[nodiscard]] double metric_length(const MatrixRef& g, const VectorRef& v);

/// The length of x - y: how far they are apart where g is the same everywhere. Throws Error as
/// metric_length.
[[nodiscard]] double metric_distance(const MatrixRef& g, const VectorRef& x, const VectorRef& y);

/// The cosine of the angle between u and v, u^a g_ab v^b / (|u| |v|), from -1 to 1. Throws Error as
/// metric_length, where u or v has the length 0, and for a quotient above 1 by more than 1e-12 and
/// the rounding of its terms: of vectors with lengths, which prove nothing alone, two can show that
/// g is no metric, as e_1 and e_2 do for [[1, 2], [2, 1]]. Source: seed 001, section 5.1.
[[nodiscard]] double metric_cosine(const MatrixRef& g, const VectorRef& u, const VectorRef& v);

/// sqrt(det g), the volume of the unit cube; 0 for a semi-definite g, 1 for diag(1e200, 1e-200). g
/// (n x n), finite, symmetric; with coordinates in units in which each g_aa > 0 is about 1, without
/// a negative eigenvalue beyond 1e-12 of the largest. Throws Error otherwise, and for a volume too
/// large for a double. Source: seed 001, section 5.1.
[[nodiscard]] double metric_volume(const MatrixRef& g);

/// The same metric in other coordinates y, J^T g J (m x m) with J = dx/dy (n x m): of g (n x n),
/// finite and symmetric; so is the result. Throws Error otherwise, and for what is too large for a
/// double.
[[nodiscard]] Matrix pull_back(const MatrixRef& g, const MatrixRef& jacobian);

}  // namespace attn
