// Which comes to rest first in training, attention or the loss: the toy of seed 000 in forty draws,
// with steps of routing and of all else apart. Source: seed 000, section 6.3.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/gradient-dynamics/toy.hpp"

namespace attn::experiments {

struct FramePrecisionParams {
  double rho = 1.0;
  double soft = 0.2;
  double eta = 0.05;
  Index draws = 40;
  std::uint64_t seed = 3;

  ATTN_DESCRIBE(
      FramePrecisionParams,
      param(ATTN_MEMBER(rho), "steps of W_Q and W_K, over those of all else", within(0.1, 100.0)),
      param(ATTN_MEMBER(soft), "of each target, shared out among the three classes",
            within(0.0, 0.4)),
      param(ATTN_MEMBER(eta), "of every step of W_V and the read-out; there are 20 / eta steps",
            within(0.005, 0.05)),
      param(ATTN_MEMBER(draws), "of tokens, weights and classes", within(1, 100)),
      param(ATTN_MEMBER(seed), "of the draw on show; those after it have the next seeds"));
};

struct FramePrecisionFrame {
  Index steps = 0;
  Vector times;
  Matrix left;
  Matrix lower;
  Matrix upper;
  Matrix absolute;
  Vector settled;
  Matrix all_settled;
  Vector medians;
  Vector ends;
  double median_end = 0.0;
  double first = 0.0;
  double first_by_third = 0.0;
  double stuck = 0.0;
  Index given_up = 0;
  double least = 0.0;
  double oracle_error = 0.0;

  ATTN_DESCRIBE(
      FramePrecisionFrame, field(ATTN_MEMBER(steps), "of training, each eta long"),
      field(ATTN_MEMBER(times), "eta times the steps so far (401)"),
      field(ATTN_MEMBER(left),
            "(3 x 401) of the draw on show: |alpha - alpha_end|, |v - v_end| and KL - KL_end, over "
            "what they are at the start; KL is below 0 where it was lower than in the end"),
      field(ATTN_MEMBER(lower), "(3 x 401) of all draws, a quarter are below"),
      field(ATTN_MEMBER(upper), "(3 x 401) a quarter are above"),
      field(ATTN_MEMBER(absolute),
            "(3 x 401) of the draw on show: |alpha - alpha_end|, |v - v_end| and KL, summed over "
            "the tokens, in nats"),
      field(ATTN_MEMBER(settled),
            "(3) of the draw on show: the time from which less than a tenth is left"),
      field(ATTN_MEMBER(all_settled), "(draws x 3) of each draw"),
      field(ATTN_MEMBER(medians), "(3) of these"),
      field(ATTN_MEMBER(ends), "KL at the end of each draw (draws)"),
      field(ATTN_MEMBER(median_end), "of these"),
      field(ATTN_MEMBER(first), "share of the draws in which attention settles before KL"),
      field(ATTN_MEMBER(first_by_third),
            "share in which less than sqrt(0.1) of the way of attention is left before KL settles: "
            "near its least KL is quadratic in what is left of the way"),
      field(ATTN_MEMBER(stuck), "share whose KL ends above 0.5"),
      field(ATTN_MEMBER(given_up), "draws that were given up: a step led to a loss above 1000"),
      field(ATTN_MEMBER(least), "the least KL of all draws and times"),
      field(ATTN_MEMBER(oracle_error),
            "of the change from the first weights to those after 10 steps, as this run has it and "
            "as HeadTrainer and training_change do: the largest of attention, values and KL"));
};

class FramePrecision : public WithFrame<FramePrecisionParams, FramePrecisionFrame> {
 public:
  static constexpr const char* kName = "frame_precision";
  static constexpr const char* kAbout =
      "how fast attention, values and calibration come to rest while the toy head trains (seed "
      "000, section 6.3)";
  static std::vector<Setting<Params>> settings();

  explicit FramePrecision(const Params& params);
};

}  // namespace attn::experiments
