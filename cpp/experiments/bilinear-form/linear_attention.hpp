// How far attention by features is from attention, over the number of features. Source: seed 001,
// section 10.2.
#pragma once

#include <optional>

#include "attn/attention/linear_attention.hpp"
#include "attn/numerics/rng.hpp"
#include "experiments/bases.hpp"

namespace attn::experiments {

struct LinearAttentionParams {
  ATTN_DESCRIBED(LinearAttentionParams);
  ATTN_PARAM(double, spread, "standard deviation of the scores q k", within(0.01, 4.0)) = 0.25;
  ATTN_PARAM(std::uint64_t, seed, "of the random numbers") = 7;
};

struct LinearAttentionFrame {
  ATTN_DESCRIBED(LinearAttentionFrame);
  ATTN_FIELD(double, spread, "standard deviation of the scores") = 0.0;
  ATTN_FIELD(Index, draws, "that are whole, of 5") = 0;
  ATTN_FIELD(Vector, frequencies, "(10) m, from 4 to 2048");
  ATTN_FIELD(Vector, counts,
             "(10) draws that have been made at each m; where it is 0, so are the numbers below");
  ATTN_FIELD(Matrix, errors,
             "(4 x 10) |O of features - O| / |O|, means over the draws: positive features, "
             "trigonometric ones, ELU + 1, and the mean of the values in place of O");
  ATTN_FIELD(Matrix, least, "(4 x 10) the least of the draws");
  ATTN_FIELD(Matrix, most, "(4 x 10) the largest of them");
  ATTN_FIELD(Vector, negative,
             "(10) share of the queries whose normaliser is below 0, trigonometric");
  ATTN_FIELD(double, exact_cost, "multiplications of attention, 2 n^2 d") = 0.0;
  ATTN_FIELD(
      Matrix, costs,
      "(2 x 10) multiplications by positive features, 4 n m d, and by trigonometric ones, 6 n m d");
  ATTN_FIELD(double, sums_error,
             "running sums against the kernel of features written out, m = 64, of the sum of the "
             "absolute values of all products") = 0.0;
};

/// A draw is 128 queries and keys of 16 numbers, of variance spread / 4, so that the scores q k
/// have the standard deviation `spread`, 128 x 16 values of N(0, 1) and 2048 frequencies, of which
/// the first m are taken. The kernel is exp(q k). Refining adds, draw by draw, one m after the
/// other.
class LinearAttention : public WithUnits<LinearAttention> {
 public:
  using Params = LinearAttentionParams;
  using Frame = LinearAttentionFrame;
  static constexpr const char* kName = "linear_attention";
  static constexpr const char* kAbout =
      "attention by features against attention, over their number (seed 001, section 10.2)";
  static std::vector<Setting<Params>> settings();

  static constexpr Index kTokens = 128;
  static constexpr Index kSize = 16;
  static constexpr Index kDraws = 5;
  static constexpr Index kCounts = 10;
  static constexpr Index kMost = 2048;

  explicit LinearAttention(const Params& params);

  /// Each m of a draw is five units: positive features, and trigonometric ones of either half of
  /// the keys and then of the queries.
  static constexpr Index kPieces = 5;
  Index units() const { return kDraws * kCounts * kPieces; }
  void work();
  Frame frame() const;

 private:
  Index known() const { return done_ / kPieces; }  // how often some m is whole
  void draw();
  void note_all(Index at);
  void note(Index kind, Index at, double error);
  void check_sums();

  Params params_;
  Rng rng_;
  Matrix q_, k_, v_, exact_, frequencies_;
  double elu_ = 0.0, mean_ = 0.0;             // errors of the present draw
  double positive_ = 0.0;                     // and of its present m
  std::optional<LinearAttentionState> sums_;  // of its trigonometric features
  Matrix trigonometric_;                      // outputs of them
  Index turned_ = 0;                          // queries with a normaliser below 0
  Matrix errors_, least_, most_;              // the first sums over the draws
  Vector negative_;
  double sums_error_ = 0.0;
};

}  // namespace attn::experiments
