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
  ATTN_DESCRIBED(HopfieldCapacityParams);
  ATTN_PARAM(double, damage, "share of the signs that are turned in the query",
             within(0.0, 0.4)) = 0.1;
  ATTN_PARAM(double, beta, "inverse temperature of the softmax", within(1e-3, 20.0)) = 1.0;
  ATTN_CHOICE(CapacityCriterion, criterion, "what the softmax memory must get right", "signs",
              "weight") = CapacityCriterion::kSigns;
  ATTN_PARAM(std::uint64_t, seed, "of the random numbers") = 7;
};

struct HopfieldCapacityFrame {
  ATTN_DESCRIBED(HopfieldCapacityFrame);
  ATTN_FIELD(Vector, modern_sizes, "(n) signs of a pattern, of the softmax memory");
  ATTN_FIELD(Matrix, modern,
             "(n x trials) patterns at which it first fails; `most` where it does not, 0 where it "
             "is not yet known");
  ATTN_FIELD(Vector, modern_median, "(n) of the trials that are known; 0 for none");
  ATTN_FIELD(Vector, modern_unfailed, "(n) how many of them do not fail up to `most`");
  ATTN_FIELD(Vector, theory,
             "(n) patterns at which the others have as much weight, in expectation");
  ATTN_FIELD(Vector, classical_sizes, "(m) signs of a pattern, of the classical memory");
  ATTN_FIELD(Matrix, classical,
             "(m x trials) patterns at which it first fails; 0 where not yet known");
  ATTN_FIELD(Vector, classical_median, "(m) of the trials that are known; 0 for none");
  ATTN_FIELD(Index, most, "patterns at which a trial of the softmax memory is given up") = 0;
  ATTN_FIELD(Index, trials, "of each size that are complete") = 0;
  ATTN_FIELD(double, progress, "share of the trials that are complete, 0 .. 1") = 0.0;
};

/// A trial: round(damage n) signs of a pattern are turned, and random patterns are added until the
/// memory no longer gives the pattern back. Softmax: one update. Classical: settled, W_ii = 0, 97.5
/// % of the signs right. Trials go through all sizes in turn.
class HopfieldCapacity : public WithFrame<HopfieldCapacityParams, HopfieldCapacityFrame>,
                         public WithOpening<HopfieldCapacity>,
                         public WithUnits<HopfieldCapacity> {
 public:
  static constexpr const char* kName = "hopfield_capacity";
  static constexpr const char* kAbout =
      "patterns at which two memories first fail, by their size (seed 001, section 9.3)";
  static std::vector<Setting<Params>> settings();

  static constexpr Index kTrials = 15;

  explicit HopfieldCapacity(const Params& params);
  HopfieldCapacity(const Params& params, InUnits);

  /// One trial of every size.
  Index opening_units() const;
  void open_unit(Index) { work(); }

  /// A unit is one trial of one size.
  Index units() const;
  void work();

 private:
  Params params_;
};

}  // namespace attn::experiments
