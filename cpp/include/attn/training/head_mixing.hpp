// What heads say together can be said by other heads: the symmetry of sum_k V_k X s_k that no loss
// sees. Source: seed 003, sections 2.3 and 3.1, whose symmetries this is none of (erratum 003.11).
// All functions are pure; any thread may call them; the same bits on every platform.
#pragma once

#include "attn/training/pattern_flow.hpp"

namespace attn {

/// Other heads that say the same together: R = `mixture` (K x K) mixes what they read,
/// v'_k = sum_j R_kj v_j, and B' = R^-T B makes up for it, so that the sum of B_k (x) v_k is as
/// before. Where
/// v_k are weights and R has rows >= 0 that sum to 1, v'_k are weights too. Shapes as in
/// PatternTensor, all finite. Throws Error otherwise, for an R without an inverse, and for what is
/// too large for a double.
[[nodiscard]] PatternTensor mix_heads(const PatternTensor& heads, const MatrixRef& mixture);

/// The largest difference of an entry of sum_k B_k (x) v_k; a and b of one d and T, all finite.
/// Throws Error otherwise, and for what is too large for a double.
[[nodiscard]] double largest_difference(const PatternTensor& a, const PatternTensor& b);

/// The share of the target G that heads cannot reach which read by `vectors` (H x T), whatever
/// their values, 0 to 1: |G - P|^2 / |G|^2 of the best P = sum_k V_k (x) v_k, where v_k are these
/// rows and V_k (d x d) is free. 0 for G = 0. Rows
/// count as dependent that are so to 1e-9 of the longest. T as that of the target, all finite.
/// Throws Error otherwise, and for what is too large for a double.
[[nodiscard]] double unreachable_share(const PatternTensor& target, const MatrixRef& vectors);

}  // namespace attn
