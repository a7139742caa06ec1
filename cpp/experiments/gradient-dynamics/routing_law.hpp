// What a score hears, and what becomes of it on the way through shared weights. Source: seed 000,
// eq 23 to 30.
#pragma once

#include "experiments/bases.hpp"

namespace attn::experiments {

enum class RoutedBy { kScores, kQueriesKeys, kWeights };

struct RoutingLawParams {
  RoutedBy via = RoutedBy::kScores;
  double eta = 0.05;
  double sharp = 1.0;
  double spread = 1.0;
  std::uint64_t seed = 24;

  ATTN_DESCRIBE(RoutingLawParams,
                choice(ATTN_MEMBER(via), "what takes the step", "free-scores", "free-queries-keys",
                       "shared-weights"),
                param(ATTN_MEMBER(eta), "of the step", within(0.001, 5.0)),
                param(ATTN_MEMBER(sharp), "that W_Q is multiplied by, so that attention is sharp",
                      within(1.0, 50.0)),
                param(ATTN_MEMBER(spread),
                      "of the values around their mean, over what is drawn; of free scores only",
                      within(0.0, 1.0)),
                param(ATTN_MEMBER(seed), "of tokens, weights and classes"));
};

struct RoutingLawFrame {
  Matrix scores;
  Matrix weights;
  Matrix compatibility;
  Vector mean_compatibility;
  Matrix advantage;
  Matrix d_scores;
  Matrix law_scores;
  Matrix real_scores;
  Matrix law_weights;
  Matrix real_weights;
  Matrix u;
  double agree = 0.0;
  double signal = 0.0;
  double row_sum_error = 0.0;
  double first_order_error = 0.0;

  ATTN_DESCRIBE(
      RoutingLawFrame, field(ATTN_MEMBER(scores), "s (5 x 5)"),
      field(ATTN_MEMBER(weights), "alpha (5 x 5)"),
      field(ATTN_MEMBER(compatibility), "b_ij = u_i v_j (5 x 5)"),
      field(ATTN_MEMBER(mean_compatibility), "(5) of each row under alpha"),
      field(ATTN_MEMBER(advantage), "mean compatibility - b (5 x 5)"),
      field(ATTN_MEMBER(d_scores), "dL/ds (5 x 5)"),
      field(ATTN_MEMBER(law_scores), "change of the scores by the law, -eta dL/ds (5 x 5)"),
      field(ATTN_MEMBER(real_scores), "the one that there is (5 x 5)"),
      field(ATTN_MEMBER(law_weights), "change of the weights by the law (5 x 5)"),
      field(ATTN_MEMBER(real_weights), "the one that there is (5 x 5)"),
      field(ATTN_MEMBER(u), "dL/dg (5 x 2)"),
      field(ATTN_MEMBER(agree), "share of the 25 scores that move as the law says, by sign"),
      field(ATTN_MEMBER(signal),
            "largest sum over a row of |dL/ds|, over the spread of compatibilities in their rows"),
      field(ATTN_MEMBER(row_sum_error), "largest |row sum| of dL/ds"),
      field(ATTN_MEMBER(first_order_error),
            "of a step of 1e-6: largest difference of the changes from what follows to first "
            "order, over the largest change"));
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
