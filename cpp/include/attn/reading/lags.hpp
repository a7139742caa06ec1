// Where a head looks, by place alone: how much of its weight lies how far back, and how much of its
// scores follows from positions whatever stands there. Source: seed 003, section 3, whose heads
// each read one lag. All functions are pure; any thread may call them; the same bits on every
// platform.
#pragma once

#include <vector>

#include "attn/numerics/types.hpp"

namespace attn {

/// The mean weight at each lag l = 0, 1, ..., lags - 1 (lags): of weight (t, t - l) over the rows t
/// that have it, from `first_row` on; 0 for a lag that none of them has. weights (n x m) finite;
/// 1 <= lags, 0 <= first_row < n. Throws Error otherwise.
[[nodiscard]] Vector lag_mass(const MatrixRef& weights, Index lags, Index first_row = 0);

/// The share of the scores that position alone explains, from 0, where they are of other words
/// always other, to 1, where they are always the same: the squares of the mean over windows to
/// those of all, each row first centred over the keys that it may see, because what all scores of a
/// row have in common moves no weight. Scores of at least one window, all of one shape, of at most
/// 1e150 in size and with -Infinity at the same places; 0 where all rows are level. W windows of
/// noise alone have 1 / W. Throws Error otherwise.
[[nodiscard]] double position_share(const std::vector<Matrix>& scores);

}  // namespace attn
