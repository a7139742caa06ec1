// A head of the reader's own, from a file, under the instruments that need no model around it.
// Sources: seed 001, part III; seed 000, eq 10 to 23; seed 002, eq 14; seed 003, section 3; seed
// 004, eq 1.
#pragma once

#include <string>

#include "attn/reading/head.hpp"
#include "experiments/bases.hpp"

namespace attn::experiments {

struct OwnHeadParams {
  ATTN_DESCRIBED(OwnHeadParams);
  ATTN_PARAM(std::string, files,
             "of docs/own-head.md, a line each: its bytes in base64, a space, its name", needed());
  ATTN_PARAM(double, place, "of the row that is read: 0 is the first, 1 the last",
             within(0.0, 1.0)) = 1.0;
  ATTN_PARAM(double, temperature, "by which the scores are divided", within(0.25, 4.0)) = 1.0;
};

struct OwnHeadFrame {
  ATTN_DESCRIBED(OwnHeadFrame);
  ATTN_FIELD(Index, queries, "tokens that ask, n") = 0;
  ATTN_FIELD(Index, all_keys, "tokens that are asked, m") = 0;
  ATTN_FIELD(Index, width, "of a token of X; 0 where there is none") = 0;
  ATTN_FIELD(Index, key_size, "numbers of a query and of a key") = 0;
  ATTN_FIELD(double, scale, "that the products of queries and keys are multiplied by") = 0.0;
  ATTN_FIELD(Index, row, "that is read, from 1") = 0;
  ATTN_FIELD(Vector, labels,
             "of the tokens that ask, by their numbers in Unicode, -1 after each; empty where the "
             "file has none");
  ATTN_FIELD(Vector, keys, "that the row may see, from 0");
  ATTN_FIELD(Vector, scores, "of the row, one for each of these, at the temperature 1");
  ATTN_FIELD(Vector, weights, "of the row");
  ATTN_FIELD(Vector, advantage, "A = u (g - v); empty without U");
  ATTN_FIELD(Vector, distance, "-scale |q - k|^2 / 2");
  ATTN_FIELD(Vector, log_temperatures, "(49) log2 of temperatures, from 1/8 to 8");
  ATTN_FIELD(Vector, capacity, "(49) heat capacity of the row at these");
  ATTN_FIELD(Vector, capacity_gauss,
             "(49) mean heat capacity of 20 rows of normal scores of the same spread");
  ATTN_FIELD(double, peak, "temperature at which the row's heat capacity is greatest") = 0.0;
  ATTN_FIELD(Matrix, eigen_query,
             "(d_v x 2) eigenvalues of the block of the query; empty without X and W_O");
  ATTN_FIELD(Matrix, eigen_whole, "(d_v x 2) those of the whole block");
  ATTN_FIELD(double, log_det_query, "log |det(I - M)| of the first") = 0.0;
  ATTN_FIELD(double, log_det_whole, "and of the second; each at least -50") = 0.0;
  ATTN_FIELD(Vector, lag_row, "(16) weight by lag of the row; empty where n is not m");
  ATTN_FIELD(Vector, lag_all, "(16) the mean of all rows that have the lag");
  ATTN_FIELD(double, effective_tokens, "e^H, the mean of rows") = 0.0;
  ATTN_FIELD(double, distance_share, "of the scores, that distance explains") = 0.0;
  ATTN_FIELD(double, distance_slope, "of the scores over distance") = 0.0;
  ATTN_FIELD(double, effective_rank, "of W_Q^T W_K; 0 without X") = 0.0;
  ATTN_FIELD(double, symmetric_share, "of W_Q^T W_K; 0 without X") = 0.0;
  ATTN_FIELD(double, value_cosine, "of W_O W_V with (W_Q^T W_K)^T; 0 without W_O") = 0.0;
  ATTN_FIELD(double, routed_error, "mean |u (g - mean g)| of the rows; 0 without U") = 0.0;
  ATTN_FIELD(double, weight_error, "of the sum of the weights, from 1") = 0.0;
  ATTN_FIELD(double, routing_error,
             "of the sum of weight times advantage, as a share of its terms") = 0.0;
  ATTN_FIELD(double, distance_error,
             "of the scores from distance and the lengths of query and keys, as a share of these") =
      0.0;
  ATTN_FIELD(double, block_error,
             "of log |det| from the product of 1 - eigenvalue, for both blocks") = 0.0;
};

/// All of it is there at once.
class OwnHead : public WithFrame<OwnHeadParams, OwnHeadFrame> {
 public:
  static constexpr const char* kName = "own_head";
  static constexpr const char* kAbout =
      "one row of a head from a file under the instruments that need no model";
  static std::vector<Setting<Params>> settings();
  static constexpr Index kLags = 16;

  explicit OwnHead(const Params& params);

 private:
  void read_row(const Head& head, Index t, double temperature);
  void read_all(const Head& head, double temperature);
  void put_blocks(const Head& head, Index t, double temperature);
};

/// A head with all that a file can have, as text, for tests.
std::string made_up_head(std::uint64_t seed);

}  // namespace attn::experiments
