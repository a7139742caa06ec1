// Heads that learn three groups of clues: first all go to the loudest, then one leaves. Source:
// seed 003, sections 2.2 and 2.4.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/incremental-patterns/pattern_run.hpp"

namespace attn::experiments {

struct StagesParams {
  ATTN_DESCRIBED(StagesParams);
  ATTN_GROUP(PatternRunParams, run);
};

struct StagesFrame {
  ATTN_DESCRIBED(StagesFrame);
  ATTN_FIELD(Index, step, "the one on show") = 0;
  ATTN_FIELD(Index, steps, "of training") = 0;
  ATTN_FIELD(Vector, excess,
             "mean divergence of the law from the model at each step (steps + 1), nats");
  ATTN_FIELD(Vector, stairs, "the least of it for who reads 0 to 3 groups of these contexts (4)");
  ATTN_FIELD(Vector, exact_stairs, "the same over all contexts (4)");
  ATTN_FIELD(Matrix, weights, "s at this step (H x 12), the newest lag first");
  ATTN_FIELD(Matrix, mass, "what each head gives to each group (H x 3)");
  ATTN_FIELD(Matrix, trails, "the same at every fifth step, head by head (steps / 5 + 1 x 3 H)");
  ATTN_FIELD(
      Vector, times,
      "first steps at which the excess is below the middle of two stairs (3); Infinity for none");
  ATTN_FIELD(Index, learned, "how many of these have passed at this step") = 0;
  ATTN_FIELD(double, common_mass,
             "of steps up to this one, the most that every head gave to group 1") = 0.0;
  ATTN_FIELD(double, purity,
             "the least over groups of what its best head gives to it, at this step") = 0.0;
  ATTN_FIELD(double, competition, "mean over pairs of heads of sum_i min(s_k[i], s_l[i])") = 0.0;
  ATTN_FIELD(double, spread, "largest difference of a head from the first, in V and q") = 0.0;
  ATTN_FIELD(double, row_error, "largest |sum - 1| of the weights of a head") = 0.0;
  ATTN_FIELD(
      double, gradient_error,
      "largest difference of the float's loss and gradient from those in double, at this step") =
      0.0;
};

class Stages : public WithSteps<Stages, StagesParams, StagesFrame>, public WithOpening<Stages> {
 public:
  static constexpr const char* kName = "stages";
  static constexpr const char* kAbout =
      "heads learn three groups of clues, one after the other (seed 003, sections 2.2 and 2.4)";
  static constexpr bool kFloats = true;
  static std::vector<Setting<Params>> settings();
  static double self_test() { return pattern_self_test(); }

  explicit Stages(const Params& params);
  Stages(const Params& params, InUnits);

  /// The run, and what all of it says.
  Index opening_units() const { return PatternRun::kUnits + 1; }
  void open_unit(Index unit);

  Index steps() const { return PatternRun::kSteps; }
  Index opens() const { return 120; }
  void look_at(Index t);

 private:
  void sum_up();

  PatternRun run_;
  Vector common_;  // (steps + 1) the mass that every head gives to group 1
};

}  // namespace attn::experiments
