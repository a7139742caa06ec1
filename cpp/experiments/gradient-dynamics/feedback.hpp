// Six readers and a few values that begin almost at one point, all scores almost equal: what either
// law does alone, and what both do. Source: seed 000, section 4.4; the rate is ours.
#pragma once

#include <vector>

#include "experiments/bases.hpp"
#include "experiments/gradient-dynamics/class_plane.hpp"

namespace attn::experiments {

/// Which of the two laws is at work.
enum class LawsOn { kBoth, kContent, kRouting };

struct FeedbackParams {
  double eps = 0.01;
  Index n = 3;
  double rho = 1.0;
  LawsOn on = LawsOn::kBoth;
  std::uint64_t seed = 7;

  ATTN_DESCRIBE(FeedbackParams,
                param(ATTN_MEMBER(eps), "that the normal numbers of the start are multiplied by",
                      within(1e-6, 0.1)),
                param(ATTN_MEMBER(n), "values", within(2, 5)),
                param(ATTN_MEMBER(rho), "step of the scores, over that of the values",
                      within(0.1, 10.0)),
                choice(ATTN_MEMBER(on), "what is moved: values and scores, or one of them", "both",
                       "content", "routing"),
                param(ATTN_MEMBER(seed), "of the start: the values first, then the scores"));
};

struct FeedbackFrame {
  Index step = 0;
  Index steps = 0;
  Matrix directions;
  Matrix values;
  Matrix contexts;
  Matrix weights;
  Matrix trails;
  Vector losses;
  Vector splits;
  Vector predicted;
  double loss = 0.0;
  double last_loss = 0.0;
  double tie_loss = 0.0;
  double sigma = 0.0;
  double rate = 0.0;
  bool halved = false;
  Index half = 0;
  double rise = 0.0;
  double curvature_error = 0.0;
  double gradient_error = 0.0;
  double mean_score_drift = 0.0;

  ATTN_DESCRIBE(
      FeedbackFrame, field(ATTN_MEMBER(step), "the one on show"),
      field(ATTN_MEMBER(steps), "that there are"),
      field(ATTN_MEMBER(directions), "w_c of the classes A, B, C (3 x 2)"),
      field(ATTN_MEMBER(values), "v (n x 2) at this step"),
      field(ATTN_MEMBER(contexts), "g of the readers, who want A, B, C, A, B, C (6 x 2)"),
      field(ATTN_MEMBER(weights), "alpha (6 x n)"),
      field(ATTN_MEMBER(trails), "v at each step, value by value (steps + 1 x 2 n)"),
      field(ATTN_MEMBER(losses), "sum over the readers at each step (steps + 1)"),
      field(ATTN_MEMBER(splits),
            "root of the squared distances of values from their mean, and of scores from that of "
            "their row, at each step (steps + 1)"),
      field(ATTN_MEMBER(predicted),
            "the exponential of the rate through the split at step 60 (steps + 1); empty where one "
            "law works alone"),
      field(ATTN_MEMBER(loss), "at this step"), field(ATTN_MEMBER(last_loss), "at the last"),
      field(ATTN_MEMBER(tie_loss), "6 ln 3, of the tie itself"),
      field(ATTN_MEMBER(sigma), "largest singular value of U at the tie (6 x 2)"),
      field(ATTN_MEMBER(rate), "ln(1 + sqrt(rho) eta sigma / n) a step; 0 where one law is alone"),
      field(ATTN_MEMBER(halved), "the loss falls to half of that of the tie"),
      field(ATTN_MEMBER(half), "the first step at which it has; the last where it never does"),
      field(ATTN_MEMBER(rise), "largest rise of the loss in a step"),
      field(ATTN_MEMBER(curvature_error),
            "of the second derivative of the loss at the tie along the direction of escape, by "
            "differences, from -sigma / n"),
      field(ATTN_MEMBER(gradient_error), "largest difference of a gradient from central ones"),
      field(ATTN_MEMBER(mean_score_drift), "largest change of the mean score of a row"));
};

class Feedback : public WithSteps<Feedback, FeedbackParams, FeedbackFrame> {
 public:
  static constexpr const char* kName = "feedback";
  static constexpr const char* kAbout =
      "values and scores that leave a tie by one law or by both (seed 000, section 4.4)";
  static std::vector<Setting<Params>> settings();

  explicit Feedback(const Params& params);
  Index steps() const { return static_cast<Index>(states_.size()) - 1; }
  void look_at(Index t);

 private:
  struct State {
    Matrix scores;
    Matrix values;
  };

  State drawn() const;
  void run();
  void predict();

  Params params_;
  Matrix targets_;
  std::vector<State> states_;  // at each step
};

}  // namespace attn::experiments
