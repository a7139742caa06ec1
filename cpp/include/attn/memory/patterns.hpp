// Patterns of signs, damage to them, and how much of one is left. All functions are pure but for
// the generator that they are given; any thread may call them.
#pragma once

#include "attn/numerics/rng.hpp"
#include "attn/numerics/types.hpp"

namespace attn {

/// `count` patterns of n signs, +1 or -1, each equally likely (count x n). A pattern takes one
/// Rng::next() for each 64 signs begun; bit i, from the lowest, set is +1. count, n >= 1. Throws
/// Error otherwise.
[[nodiscard]] Matrix random_patterns(Index count, Index n, Rng& rng);

/// x (n, finite) with the sign of `count` different entries turned, chosen by Rng::permutation.
/// 0 <= count <= n. Throws Error otherwise.
[[nodiscard]] Vector flip_signs(const VectorRef& x, Index count, Rng& rng);

/// x y / n, of x and y (n), finite: 1 for equal patterns of signs, -1 for opposite ones, around 0
/// with a spread of 1 / sqrt(n) for unrelated ones. Throws Error otherwise.
[[nodiscard]] double overlap(const VectorRef& x, const VectorRef& y);

}  // namespace attn
