// How much of a circle there is in vectors that stand for eight symbols around one. All functions
// are pure.
#pragma once

#include <vector>

#include "attn/numerics/types.hpp"

namespace attn::experiments {

inline constexpr Index kRingSymbols = 8;

/// The mean row of each symbol (8 x d), of rows (T x d) that carry symbols 0 to 7 (T >= 1); of a
/// symbol that no row carries, the mean of all.
Matrix symbol_means(const MatrixRef& rows, const std::vector<Index>& symbols);

/// Of points (8 x d), one for each symbol, the shares of the harmonics 1 to 7 in how far they are
/// from their mean: |F_m|^2 / sum over m, F_m = sum_a p_a e^(-2 pi i a m / 8). They add up to 1.
/// All 0 for points that are one.
Vector harmonic_shares(const MatrixRef& points);

/// The share of the circle itself, h: of the harmonics 1 and 7. 2 / 7 for points without any order,
/// 1 for a regular octagon in any plane.
double circle_share(const MatrixRef& points);

/// Of the 8 pairs of neighbours (a, a + 1 mod 8), how many are neighbours too in the order of the
/// angles of points (8 x 2) around their mean; 8 for a polygon that is walked around once, either
/// way.
Index neighbours_in_order(const MatrixRef& points);

/// Of vectors (T x d), the share of their squared lengths that the mean vector of each symbol has:
/// sum_a n_a |mean_a|^2 / sum_t |vector_t|^2. 0 to 1; 0 where all are 0.
double share_by_symbol(const MatrixRef& vectors, const std::vector<Index>& symbols);

}  // namespace attn::experiments
