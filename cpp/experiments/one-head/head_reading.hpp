// One row of one head of a trained model under the instruments of all five papers, and what the
// same head does over many windows of text at that temperature. Sources: seed 001, part III; seed
// 000, eq 10 to 23; seed 002, eq 14; seed 003, section 3; seed 004, eq 1.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/one-head/reading_source.hpp"

namespace attn::experiments {

struct HeadReadingParams {
  ATTN_DESCRIBED(HeadReadingParams);
  ATTN_PARAM(Index, layer, "of the head, from 1", within(1, 2)) = 1;
  ATTN_PARAM(Index, head, "of the layer, from 1", within(1, 4)) = 1;
  ATTN_PARAM(Index, window, "of the text that was not trained on, from 1", within(1, 400)) = 1;
  ATTN_PARAM(Index, token, "of the window, from 1: the row that is read", within(6, 32)) = 24;
  ATTN_PARAM(double, temperature, "by which the scores of this head are divided",
             within(0.25, 4.0)) = 1.0;
  ATTN_GROUP(ReadingSourceParams, source);
};

struct HeadReadingFrame {
  ATTN_DESCRIBED(HeadReadingFrame);
  ATTN_FIELD(Vector, characters, "(32) the window, by their numbers in Unicode");
  ATTN_FIELD(Vector, scores, "(token) of the row, at the temperature 1");
  ATTN_FIELD(Vector, weights, "(token) of the row");
  ATTN_FIELD(Vector, advantage, "(token) A = u (g - v): above 0 the loss wants more weight there");
  ATTN_FIELD(Vector, distance, "(token) -scale |q - k|^2 / 2");
  ATTN_FIELD(Vector, log_temperatures, "(49) log2 of temperatures, from 1/8 to 8");
  ATTN_FIELD(Vector, capacity, "(49) heat capacity of the row at these");
  ATTN_FIELD(Vector, capacity_gauss,
             "(49) mean heat capacity of 20 rows of normal scores of the same spread");
  ATTN_FIELD(double, peak, "temperature at which the row's heat capacity is greatest") = 0.0;
  ATTN_FIELD(Matrix, eigen_query,
             "(8 x 2) eigenvalues of the block of the query, keys and values held");
  ATTN_FIELD(Matrix, eigen_whole, "(8 x 2) those of the whole block, own key and value too");
  ATTN_FIELD(double, log_det_query, "log |det(I - M)| of the first") = 0.0;
  ATTN_FIELD(double, log_det_whole, "and of the second; each at least -50") = 0.0;
  ATTN_FIELD(Vector, lag_row, "(16) weight by lag of the row");
  ATTN_FIELD(double, effective_rank, "of W_Q^T W_K, without the norm before it") = 0.0;
  ATTN_FIELD(double, symmetric_share, "of W_Q^T W_K") = 0.0;
  ATTN_FIELD(double, value_cosine, "of W_O W_V with (W_Q^T W_K)^T") = 0.0;
  ATTN_FIELD(Index, windows, "read so far, for what follows") = 0;
  ATTN_FIELD(double, relative_entropy, "H over its greatest value, the mean of rows") = 0.0;
  ATTN_FIELD(double, effective_tokens, "e^H, the mean of rows") = 0.0;
  ATTN_FIELD(double, top_weight, "the mean of rows") = 0.0;
  ATTN_FIELD(Vector, lag_text, "(16) weight by lag");
  ATTN_FIELD(double, position_share, "of the scores, that position alone explains") = 0.0;
  ATTN_FIELD(double, distance_share,
             "of the scores, that distance explains, the mean of windows") = 0.0;
  ATTN_FIELD(double, distance_slope, "of the scores over distance, the mean of windows") = 0.0;
  ATTN_FIELD(double, bits_lost, "a token, by this temperature in place of 1") = 0.0;
  ATTN_FIELD(double, weight_error, "of the sum of the weights, from 1") = 0.0;
  ATTN_FIELD(double, routing_error, "of the sum of weight times advantage, from 0") = 0.0;
  ATTN_FIELD(double, capacity_error,
             "of the heat capacity from the growth of the mean energy, by differences") = 0.0;
  ATTN_FIELD(double, distance_error,
             "of the scores from distance and the lengths of query and keys") = 0.0;
  ATTN_FIELD(double, block_error,
             "of log |det| from a matrix of 8 rows, from that of the block itself") = 0.0;
};

class HeadReading : public WithFrame<HeadReadingParams, HeadReadingFrame>,
                    public WithUnits<HeadReading> {
 public:
  static constexpr const char* kName = "head_reading";
  static constexpr const char* kAbout =
      "one row of one head of a language model under the instruments of all five papers";
  static std::vector<Setting<Params>> settings();
  static constexpr Index kWindows = 60;
  static constexpr Index kLags = 16;

  explicit HeadReading(const Params& params);

  /// A unit is a window of the text.
  Index units() const;
  void work();

 private:
  void read_row();
  void put_blocks(const GptBatch& batch, const GptForward& forward);

  Params params_;
  ReadingSource source_;
  double clean_ = 0.0, touched_ = 0.0;  // losses
  Matrix centred_;                      // mean of the scores, each row centred
  double squares_ = 0.0;
};

}  // namespace attn::experiments
