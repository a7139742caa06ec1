// Whether one list of numbers goes up where another does, whatever their scales: by ranks, and with
// what a third one explains taken out. All functions are pure; any thread may call them; the same
// bits on every platform.
#pragma once

#include "attn/numerics/types.hpp"

namespace attn {

/// The rank of each number, from 1 for the least; those that tie share the mean of theirs (n). NaN,
/// all of them, where one is NaN. Infinite ones are the greatest and the least. n >= 1. Throws
/// Error otherwise.
[[nodiscard]] Vector ranks(const VectorRef& a);

/// Spearman's rank correlation, from -1 to 1, of two lists of one size n >= 2: Pearson's of their
/// ranks. 0 where all numbers of one list are alike, which says nothing of the other; NaN where a
/// number is NaN. Throws Error for other sizes.
[[nodiscard]] double rank_correlation(const VectorRef& a, const VectorRef& b);

/// The same with what `controls` (n x c, c >= 1) explain taken out of both: Pearson's correlation
/// of the ranks of a and of b, each less its least-squares fit by a constant and the ranks of each
/// column. 0 where less than 1e-10 of one of them is left; NaN where a number is NaN. Throws Error
/// for other sizes. Columns that are alike count once.
[[nodiscard]] double partial_rank_correlation(const VectorRef& a, const VectorRef& b,
                                              const MatrixRef& controls);

}  // namespace attn
