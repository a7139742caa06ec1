// A whole transformer block on chains of seed 003, as far as the text describes it.
#pragma once

#include <vector>

#include "claims/claims.hpp"

namespace attn::claims {

constexpr Index kBlockTokens = 10;    // d
constexpr Index kBlockWidth = 48;     // numbers of an embedding
constexpr double kBlockFactor = 1.7;  // m, as released
constexpr double kBlockBase = 3.0;    // b0, which is stated nowhere
constexpr Index kBlockBatch = 64;     // fresh sequences a step
constexpr double kBlockRate = 3e-3;   // of AdamW, as released
constexpr Index kBlockFresh = 64;     // sequences on which it is measured

/// A block of three heads that learns 20 tokens of chains after the twelve that are drawn. What the
/// text leaves open is as in its released code where that says it.
struct BlockRun {
  static constexpr Index kEvery = 50;
  /// KL(f_{A_1:i} || model) of fresh sequences, nats: a row after every kEvery steps, a column for
  /// each i. The last is the excess loss.
  Matrix divergences;
  /// What each head gives to each lag, over what it gives to all twelve: the mean (heads x w).
  std::vector<Matrix> attention;
  /// How far the weights of a head are from even ones at the start, largest, over an even one.
  double uneven = 0.0;
};

/// What is trained.
enum class BlockKind {
  kWhole,           ///< with layer norms, residual connections and an MLP
  kKeysAndQueries,  ///< heads alone on one-hot tokens and positions
  kMinimal,         ///< the same with one matrix A_k for keys and queries, section 2.4
};

/// Trained on so many sequences (a whole block), or on new ones in every step for 0. Run once for
/// all claims that ask for it, unless progress says stop.
BlockRun block_run(BlockKind kind, std::uint64_t seed, Index sequences, Index steps,
                   const Progress& progress);

}  // namespace attn::claims
