// Where it is best to stop on little data: heads that learn from N contexts, each with one token
// that was drawn, against the laws of who reads some groups of clues on contexts that they have not
// seen. Source: seed 003, section 2.5.
#pragma once

#include <optional>
#include "experiments/bases.hpp"

#include "experiments/incremental-patterns/pattern_run.hpp"

namespace attn::experiments {

/// When training is stopped: where the excess loss is least, which takes the law to know, or the
/// cross-entropy on N / 3 more sequences.
enum class StopAt { kExcess, kHeldOut };

struct DatasetSizeParams {
  Index sequences = 150;
  StopAt stop = StopAt::kExcess;
  Index lags = 12;
  std::uint64_t seed = 1;

  ATTN_DESCRIBE(DatasetSizeParams,
                param(ATTN_MEMBER(sequences), "contexts to learn from", within(30, 2000)),
                choice(ATTN_MEMBER(stop),
                       "at the least excess, or the least loss on a third as many more", "excess",
                       "held-out"),
                param(ATTN_MEMBER(lags), "that heads can read: 4, 8 or 12", within(4, 12)),
                param(ATTN_MEMBER(seed), "of contexts, tokens and the start"));
};

struct DatasetSizeFrame {
  Index sequences = 0;
  Matrix curves;
  Index step = 0;
  double best = 0.0;
  double end = 0.0;
  Index nearest = 0;
  Vector stairs;
  Vector sizes;
  Vector bests;
  Vector ends;
  Vector steps;
  Vector nearests;
  double lowest_kl = 0.0;
  double loss_error = 0.0;

  ATTN_DESCRIBE(
      DatasetSizeFrame, field(ATTN_MEMBER(sequences), "contexts to learn from"),
      field(ATTN_MEMBER(curves),
            "mean divergence of the best law of who reads 0 to 3 groups from the model on fresh "
            "contexts, at every fifth step (301 x 4), nats"),
      field(ATTN_MEMBER(step), "at which it is stopped"),
      field(ATTN_MEMBER(best), "the excess loss there"),
      field(ATTN_MEMBER(end), "the excess loss after all steps"),
      field(ATTN_MEMBER(nearest), "how many groups the best law reads that is nearest there"),
      field(ATTN_MEMBER(stairs), "E KL(law || best law) of 0 to 3 groups, fresh contexts (4)"),
      field(ATTN_MEMBER(sizes), "numbers of contexts that have been computed, up to 9"),
      field(ATTN_MEMBER(bests), "the excess at the stop for each"),
      field(ATTN_MEMBER(ends), "after all steps"),
      field(ATTN_MEMBER(steps), "at which each is stopped"),
      field(ATTN_MEMBER(nearests), "how many groups the nearest law reads"),
      field(ATTN_MEMBER(lowest_kl), "over all that has been computed"),
      field(ATTN_MEMBER(loss_error), "difference of a last loss in float from the one in double"));
};

class DatasetSize : public WithFrame<DatasetSizeParams, DatasetSizeFrame>,
                    public WithUnits<DatasetSize> {
 public:
  static constexpr const char* kName = "dataset_size";
  static constexpr const char* kAbout =
      "the best moment to stop when contexts are few (seed 003, section 2.5)";
  static constexpr bool kFloats = true;
  static std::vector<Setting<Params>> settings();
  static double self_test() { return pattern_self_test(); }

  static constexpr Index kSteps = 1500;
  static constexpr Index kEvery = 5;
  static constexpr Index kFresh = 3000;

  explicit DatasetSize(const Params& params);
  /// A unit is a number of contexts.
  Index units() const;
  void work();

 private:
  /// What a size comes to.
  struct Outcome {
    Matrix curves;
    Index step;
    double best, end;
    Index nearest;
  };
  Outcome train(Index n);

  Params params_;
  PatternData pool_, held_out_;
  std::optional<FastPatternPass> fresh_;  // whatever the size
  PatternHeads start_;
  std::vector<PatternMoments> laws_;  // of 0 to 3 groups
};

}  // namespace attn::experiments
