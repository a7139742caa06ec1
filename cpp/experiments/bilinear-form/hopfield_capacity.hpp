// How many random patterns a memory gives back from damaged queries. Source: seed 001, sections 9.1
// and 9.3.
#pragma once

#include "experiments/bases.hpp"

namespace attn::experiments {

enum class CapacityCriterion {
  kSigns,  ///< every sign of the answer is right
  kWeight  ///< the right pattern has at least half of the weight
};

struct HopfieldCapacityParams {
  double damage = 0.1;
  double beta = 1.0;
  CapacityCriterion criterion = CapacityCriterion::kSigns;
  std::uint64_t seed = 7;

  ATTN_DESCRIBE(HopfieldCapacityParams,
                param(ATTN_MEMBER(damage), "share of the signs that are turned in the query",
                      within(0.0, 0.4)),
                param(ATTN_MEMBER(beta), "inverse temperature of the softmax", within(1e-3, 20.0)),
                choice(ATTN_MEMBER(criterion), "what the softmax memory must get right", "signs",
                       "weight"),
                param(ATTN_MEMBER(seed), "of the random numbers"));
};

struct HopfieldCapacityFrame {
  Vector modern_sizes;
  Matrix modern;
  Vector modern_median;
  Vector modern_unfailed;
  Vector theory;
  Vector classical_sizes;
  Matrix classical;
  Vector classical_median;
  Index most = 0;
  Index trials = 0;
  double progress = 0.0;

  ATTN_DESCRIBE(
      HopfieldCapacityFrame,
      field(ATTN_MEMBER(modern_sizes), "(n) signs of a pattern, of the softmax memory"),
      field(ATTN_MEMBER(modern),
            "(n x trials) patterns at which it first fails; `most` where it does not, 0 where it "
            "is not yet known"),
      field(ATTN_MEMBER(modern_median), "(n) of the trials that are known; 0 for none"),
      field(ATTN_MEMBER(modern_unfailed), "(n) how many of them do not fail up to `most`"),
      field(ATTN_MEMBER(theory),
            "(n) patterns at which the others have as much weight, in expectation"),
      field(ATTN_MEMBER(classical_sizes), "(m) signs of a pattern, of the classical memory"),
      field(ATTN_MEMBER(classical),
            "(m x trials) patterns at which it first fails; 0 where not yet known"),
      field(ATTN_MEMBER(classical_median), "(m) of the trials that are known; 0 for none"),
      field(ATTN_MEMBER(most), "patterns at which a trial of the softmax memory is given up"),
      field(ATTN_MEMBER(trials), "of each size that are complete"),
      field(ATTN_MEMBER(progress), "share of the trials that are complete, 0 .. 1"));
};

/// A trial: round(damage n) signs of a pattern are turned, and random patterns are added until the
/// memory no longer gives the pattern back. Softmax: one update. Classical: settled, W_ii = 0, 97.5
/// % of the signs right. Trials go through all sizes in turn.
class HopfieldCapacity : public WithFrame<HopfieldCapacityParams, HopfieldCapacityFrame>,
                         public WithUnits<HopfieldCapacity> {
 public:
  static constexpr const char* kName = "hopfield_capacity";
  static constexpr const char* kAbout =
      "patterns at which two memories first fail, by their size (seed 001, section 9.3)";
  static std::vector<Setting<Params>> settings();

  static constexpr Index kTrials = 15;

  explicit HopfieldCapacity(const Params& params);

  /// A unit is one trial of one size.
  Index units() const;
  void work();

 private:
  Params params_;
};

}  // namespace attn::experiments
