// Which comes to rest first in training, attention or the loss: the toy of seed 000 in forty draws,
// with steps of routing and of all else apart. Source: seed 000, section 6.3.
#pragma once

#include <array>

#include "experiments/bases.hpp"
#include "experiments/gradient-dynamics/toy.hpp"

namespace attn::experiments {

struct FramePrecisionParams {
  ATTN_DESCRIBED(FramePrecisionParams);
  ATTN_PARAM(double, rho, "steps of W_Q and W_K, over those of all else", within(0.1, 100.0)) = 1.0;
  ATTN_PARAM(double, soft, "of each target, shared out among the three classes",
             within(0.0, 0.4)) = 0.2;
  ATTN_PARAM(double, eta, "of every step of W_V and the read-out; there are 20 / eta steps",
             within(0.005, 0.05)) = 0.05;
  ATTN_PARAM(Index, draws, "of tokens, weights and classes", within(1, 100)) = 40;
  ATTN_PARAM(std::uint64_t, seed, "of the draw on show; those after it have the next seeds") = 3;
};

struct FramePrecisionFrame {
  ATTN_DESCRIBED(FramePrecisionFrame);
  ATTN_FIELD(Index, steps, "of training, each eta long") = 0;
  ATTN_FIELD(Vector, times, "eta times the steps so far (401)");
  ATTN_FIELD(Matrix, left,
             "(3 x 401) of the draw on show: |alpha - alpha_end|, |v - v_end| and KL - KL_end, "
             "over what they are at the start; KL is below 0 where it was lower than in the end");
  ATTN_FIELD(Matrix, lower, "(3 x 401) of all draws, a quarter are below");
  ATTN_FIELD(Matrix, upper, "(3 x 401) a quarter are above");
  ATTN_FIELD(Matrix, absolute,
             "(3 x 401) of the draw on show: |alpha - alpha_end|, |v - v_end| and KL, summed over "
             "the tokens, in nats");
  ATTN_FIELD(Vector, settled,
             "(3) of the draw on show: the time from which less than a tenth is left");
  ATTN_FIELD(Matrix, all_settled, "(draws x 3) of each draw");
  ATTN_FIELD(Vector, medians, "(3) of these");
  ATTN_FIELD(Vector, ends, "KL at the end of each draw (draws)");
  ATTN_FIELD(double, median_end, "of these") = 0.0;
  ATTN_FIELD(double, first, "share of the draws in which attention settles before KL") = 0.0;
  ATTN_FIELD(double, first_by_third,
             "share in which less than sqrt(0.1) of the way of attention is left before KL "
             "settles: near its least KL is quadratic in what is left of the way") = 0.0;
  ATTN_FIELD(double, stuck, "share whose KL ends above 0.5") = 0.0;
  ATTN_FIELD(Index, given_up, "draws that were given up: a step led to a loss above 1000") = 0;
  ATTN_FIELD(double, least, "the least KL of all draws and times") = 0.0;
  ATTN_FIELD(double, oracle_error,
             "of the change from the first weights to those after 10 steps, as this run has it and "
             "as HeadTrainer and training_change do: the largest of attention, values and KL") =
      0.0;
};

class FramePrecision : public WithFrame<FramePrecisionParams, FramePrecisionFrame>,
                       public WithOpening<FramePrecision> {
 public:
  static constexpr const char* kName = "frame_precision";
  static constexpr const char* kAbout =
      "how fast attention, values and calibration come to rest while the toy head trains (seed "
      "000, section 6.3)";
  static std::vector<Setting<Params>> settings();

  explicit FramePrecision(const Params& params);
  FramePrecision(const Params& params, InUnits);

  /// A draw each, and what they have in common.
  Index opening_units() const { return params_.draws + 1; }
  void open_unit(Index unit);

 private:
  void train(Index draw);
  void sum_up();

  Params params_;
  Vector by_third_;               // of each draw, the time to a third of the way of attention
  std::array<Matrix, 3> shares_;  // of each quantity, what is left (401 x draws)
};

}  // namespace attn::experiments
