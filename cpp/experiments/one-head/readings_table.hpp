// All heads of a trained model by every reading, what the model loses when each is touched, and how
// the two rank: within a layer, and all heads at once. Sources: seeds 000 to 004, as
// experiments/one-head/model_readings.hpp has them.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/one-head/model_readings.hpp"
#include "experiments/one-head/reading_source.hpp"

namespace attn::experiments {

struct ReadingsTableParams {
  ATTN_DESCRIBED(ReadingsTableParams);
  ATTN_PARAM(Index, windows, "of the text that was not trained on", within(1, 400)) = 40;
  ATTN_GROUP(ReadingSourceParams, source);
};

struct ReadingsTableFrame {
  ATTN_DESCRIBED(ReadingsTableFrame);
  ATTN_FIELD(Matrix, readings,
             "(8 x 29) of each head, layer by layer: the columns of attn read, in their order");
  ATTN_FIELD(Matrix, touches,
             "(8 x 4) bits by which predictions differ when the head is removed, its pattern "
             "frozen, its temperature halved, its queries noisy");
  ATTN_FIELD(Matrix, within,
             "(29 x 4) rank correlation of readings and touches among the heads of a layer, the "
             "mean over layers");
  ATTN_FIELD(Matrix, all, "(29 x 4) the same among all heads at once");
  ATTN_FIELD(double, bits, "a token, over the windows") = 0.0;
  ATTN_FIELD(double, self_error, "of the rank of a reading with itself, from 1") = 0.0;
};

class ReadingsTable : public WithFrame<ReadingsTableParams, ReadingsTableFrame> {
 public:
  static constexpr const char* kName = "readings_table";
  static constexpr const char* kAbout =
      "what foretells what a head of a language model is worth, by the quantities of five papers";
  static std::vector<Setting<Params>> settings();

  explicit ReadingsTable(const Params& params);

  /// A unit is a window, for the means, and then each head of each window.
  bool refine(Index budget);
  double progress() const;

 private:
  void look();

  Params params_;
  ReadingSource source_;
  GptBatch batch_;
  ModelReader reader_;
};

}  // namespace attn::experiments
