// Passes of the minimal model of seed 003, section 2.4, over many contexts in float with SIMD. Sums
// have one order on every machine and no product is fused with a sum: the bits are the same
// everywhere. Internal: the arguments have been checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/attention.hpp"

namespace attn::kernels {

/// Contexts in the order in which a pass reads them: four beside each other.
struct PatternContexts {
  std::size_t count;
  /// What each adds up: for four contexts, for each table, where in all tables their rows begin
  /// (blocks x tables x 4).
  std::vector<std::uint32_t> rows;
  std::vector<float> targets;  // of all classes but the last, and zeros (blocks x 4 x stride)
};

/// Tables of the votes of some lags at once: one of three lags of five tokens has 125 rows.
struct PatternTables {
  /// For d >= 1 tokens, w >= 1 lags and passes over about so many contexts.
  PatternTables(std::size_t tokens, std::size_t lags, std::size_t contexts);

  std::size_t tokens, lags;
  std::size_t classes;         // d - 1: the last one is what the logits of others are told against
  std::size_t stride;          // floats of a row: classes, and zeros up to whole vectors
  std::size_t lags_per_table;  // of all but the last, perhaps
  std::size_t table_rows, tables;

  /// Floats of all tables; the last row is of no context, and of none in the sums.
  std::size_t size() const { return (tables * table_rows + 1) * stride; }
  /// Where the row of contexts that are none begins.
  std::uint32_t nowhere() const { return static_cast<std::uint32_t>(size() - stride); }
};

/// Heads as votes are made of them.
struct PatternWeights {
  std::size_t heads;
  /// Less those of the last class, at most 1e300 all together: heads x d rows of stride, one for
  /// each token.
  std::vector<double> values;
  std::vector<double> weights;  // of lags (heads x w)
};

/// Votes: w d rows of stride, what token x at lag i has for class c less the same for the last one.
struct PatternVotes {
  AlignedFloats floats;
  std::vector<double> doubles;
  double largest;  // of all
  double reach;    // no logit is further from 0: the sum of the largest of each lag
};

/// What passes work in.
struct PatternBuffers {
  AlignedFloats tables, sums;   // PatternTables::size()
  AlignedFloats work;           // w d rows of stride, or 4
  std::vector<double> d_votes;  // w d rows of stride, of the last gradient
};

/// The votes of heads.
void pattern_votes(const PatternTables& tables, const PatternWeights& heads, PatternVotes& votes);

/// Derivatives of heads, as PatternWeights has them, from those of votes.
void pattern_derivatives(const PatternTables& tables, const PatternWeights& heads,
                         const std::vector<double>& d_votes, PatternWeights& d);

/// sum over contexts of log sum_c exp(z_c - z_last). With `gradient` also buffers.d_votes: sums
/// over contexts that have this token at this lag of the prediction less the target. Of logits that
/// stay below 1e30; where all stay within 40 exponentials are taken of votes, not of logits.
double pattern_pass(const PatternTables& tables, const PatternContexts& contexts,
                    PatternVotes& votes, bool gradient, PatternBuffers& buffers);

}  // namespace attn::kernels
