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
  ATTN_DESCRIBED(DatasetSizeParams);
  ATTN_PARAM(Index, sequences, "contexts to learn from", within(30, 2000)) = 150;
  ATTN_CHOICE(StopAt, stop, "at the least excess, or the least loss on a third as many more",
              "excess", "held-out") = StopAt::kExcess;
  ATTN_PARAM(Index, lags, "that heads can read: 4, 8 or 12", within(4, 12)) = 12;
  ATTN_PARAM(std::uint64_t, seed, "of contexts, tokens and the start") = 1;
};

struct DatasetSizeFrame {
  ATTN_DESCRIBED(DatasetSizeFrame);
  ATTN_FIELD(Index, sequences, "contexts to learn from") = 0;
  ATTN_FIELD(Matrix, curves,
             "mean divergence of the best law of who reads 0 to 3 groups from the model on fresh "
             "contexts, at every fifth step (301 x 4), nats");
  ATTN_FIELD(Index, step, "at which it is stopped") = 0;
  ATTN_FIELD(double, best, "the excess loss there") = 0.0;
  ATTN_FIELD(double, end, "the excess loss after all steps") = 0.0;
  ATTN_FIELD(Index, nearest, "how many groups the best law reads that is nearest there") = 0;
  ATTN_FIELD(Vector, stairs, "E KL(law || best law) of 0 to 3 groups, fresh contexts (4)");
  ATTN_FIELD(Vector, sizes, "numbers of contexts that have been computed, up to 9");
  ATTN_FIELD(Vector, bests, "the excess at the stop for each");
  ATTN_FIELD(Vector, ends, "after all steps");
  ATTN_FIELD(Vector, steps, "at which each is stopped");
  ATTN_FIELD(Vector, nearests, "how many groups the nearest law reads");
  ATTN_FIELD(double, lowest_kl, "over all that has been computed") = 0.0;
  ATTN_FIELD(double, loss_error, "difference of a last loss in float from the one in double") = 0.0;
};

class DatasetSize : public WithFrame<DatasetSizeParams, DatasetSizeFrame>,
                    public WithOpening<DatasetSize>,
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
  /// Of a training, each a unit.
  static constexpr Index kPieces = 5;

  explicit DatasetSize(const Params& params);
  DatasetSize(const Params& params, InUnits);

  /// The best laws of the task, those of the fresh contexts, and a training.
  Index opening_units() const { return 2 + kPieces; }
  void open_unit(Index unit);

  /// Trainings of each number of contexts.
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
  /// One that is on its way.
  struct Trial {
    FastPatternTrainer trainer;
    FastPatternPass held_out;
    Matrix curves;
    double least;
    Index stop;
  };
  void find_laws();
  std::optional<Outcome> train(Index n, Index piece);
  Outcome end(Index n);

  Params params_;
  PatternTask task_;
  PatternData fresh_contexts_;
  std::optional<BestLaws> best_;  // while laws are found
  PatternData pool_, held_out_;
  std::optional<FastPatternPass> fresh_;  // whatever the size
  PatternHeads start_;
  std::vector<PatternMoments> laws_;  // of 0 to 3 groups
  std::optional<Trial> trial_;
};

}  // namespace attn::experiments
