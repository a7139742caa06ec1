// One context of the task: what each group says, what comes of it, what each token weighs, and what
// is known by who reads only some groups. Source: seed 003, sections 2.1 and 2.2.
#pragma once

#include <optional>

#include "attn/sequence/best_laws.hpp"
#include "experiments/bases.hpp"
#include "experiments/incremental-patterns/clue_tasks.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

/// Which groups are read.
enum class PatternRead { kOne, kTwo, kAll };

struct ChainExplorerParams {
  ATTN_DESCRIBED(ChainExplorerParams);
  /// The newest group is outvoted by the others.
  ATTN_PARAM(Vector, x, "(12) the context, each token one of 0 to 4, the newest last") =
      of_numbers({3, 0, 1, 3, 2, 2, 4, 0, 1, 3, 2, 1});
  ATTN_CHOICE(PatternRead, read, "which groups are read, the newest first", "one", "two",
              "all") = PatternRead::kAll;
  ATTN_PARAM(double, m, "how many times louder a group is than the one before it",
             within(1.0, 2.5)) = 1.5;
  ATTN_PARAM(double, b0, "how loud group 3 is", within(0.5, 4.0)) = 3.0;
  ATTN_CHOICE(ClueMatrices, matrices, "three maps that are said in words, or random rotations",
              "clues", "orthogonal") = ClueMatrices::kClues;
  ATTN_PARAM(std::uint64_t, seed, "of the 2000 contexts, and of the rotations") = 1;
};

struct ChainExplorerFrame {
  ATTN_DESCRIBED(ChainExplorerFrame);
  ATTN_FIELD(Vector, p, "(5) the law of the next token");
  ATTN_FIELD(Matrix, fbar, "(3 x 5) the best law of who reads 1, 2 and 3 groups");
  ATTN_FIELD(Matrix, votes, "(3 x 5) logits that groups 1 to 3 give the next token");
  ATTN_FIELD(Vector, scales, "(3) how loud groups 1 to 3 are");
  ATTN_FIELD(Vector, influence,
             "(12) mean divergence of the law from those with another token there, in nats; the "
             "newest last");
  ATTN_FIELD(Vector, mean_influence,
             "(3) the same of a token of groups 1 to 3, over 2000 contexts");
  ATTN_FIELD(Vector, stairs,
             "(4) E KL(law | best law) of who reads 0 to 3 groups, over all contexts");
  ATTN_FIELD(double, gap, "that of the groups that are read") = 0.0;
  ATTN_FIELD(double, trunc_gap,
             "E KL(best law of group 1 | the law that group 1 would give alone)") = 0.0;
  ATTN_FIELD(double, tower_error,
             "of E KL(law | first) = E KL(law | second) + E KL(second | first), the best laws of "
             "one group and of two") = 0.0;
  ATTN_FIELD(double, influence_error, "of the influences from laws that are computed anew") = 0.0;
};

class ChainExplorer : public WithFrame<ChainExplorerParams, ChainExplorerFrame>,
                      public WithOpening<ChainExplorer> {
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
  ChainExplorer(const Params& params, InUnits);

  /// The best laws of the task, and what they and the context say.
  Index opening_units() const { return 2; }
  void open_unit(Index unit);

 private:
  void sum_up();

  Params params_;
  PatternContext context_;
  Rng rng_;
  PatternTask task_;
  std::optional<BestLaws> best_;  // until all is summed up
};

}  // namespace attn::experiments
