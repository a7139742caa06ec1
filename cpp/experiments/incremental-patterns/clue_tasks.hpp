// The tasks of this chapter: five tokens, three groups of four lags. Source: seed 003, section 2.2.
#pragma once

#include "attn/sequence/pattern_chain.hpp"

namespace attn::experiments {

/// The matrices of the groups: maps that one can say, or orthogonal ones, drawn, as published.
enum class ClueMatrices { kClues, kOrthogonal };

constexpr Index kPatternGroups = 3;
constexpr Index kPatternLags = 12;
constexpr Index kPatternTokens = 5;
/// How loud the last group is.
constexpr double kPatternBase = 3.0;

/// Three groups of four lags, five tokens.
inline PatternTask pattern_task(ClueMatrices matrices, double m, double b0, Rng& rng) {
  return matrices == ClueMatrices::kClues
             ? clue_task(kPatternLags, m, b0)
             : haar_task(kPatternTokens, kPatternGroups, kPatternLags, m, b0, rng);
}

}  // namespace attn::experiments
