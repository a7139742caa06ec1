// How many random patterns a memory holds, by tests that can fail: patterns are added one by one
// until the first is no longer found. From an undamaged query, comparing signs cannot fail for the
// modern network: with all 2^d patterns stored its update is tanh(beta) times the query. Source:
// seed 001, sections 9.1 and 9.3. All functions are pure but for the generator; any thread may call
// them.
#pragma once

#include <optional>

#include "attn/numerics/rng.hpp"
#include "attn/numerics/types.hpp"

namespace attn {

/// What is stored and asked for.
struct CapacityTrial {
  Index n = 0;          ///< signs of a pattern; for the modern network at most 64
  Index flips = 0;      ///< of the pattern's signs are turned in the query, 0 to n
  Index most = 100000;  ///< patterns, beyond which the trial ends, 1 to check::kMaxBudget
};

/// When the modern network fails.
enum class ModernFailure {
  kSigns,  ///< some sign of K^T softmax(beta K xi) is not the pattern's
  kWeight  ///< the pattern has less than half of the weight
};

/// The number of patterns, the right one among them, with which the modern network first fails
/// after one update; none where it does not up to trial.most. beta > 0. A pattern takes one
/// Rng::next(). A pattern nearer to the query that weighs more than e^709 times as much as the
/// right one counts as its failure. Throws Error for a trial out of range.
[[nodiscard]] std::optional<Index> modern_first_failure(const CapacityTrial& trial, double beta,
                                                        ModernFailure criterion, Rng& rng);

/// The number of patterns with which the classical network first fails: settled, it has less than
/// `share` of the pattern's signs, 0 <= share <= 1. `self_coupling` as in ClassicalHopfield, with
/// which undamaged queries are kept by nearly any number of patterns. Throws Error for a trial out
/// of range.
[[nodiscard]] std::optional<Index> classical_first_failure(const CapacityTrial& trial, double share,
                                                           bool self_coupling, Rng& rng);

/// ln M at which the other patterns are expected to have as much weight as the right one, from a
/// query of n signs with `flips` of them turned: n ln 2 - 2 b flips - n ln(1 + e^-2b), with b =
/// min(beta, artanh(1 - 2 flips / n)). A sharper softmax than that gains nothing: some others are
/// then as near. At beta = 1 without damage 0.566 n. 0 <= flips <= n / 2, n >= 1, beta > 0. Throws
/// Error otherwise.
[[nodiscard]] double modern_log_capacity(Index n, Index flips, double beta);

}  // namespace attn
