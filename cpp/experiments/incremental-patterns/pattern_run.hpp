// What the experiments on training have in common: heads of the minimal model of seed 003,
// section 2.4, that learn three groups of clues by Adam, and what is known of the contexts that
// they learn from.
#pragma once

#include <optional>
#include <vector>

#include "attn/sequence/best_laws.hpp"
#include "attn/training/fast_pattern_trainer.hpp"
#include "experiments/incremental-patterns/clue_tasks.hpp"
#include "experiments/run.hpp"

namespace attn::experiments {

/// Where heads start: drawn logits, or all 0.
enum class HeadsStart { kRandom, kEqual };
struct PatternRunParams {
  ATTN_DESCRIBED(PatternRunParams);
  ATTN_CHOICE(HeadsStart, start, "logits of the start: drawn, or all 0", "random",
              "equal") = HeadsStart::kRandom;
  ATTN_PARAM(double, u, "drawn logits are uniform on [-u, u]", within(1e-9, 3.0)) = 0.1;
  ATTN_PARAM(Index, heads, "that learn", within(1, 6)) = 3;
  ATTN_PARAM(double, m, "how many times louder a group is than the next", within(1.0, 2.5)) = 1.5;
  ATTN_PARAM(double, decay, "a step takes 0.02 times this share off all weights",
             within(0.0, 0.2)) = 0.0;
  ATTN_CHOICE(ClueMatrices, matrices, "of the groups", "clues",
              "orthogonal") = ClueMatrices::kClues;
  ATTN_PARAM(std::uint64_t, seed, "of drawn matrices, contexts and logits, in this order") = 6;
};

/// A whole run: 1200 steps of Adam, all of 1500 contexts each. It is there once all `kUnits` units
/// of work are done.
class PatternRun {
 public:
  static constexpr Index kSteps = 1200;
  static constexpr Index kContexts = 1500;
  /// Steps that are a unit; before them the best laws of the task are found, and those of the
  /// contexts.
  static constexpr Index kPiece = 100;
  static constexpr Index kUnits = 2 + kSteps / kPiece;

  /// p is valid.
  explicit PatternRun(const PatternRunParams& p) : PatternRun(p, Rng(p.seed)) {}

  /// One of all units, in their order.
  void work(Index unit);

  const PatternTask& task() const { return task_; }
  const PatternData& data() const { return data_; }
  /// Heads after t steps.
  const PatternHeads& heads(Index t) const { return heads_[static_cast<std::size_t>(t)]; }
  /// Mean divergence of the law from the model after 0 to kSteps steps: who reads all groups knows
  /// the law.
  Vector excess() const { return from_best_.col(kPatternGroups - 1); }
  /// The best laws of these contexts that read 1 to 3 groups, and the laws that these groups alone
  /// would give.
  const std::vector<Matrix>& best_laws() const { return best_laws_; }
  const std::vector<Matrix>& truncated_laws() const { return truncated_laws_; }
  /// Mean divergence of the best law that reads 1 to 3 groups from the model (kSteps + 1 x 3).
  const Matrix& from_best() const { return from_best_; }
  /// The same of the law that these groups alone would give.
  const Matrix& from_truncated() const { return from_truncated_; }
  /// E KL(law || best law) of 0 to 3 groups over these contexts (4).
  const Vector& stairs() const { return stairs_; }
  /// The same over all contexts.
  const Vector& exact_stairs() const { return exact_stairs_; }
  /// Largest difference of the float's loss and gradient after t steps from those in double.
  double gradient_error(Index t);

 private:
  PatternRun(const PatternRunParams& p, Rng rng);
  void find_laws();
  void look();

  PatternTask task_;
  PatternData data_;
  FastPatternPass pass_;
  FastPatternTrainer trainer_;
  std::optional<BestLaws> best_;  // while laws are found
  std::vector<PatternMoments> of_best_, of_truncated_;
  std::vector<PatternHeads> heads_;
  std::vector<Matrix> best_laws_, truncated_laws_;
  Vector stairs_, exact_stairs_;
  Matrix from_best_, from_truncated_;
};

/// gradient_error of a few contexts after a few steps: what float kernels that miscalculate would
/// get wrong.
double pattern_self_test();

}  // namespace attn::experiments
