// Contexts of a pattern task with what follows them: what models of the kind of the chapter
// incremental-patterns learn from. Source: seed 003, sections 2.1, 2.2 and 2.5. All functions are
// pure but for the generator that they are given; any thread may call them; the same bits on every
// platform.
#pragma once

#include <vector>

#include "attn/sequence/best_laws.hpp"

namespace attn {

/// N contexts of w tokens below d.
struct PatternData {
  Index lags = 0;             ///< w
  std::vector<Index> tokens;  ///< a context after the other, each with its newest token first (N w)
  Matrix laws;                ///< of what follows, eq 1: a row for each context (N x d)
  /// What a model is told of it: the law, or one token that was drawn (N x d).
  Matrix targets;
};

/// What a model is told of the next token.
enum class PatternTargets {
  kLaws,   ///< its law
  kDrawn,  ///< one token, drawn from that
};

/// `count` >= 1 contexts whose tokens are independent and uniform: sequences of T = 1. Throws Error
/// otherwise, and for tasks as pattern_law.
[[nodiscard]] PatternData uniform_contexts(const PatternTask& task, Index count,
                                           PatternTargets targets, Rng& rng);

/// The contexts of `sequences` >= 1 chains of `length` >= 1 tokens each, as sample_pattern_chain
/// draws them; the token that follows is the one that was drawn. Throws Error otherwise.
[[nodiscard]] PatternData chain_contexts(const PatternTask& task, Index sequences, Index length,
                                         PatternTargets targets, Rng& rng);

/// Context number `row` of the data, 0 to N - 1. Throws Error otherwise, and for tokens that are
/// not N data.lags.
[[nodiscard]] PatternContext context_of(const PatternData& data, Index row);

/// The same contexts for who sees their newest `lags` tokens alone: 1 to data.lags. Throws Error
/// otherwise, and for tokens that are not N data.lags.
[[nodiscard]] PatternData newest_tokens(const PatternData& data, Index lags);

/// The best law of each context for who reads groups 1 to `read` (N x d): see BestLaws::law.
[[nodiscard]] Matrix best_laws_of(const BestLaws& best, const PatternData& data, Index read);

/// f of eq 3 for each context: the law that groups 1 to `read` >= 1 alone would give (N x d).
[[nodiscard]] Matrix truncated_laws_of(const PatternTask& task, const PatternData& data,
                                       Index read);

}  // namespace attn
