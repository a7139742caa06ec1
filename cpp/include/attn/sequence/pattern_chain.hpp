// The chain of order w of seed 003: groups of lags vote on the next token, each group with a matrix
// of its own, and some louder than others. Tokens are 0 to d - 1. A sequence is a plain vector of
// them in the order of time; what the next token is drawn by is a PatternContext, the newest first,
// which context_of takes from a sequence. Logarithms are natural, laws distributions. All functions
// are pure but for the generator that they are given; any thread may call them; the same bits on
// every platform.
#pragma once

#include <vector>

#include "attn/numerics/rng.hpp"
#include "attn/numerics/types.hpp"

namespace attn {

/// The next token has the law softmax(sum_k A_k mean_{i in I(k)} e_{x_i}) with groups I(k) = {(k -
/// 1) w / h, ..., k w / h - 1} of lags, eq 1; the printed ends of eq 2 overlap (erratum 003.2).
struct PatternTask {
  /// A_k, a row for each next token, a column for each that is read: h >= 1 of (d x d), finite.
  std::vector<Matrix> features;
  Index lags = 0;  ///< w, a multiple of h, at least h
};

/// What the next token is drawn by: tokens[i] is the one of lag i, so that the newest is tokens[0].
struct PatternContext {
  /// At least w of them where a function takes a context, of which the first w count.
  std::vector<Index> tokens;
};

/// Q of QR of normal numbers with the signs that make it uniform over orthogonal matrices (Mezzadri
/// 2007), d >= 1. Throws Error otherwise.
[[nodiscard]] Matrix haar_orthogonal(Index d, Rng& rng);

/// m^(h - k) b0 of k = 1 to h, section 2.2: groups >= 1, factor m and base b0 > 0. Throws Error
/// otherwise, and for what is too large for a double.
[[nodiscard]] Vector importance_scales(Index groups, double factor, double base);

/// A task whose matrices are orthogonal and random, times importance_scales, as published.
/// Arguments and errors as in those and PatternTask.
[[nodiscard]] PatternTask haar_task(Index tokens, Index groups, Index lags, double factor,
                                    double base, Rng& rng);

/// A task of five tokens and three groups whose matrices say: the token one further, its double,
/// its triple, modulo 5, times importance_scales. These maps agree pairwise for one token, so that
/// the matrices less their row and column means are orthogonal: assumption 2 holds exactly.
[[nodiscard]] PatternTask clue_task(Index lags, double factor, double base);

/// The logits of the next token that groups 1 to `read` give: 0 <= read <= h. Throws Error
/// otherwise, and for a context that is too short or has a token that is none of the task's.
[[nodiscard]] Vector pattern_logits(const PatternTask& task, const PatternContext& context,
                                    Index read);

/// The law of the next token, eq 1. Arguments and errors as above.
[[nodiscard]] Vector pattern_law(const PatternTask& task, const PatternContext& context);

/// f of eq 3 in row i - 1: the law that the first i groups alone would give (h x d). It is not what
/// one knows who has read only these: that is BestLaws (erratum 003.7). Arguments and errors as
/// above.
[[nodiscard]] Matrix truncated_laws(const PatternTask& task, const PatternContext& context);

/// Tokens drawn from the chain.
struct PatternSample {
  /// w uniform ones and then those of the chain, in the order of time (w + length).
  std::vector<Index> tokens;
  /// The law's entropy before each of these, whose mean is the entropy rate and the least loss of
  /// any model (length). Below a tenth of log d chains nearly stop to be random: heads may then
  /// learn another group first than the loudest, since tokens tell of each other (erratum 003.9).
  Vector entropies;
};

/// w tokens drawn uniformly and then `length` >= 0 of the chain, each of one Rng::categorical.
/// Throws Error otherwise.
[[nodiscard]] PatternSample sample_pattern_chain(const PatternTask& task, Index length, Rng& rng);

/// What is known of a sequence, in the order of time, when its first `seen` tokens are: the newest
/// `lags` of them, 0 <= lags <= seen <= the number of tokens. Of {3, 1, 4, 1, 5}, seen 3, lags 2: 4
/// and 1. Throws Error otherwise.
[[nodiscard]] PatternContext context_of(const std::vector<Index>& tokens, Index seen, Index lags);

/// By what token t of the chain was drawn, 0 <= t <= length (what comes next): its newest w tokens.
/// Throws Error otherwise.
[[nodiscard]] PatternContext context_of(const PatternSample& sample, Index t);

}  // namespace attn
