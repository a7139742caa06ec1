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
  PatternRunParams run;
  PatternReference reference = PatternReference::kBest;

  ATTN_DESCRIBE(KlStagesParams, group(ATTN_MEMBER(run)),
                choice(ATTN_MEMBER(reference), "laws of 1 to 3 groups: the best, or truncated",
                       "best", "truncated"));
};

struct KlStagesFrame {
  Index step = 0;
  Index steps = 0;
  Matrix kl;
  Vector min_kl;
  Vector dips;
  Vector strengths;
  Matrix best_strengths;
  Vector excess;
  Vector stairs;
  double lowest_kl = 0.0;
  double sum_error = 0.0;
  double kl_error = 0.0;

  ATTN_DESCRIBE(KlStagesFrame, field(ATTN_MEMBER(step), "the one on show"),
                field(ATTN_MEMBER(steps), "of training"),
                field(ATTN_MEMBER(kl),
                      "mean divergence of the law of reference of 1 to 3 groups from the model, at "
                      "each step (steps + 1 x 3), nats"),
                field(ATTN_MEMBER(min_kl), "the least of it so far (3)"),
                field(ATTN_MEMBER(dips), "the step of that (3)"),
                field(ATTN_MEMBER(strengths), "how much of each group's matrix the model has (3)"),
                field(ATTN_MEMBER(best_strengths),
                      "how much it has at best if it reads 1 to 3 groups: a row for each (3 x 3)"),
                field(ATTN_MEMBER(excess),
                      "mean divergence of the law from the model at each step (steps + 1)"),
                field(ATTN_MEMBER(stairs),
                      "the least of it for who reads 0 to 3 groups of these contexts (4)"),
                field(ATTN_MEMBER(lowest_kl), "over all steps and references"),
                field(ATTN_MEMBER(sum_error), "largest |sum - 1| of a law of reference"),
                field(ATTN_MEMBER(kl_error),
                      "largest difference of a divergence at this step from the one in double"));
};

class KlStages : public WithSteps<KlStages, KlStagesParams, KlStagesFrame> {
 public:
  static constexpr const char* kName = "kl_stages";
  static constexpr const char* kAbout =
      "heads that learn, against the laws of who reads some groups of clues (seed 003, section "
      "2.2)";
  static constexpr bool kFloats = true;
  static std::vector<Setting<Params>> settings();
  static double self_test() { return pattern_self_test(); }

  explicit KlStages(const Params& params);
  Index steps() const { return PatternRun::kSteps; }
  void look_at(Index t);

 private:
  // Laws of 1 to 3 groups.
  const std::vector<Matrix>& references() const {
    return best_ ? run_.best_laws() : run_.truncated_laws();
  }

  bool best_;
  PatternRun run_;
};

}  // namespace attn::experiments
