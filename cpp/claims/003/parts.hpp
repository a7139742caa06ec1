// What the claims of seed 003 have in common.
#pragma once

#include <vector>

#include "attn/training/fast_pattern_trainer.hpp"
#include "claims/claims.hpp"

namespace attn::claims {

constexpr Index kClueGroups = 3;
constexpr Index kClueLags = 12;
constexpr Index kClueTokens = 5;
/// Steps of Adam where no others are asked for, each of kClueContexts contexts.
constexpr Index kClueSteps = 1200;
constexpr Index kClueContexts = 1500;

/// A published setting: three groups of four lags, five tokens, matrices orthogonal and random.
PatternTask published_task(std::uint64_t seed);

/// A context of kClueLags uniform tokens.
PatternContext random_context(Rng& rng);

/// The best laws of the clues of which a group is m times as loud as the next.
const BestLaws& best_laws(double m);

/// How three heads of the minimal model learn the clues. What the text leaves open is as in chapter
/// 4: figures stages and kl-stages.
struct Learned {
  PatternData data;
  std::vector<PatternHeads> heads;  ///< after every fifth step
  Vector excess;                    ///< mean divergence of the law from the model, at each step
  Vector stairs;                    ///< the least of it for who reads 0 to 3 groups
  Vector times;  ///< at which it is at the middle of two stairs; Infinity for never

  static constexpr Index kEvery = 5;
  /// The heads nearest to a step.
  const PatternHeads& at(double step) const;
};

/// Clues of which a group is m times as loud as the next; logits of the start are uniform on [-u,
/// u]. The draws are those of the figures. Run once for all claims that ask for it; good until the
/// next call.
const Learned& learned(double u, double m, std::uint64_t seed, Index steps = kClueSteps);

/// How much slower the loss falls between two stages than in the slower one of them, where it is
/// slowest: 1 for no pause at all, or where the later stage never comes, 0 for a standstill.
/// `losses` after each step, `times` at which they are at the middle of two plateaus.
double slowest_between(const Vector& losses, const Vector& times, Index stage);

/// Stages of which the next one begins after the loss has fallen half as fast as in either.
double stages_of(const Vector& losses, const Vector& times);

/// The claims, in files of their own.
std::vector<Claim> of_pattern_task();
std::vector<Claim> of_transformer();
std::vector<Claim> of_learning();
std::vector<Claim> of_pattern_construction();
std::vector<Claim> of_ablations();
std::vector<Claim> of_data_sizes();
std::vector<Claim> of_regression();
std::vector<Claim> of_pattern_flow();

}  // namespace attn::claims
