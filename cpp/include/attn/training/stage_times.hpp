// When a curve that falls in stages leaves its plateaus, and how long heads that learn patterns
// (seed 003, section 3) should wait on the first. All functions are pure; any thread may call them;
// the same bits on every platform.
#pragma once

#include "attn/numerics/types.hpp"

namespace attn {

/// The middles between neighbours of n >= 2 plateaus, finite: (n - 1). A stage is over where the
/// curve is below its middle. Throws Error otherwise.
[[nodiscard]] Vector mid_levels(const VectorRef& plateaus);

/// Where a curve, a value for each step 0 to n - 1, first is at or below each of the levels: on the
/// straight line between two steps, so that rounded up it is the first such step; Infinity where it
/// never is. curve (n) and levels (k), n, k >= 1, all finite. Throws Error otherwise.
[[nodiscard]] Vector stage_times(const VectorRef& curve, const VectorRef& levels);

/// How soon heads part that have all learned the first pattern: what is different between them
/// grows as e^(2 sqrt(c t)) with time t, and this is c. H heads on T lags, patterns of strengths
/// m1 > m2 > 0, of which the second makes them part: c = m2^2 H / (T (m1^2 - m2^2)). H and T >= 1.
/// Throws Error otherwise, and where it is too large for a double. The derivation is ours: it
/// stands in the chapter incremental-patterns of the article.
[[nodiscard]] double wait_rate(double m1, double m2, Index heads, Index lags);

/// How long gradient flow waits on the plateau of one pattern, where logits start within u of each
/// other, 0 < u <= 1: the time in which a difference of u grows to 1 as wait_rate says,
/// (ln 1/u)^2 / (4 c). A leading order, with nothing fitted. Arguments and errors as there.
[[nodiscard]] double expected_wait(double u, double m1, double m2, Index heads, Index lags);

}  // namespace attn
