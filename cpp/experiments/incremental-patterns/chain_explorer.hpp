// One context of the task: what each group says, what comes of it, what each token weighs, and what
// is known by who reads only some groups. Source: seed 003, sections 2.1 and 2.2.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/incremental-patterns/clue_tasks.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

/// Which groups are read.
enum class PatternRead { kOne, kTwo, kAll };

struct ChainExplorerParams {
  /// The newest group is outvoted by the others.
  Vector x = of_numbers({3, 0, 1, 3, 2, 2, 4, 0, 1, 3, 2, 1});
  PatternRead read = PatternRead::kAll;
  double m = 1.5;
  double b0 = 3.0;
  ClueMatrices matrices = ClueMatrices::kClues;
  std::uint64_t seed = 1;

  ATTN_DESCRIBE(
      ChainExplorerParams,
      param(ATTN_MEMBER(x), "(12) the context, each token one of 0 to 4, the newest last"),
      choice(ATTN_MEMBER(read), "which groups are read, the newest first", "one", "two", "all"),
      param(ATTN_MEMBER(m), "how many times louder a group is than the one before it",
            within(1.0, 2.5)),
      param(ATTN_MEMBER(b0), "how loud group 3 is", within(0.5, 4.0)),
      choice(ATTN_MEMBER(matrices), "three maps that are said in words, or random rotations",
             "clues", "orthogonal"),
      param(ATTN_MEMBER(seed), "of the 2000 contexts, and of the rotations"));
};

struct ChainExplorerFrame {
  Vector p;
  Matrix fbar;
  Matrix votes;
  Vector scales;
  Vector influence;
  Vector mean_influence;
  Vector stairs;
  double gap = 0.0;
  double trunc_gap = 0.0;
  double tower_error = 0.0;
  double influence_error = 0.0;

  ATTN_DESCRIBE(ChainExplorerFrame, field(ATTN_MEMBER(p), "(5) the law of the next token"),
                field(ATTN_MEMBER(fbar), "(3 x 5) the best law of who reads 1, 2 and 3 groups"),
                field(ATTN_MEMBER(votes), "(3 x 5) logits that groups 1 to 3 give the next token"),
                field(ATTN_MEMBER(scales), "(3) how loud groups 1 to 3 are"),
                field(ATTN_MEMBER(influence),
                      "(12) mean divergence of the law from those with another token there, in "
                      "nats; the newest last"),
                field(ATTN_MEMBER(mean_influence),
                      "(3) the same of a token of groups 1 to 3, over 2000 contexts"),
                field(ATTN_MEMBER(stairs),
                      "(4) E KL(law | best law) of who reads 0 to 3 groups, over all contexts"),
                field(ATTN_MEMBER(gap), "that of the groups that are read"),
                field(ATTN_MEMBER(trunc_gap),
                      "E KL(best law of group 1 | the law that group 1 would give alone)"),
                field(ATTN_MEMBER(tower_error),
                      "of E KL(law | first) = E KL(law | second) + E KL(second | first), the best "
                      "laws of one group and of two"),
                field(ATTN_MEMBER(influence_error),
                      "of the influences from laws that are computed anew"));
};

class ChainExplorer : public WithFrame<ChainExplorerParams, ChainExplorerFrame> {
 public:
  static constexpr const char* kName = "chain_explorer";
  static constexpr const char* kAbout =
      "one context of a chain in which groups of lags vote (seed 003, sections 2.1 and 2.2)";
  static std::vector<Setting<Params>> settings();

  static constexpr Index kTokens = 5;
  static constexpr Index kGroups = 3;
  static constexpr Index kLags = 12;
  static constexpr Index kContexts = 2000;

  explicit ChainExplorer(const Params& params);
};

}  // namespace attn::experiments
