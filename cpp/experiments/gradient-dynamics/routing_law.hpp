// What a score hears, and what becomes of it on the way through shared weights. Source: seed 000,
// eq 23 to 30.
#pragma once

#include "experiments/bases.hpp"

namespace attn::experiments {

enum class RoutedBy { kScores, kQueriesKeys, kWeights };

struct RoutingLawParams {
  ATTN_DESCRIBED(RoutingLawParams);
  ATTN_CHOICE(RoutedBy, via, "what takes the step", "free-scores", "free-queries-keys",
              "shared-weights") = RoutedBy::kScores;
  ATTN_PARAM(double, eta, "of the step", within(0.001, 5.0)) = 0.05;
  ATTN_PARAM(double, sharp, "that W_Q is multiplied by, so that attention is sharp",
             within(1.0, 50.0)) = 1.0;
  ATTN_PARAM(double, spread,
             "of the values around their mean, over what is drawn; of free scores only",
             within(0.0, 1.0)) = 1.0;
  ATTN_PARAM(std::uint64_t, seed, "of tokens, weights and classes") = 24;
};

struct RoutingLawFrame {
  ATTN_DESCRIBED(RoutingLawFrame);
  ATTN_FIELD(Matrix, scores, "s (5 x 5)");
  ATTN_FIELD(Matrix, weights, "alpha (5 x 5)");
  ATTN_FIELD(Matrix, compatibility, "b_ij = u_i v_j (5 x 5)");
  ATTN_FIELD(Vector, mean_compatibility, "(5) of each row under alpha");
  ATTN_FIELD(Matrix, advantage, "mean compatibility - b (5 x 5)");
  ATTN_FIELD(Matrix, d_scores, "dL/ds (5 x 5)");
  ATTN_FIELD(Matrix, law_scores, "change of the scores by the law, -eta dL/ds (5 x 5)");
  ATTN_FIELD(Matrix, real_scores, "the one that there is (5 x 5)");
  ATTN_FIELD(Matrix, law_weights, "change of the weights by the law (5 x 5)");
  ATTN_FIELD(Matrix, real_weights, "the one that there is (5 x 5)");
  ATTN_FIELD(Matrix, u, "dL/dg (5 x 2)");
  ATTN_FIELD(double, agree, "share of the 25 scores that move as the law says, by sign") = 0.0;
  ATTN_FIELD(
      double, signal,
      "largest sum over a row of |dL/ds|, over the spread of compatibilities in their rows") = 0.0;
  ATTN_FIELD(double, row_sum_error, "largest |row sum| of dL/ds") = 0.0;
  ATTN_FIELD(double, first_order_error,
             "of a step of 1e-6: largest difference of the changes from what follows to first "
             "order, over the largest change") = 0.0;
};

class RoutingLaw : public WithFrame<RoutingLawParams, RoutingLawFrame> {
 public:
  static constexpr const char* kName = "routing_law";
  static constexpr const char* kAbout =
      "a step of a head's scores by the routing law, free or through shared weights (seed 000, eq "
      "23)";
  static std::vector<Setting<Params>> settings();

  explicit RoutingLaw(const Params& params);
};

}  // namespace attn::experiments
