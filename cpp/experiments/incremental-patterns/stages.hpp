// Heads that learn three groups of clues: first all go to the loudest, then one leaves. Source:
// seed 003, sections 2.2 and 2.4.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/incremental-patterns/pattern_run.hpp"

namespace attn::experiments {

struct StagesParams {
  PatternRunParams run;

  ATTN_DESCRIBE(StagesParams, group(ATTN_MEMBER(run)));
};

struct StagesFrame {
  Index step = 0;
  Index steps = 0;
  Vector excess;
  Vector stairs;
  Vector exact_stairs;
  Matrix weights;
  Matrix mass;
  Matrix trails;
  Vector times;
  Index learned = 0;
  double common_mass = 0.0;
  double purity = 0.0;
  double competition = 0.0;
  double spread = 0.0;
  double row_error = 0.0;
  double gradient_error = 0.0;

  ATTN_DESCRIBE(StagesFrame, field(ATTN_MEMBER(step), "the one on show"),
                field(ATTN_MEMBER(steps), "of training"),
                field(ATTN_MEMBER(excess),
                      "mean divergence of the law from the model at each step (steps + 1), nats"),
                field(ATTN_MEMBER(stairs),
                      "the least of it for who reads 0 to 3 groups of these contexts (4)"),
                field(ATTN_MEMBER(exact_stairs), "the same over all contexts (4)"),
                field(ATTN_MEMBER(weights), "s at this step (H x 12), the newest lag first"),
                field(ATTN_MEMBER(mass), "what each head gives to each group (H x 3)"),
                field(ATTN_MEMBER(trails),
                      "the same at every fifth step, head by head (steps / 5 + 1 x 3 H)"),
                field(ATTN_MEMBER(times),
                      "first steps at which the excess is below the middle of two stairs (3); "
                      "Infinity for none"),
                field(ATTN_MEMBER(learned), "how many of these have passed at this step"),
                field(ATTN_MEMBER(common_mass),
                      "of steps up to this one, the most that every head gave to group 1"),
                field(ATTN_MEMBER(purity),
                      "the least over groups of what its best head gives to it, at this step"),
                field(ATTN_MEMBER(competition),
                      "mean over pairs of heads of sum_i min(s_k[i], s_l[i])"),
                field(ATTN_MEMBER(spread),
                      "largest difference of a head from the first, in V and q"),
                field(ATTN_MEMBER(row_error), "largest |sum - 1| of the weights of a head"),
                field(ATTN_MEMBER(gradient_error),
                      "largest difference of the float's loss and gradient from those in double, "
                      "at this step"));
};

class Stages : public WithSteps<Stages, StagesParams, StagesFrame> {
 public:
  static constexpr const char* kName = "stages";
  static constexpr const char* kAbout =
      "heads learn three groups of clues, one after the other (seed 003, sections 2.2 and 2.4)";
  static constexpr bool kFloats = true;
  static std::vector<Setting<Params>> settings();
  static double self_test() { return pattern_self_test(); }

  explicit Stages(const Params& params);
  Index steps() const { return PatternRun::kSteps; }
  Index opens() const { return 120; }
  void look_at(Index t);

 private:
  PatternRun run_;
  Vector common_;  // (steps + 1) the mass that every head gives to group 1
};

}  // namespace attn::experiments
