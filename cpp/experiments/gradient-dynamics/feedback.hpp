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
  ATTN_DESCRIBED(FeedbackParams);
  ATTN_PARAM(double, eps, "that the normal numbers of the start are multiplied by",
             within(1e-6, 0.1)) = 0.01;
  ATTN_PARAM(Index, n, "values", within(2, 5)) = 3;
  ATTN_PARAM(double, rho, "step of the scores, over that of the values", within(0.1, 10.0)) = 1.0;
  ATTN_CHOICE(LawsOn, on, "what is moved: values and scores, or one of them", "both", "content",
              "routing") = LawsOn::kBoth;
  ATTN_PARAM(std::uint64_t, seed, "of the start: the values first, then the scores") = 7;
};

struct FeedbackFrame {
  ATTN_DESCRIBED(FeedbackFrame);
  ATTN_FIELD(Index, step, "the one on show") = 0;
  ATTN_FIELD(Index, steps, "that there are") = 0;
  ATTN_FIELD(Matrix, directions, "w_c of the classes A, B, C (3 x 2)");
  ATTN_FIELD(Matrix, values, "v (n x 2) at this step");
  ATTN_FIELD(Matrix, contexts, "g of the readers, who want A, B, C, A, B, C (6 x 2)");
  ATTN_FIELD(Matrix, weights, "alpha (6 x n)");
  ATTN_FIELD(Matrix, trails, "v at each step, value by value (steps + 1 x 2 n)");
  ATTN_FIELD(Vector, losses, "sum over the readers at each step (steps + 1)");
  ATTN_FIELD(Vector, splits,
             "root of the squared distances of values from their mean, and of scores from that of "
             "their row, at each step (steps + 1)");
  ATTN_FIELD(Vector, predicted,
             "the exponential of the rate through the split at step 60 (steps + 1); empty where "
             "one law works alone");
  ATTN_FIELD(double, loss, "at this step") = 0.0;
  ATTN_FIELD(double, last_loss, "at the last") = 0.0;
  ATTN_FIELD(double, tie_loss, "6 ln 3, of the tie itself") = 0.0;
  ATTN_FIELD(double, sigma, "largest singular value of U at the tie (6 x 2)") = 0.0;
  ATTN_FIELD(double, rate,
             "ln(1 + sqrt(rho) eta sigma / n) a step; 0 where one law is alone") = 0.0;
  ATTN_FIELD(bool, halved, "the loss falls to half of that of the tie") = false;
  ATTN_FIELD(Index, half, "the first step at which it has; the last where it never does") = 0;
  ATTN_FIELD(double, rise, "largest rise of the loss in a step") = 0.0;
  ATTN_FIELD(double, curvature_error,
             "of the second derivative of the loss at the tie along the direction of escape, by "
             "differences, from -sigma / n") = 0.0;
  ATTN_FIELD(double, gradient_error, "largest difference of a gradient from central ones") = 0.0;
  ATTN_FIELD(double, mean_score_drift, "largest change of the mean score of a row") = 0.0;
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
