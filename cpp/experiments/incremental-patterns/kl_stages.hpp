// What heads know on a plateau: the model against the best laws of who reads one, two or three
// groups of clues, or against the laws that these alone would give, with which seed 003 measures
// (section 2.2, eq 3, figure 3).
#pragma once

#include "experiments/bases.hpp"
#include "experiments/incremental-patterns/pattern_run.hpp"

namespace attn::experiments {

/// What the model is compared with.
enum class PatternReference { kBest, kTruncated };

struct KlStagesParams {
  ATTN_DESCRIBED(KlStagesParams);
  ATTN_GROUP(PatternRunParams, run);
  ATTN_CHOICE(PatternReference, reference, "laws of 1 to 3 groups: the best, or truncated", "best",
              "truncated") = PatternReference::kBest;
};

struct KlStagesFrame {
  ATTN_DESCRIBED(KlStagesFrame);
  ATTN_FIELD(Index, step, "the one on show") = 0;
  ATTN_FIELD(Index, steps, "of training") = 0;
  ATTN_FIELD(Matrix, kl,
             "mean divergence of the law of reference of 1 to 3 groups from the model, at each "
             "step (steps + 1 x 3), nats");
  ATTN_FIELD(Vector, min_kl, "the least of it so far (3)");
  ATTN_FIELD(Vector, dips, "the step of that (3)");
  ATTN_FIELD(Vector, strengths, "how much of each group's matrix the model has (3)");
  ATTN_FIELD(Matrix, best_strengths,
             "how much it has at best if it reads 1 to 3 groups: a row for each (3 x 3)");
  ATTN_FIELD(Vector, excess, "mean divergence of the law from the model at each step (steps + 1)");
  ATTN_FIELD(Vector, stairs, "the least of it for who reads 0 to 3 groups of these contexts (4)");
  ATTN_FIELD(double, lowest_kl, "over all steps and references") = 0.0;
  ATTN_FIELD(double, sum_error, "largest |sum - 1| of a law of reference") = 0.0;
  ATTN_FIELD(double, kl_error,
             "largest difference of a divergence at this step from the one in double") = 0.0;
};

class KlStages : public WithSteps<KlStages, KlStagesParams, KlStagesFrame>,
                 public WithOpening<KlStages> {
 public:
  static constexpr const char* kName = "kl_stages";
  static constexpr const char* kAbout =
      "heads that learn, against the laws of who reads some groups of clues (seed 003, section "
      "2.2)";
  static constexpr bool kFloats = true;
  static std::vector<Setting<Params>> settings();
  static double self_test() { return pattern_self_test(); }

  explicit KlStages(const Params& params);
  KlStages(const Params& params, InUnits);

  /// The run, and what all of it says.
  Index opening_units() const { return PatternRun::kUnits + 1; }
  void open_unit(Index unit);

  Index steps() const { return PatternRun::kSteps; }
  void look_at(Index t);

 private:
  void sum_up();
  // Laws of 1 to 3 groups.
  const std::vector<Matrix>& references() const {
    return best_ ? run_.best_laws() : run_.truncated_laws();
  }

  bool best_;
  PatternRun run_;
};

}  // namespace attn::experiments
