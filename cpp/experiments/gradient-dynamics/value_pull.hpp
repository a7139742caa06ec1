// A step of three values against the errors of their readers, and what it does to each reader's
// loss. Source: seed 000, eq 33 to 43.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

/// Whether the three readers want three classes, or two of them the same.
enum class PlaneTargets { kAbc, kAab };

struct ValuePullParams {
  Matrix values = of_rows({{0.9, 0.3}, {-0.5, 0.7}, {0.1, -0.8}});
  double own = 1.0;
  PlaneTargets targets = PlaneTargets::kAbc;
  double eta = 0.5;

  ATTN_DESCRIBE(ValuePullParams, param(ATTN_MEMBER(values), "(3 x 2), within -3 .. 3"),
                param(ATTN_MEMBER(own),
                      "s_ii, the score of a reader for its own value; all others are 0",
                      within(0.0, 6.0)),
                choice(ATTN_MEMBER(targets), "classes of the readers", "abc", "aab"),
                param(ATTN_MEMBER(eta), "of the step", within(0.01, 1.0)));
};

struct ValuePullFrame {
  Matrix directions;
  Matrix values;
  Matrix weights;
  Matrix contexts;
  Matrix u;
  Matrix ubar;
  Matrix after;
  Matrix contexts_after;
  Vector losses;
  Vector changes;
  Vector first_order;
  double total = 0.0;
  double total_first_order = 0.0;
  bool pushed = false;
  double dominant_error = 0.0;
  double sum_error = 0.0;
  double step_error = 0.0;
  double gradient_error = 0.0;

  ATTN_DESCRIBE(
      ValuePullFrame, field(ATTN_MEMBER(directions), "w_c of the classes A, B, C (3 x 2)"),
      field(ATTN_MEMBER(values), "v (3 x 2)"), field(ATTN_MEMBER(weights), "alpha (3 x 3)"),
      field(ATTN_MEMBER(contexts), "g (3 x 2)"), field(ATTN_MEMBER(u), "dL/dg (3 x 2)"),
      field(ATTN_MEMBER(ubar), "dL/dv, the errors of its readers by their weights (3 x 2)"),
      field(ATTN_MEMBER(after), "v - eta ubar (3 x 2)"),
      field(ATTN_MEMBER(contexts_after), "g of these (3 x 2)"),
      field(ATTN_MEMBER(losses), "L_i before the step (3)"),
      field(ATTN_MEMBER(changes), "of L_i by the step of all values, exactly (3)"),
      field(ATTN_MEMBER(first_order), "the same to first order in eta (3)"),
      field(ATTN_MEMBER(total), "sum of the changes"),
      field(ATTN_MEMBER(total_first_order), "-eta sum |ubar_j|^2"),
      field(ATTN_MEMBER(pushed), "every reader is moved by its own value to first order"),
      field(ATTN_MEMBER(dominant_error),
            "of eq 43 for a reader's own value against eq 41, largest relative one; 0 where not "
            "pushed"),
      field(ATTN_MEMBER(sum_error), "of the sum of first orders against -eta sum |ubar_j|^2"),
      field(ATTN_MEMBER(step_error), "of the changes against a pass with the values moved"),
      field(ATTN_MEMBER(gradient_error), "largest difference of a gradient from central ones"));
};

class ValuePull : public WithFrame<ValuePullParams, ValuePullFrame> {
 public:
  static constexpr const char* kName = "value_pull";
  static constexpr const char* kAbout =
      "a step of three values against their readers' errors, and each reader's loss (seed 000, "
      "section 4)";
  static std::vector<Setting<Params>> settings();

  explicit ValuePull(const Params& params);
};

}  // namespace attn::experiments
