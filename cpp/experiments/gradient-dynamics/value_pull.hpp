// A step of three values against the errors of their readers, and what it does to each reader's
// loss. Source: seed 000, eq 33 to 43.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

/// Whether the three readers want three classes, or two of them the same.
enum class PlaneTargets { kAbc, kAab };

struct ValuePullParams {
  ATTN_DESCRIBED(ValuePullParams);
  ATTN_PARAM(Matrix, values,
             "(3 x 2), within -3 .. 3") = of_rows({{0.9, 0.3}, {-0.5, 0.7}, {0.1, -0.8}});
  ATTN_PARAM(double, own, "s_ii, the score of a reader for its own value; all others are 0",
             within(0.0, 6.0)) = 1.0;
  ATTN_CHOICE(PlaneTargets, targets, "classes of the readers", "abc", "aab") = PlaneTargets::kAbc;
  ATTN_PARAM(double, eta, "of the step", within(0.01, 1.0)) = 0.5;
};

struct ValuePullFrame {
  ATTN_DESCRIBED(ValuePullFrame);
  ATTN_FIELD(Matrix, directions, "w_c of the classes A, B, C (3 x 2)");
  ATTN_FIELD(Matrix, values, "v (3 x 2)");
  ATTN_FIELD(Matrix, weights, "alpha (3 x 3)");
  ATTN_FIELD(Matrix, contexts, "g (3 x 2)");
  ATTN_FIELD(Matrix, u, "dL/dg (3 x 2)");
  ATTN_FIELD(Matrix, ubar, "dL/dv, the errors of its readers by their weights (3 x 2)");
  ATTN_FIELD(Matrix, after, "v - eta ubar (3 x 2)");
  ATTN_FIELD(Matrix, contexts_after, "g of these (3 x 2)");
  ATTN_FIELD(Vector, losses, "L_i before the step (3)");
  ATTN_FIELD(Vector, changes, "of L_i by the step of all values, exactly (3)");
  ATTN_FIELD(Vector, first_order, "the same to first order in eta (3)");
  ATTN_FIELD(double, total, "sum of the changes") = 0.0;
  ATTN_FIELD(double, total_first_order, "-eta sum |ubar_j|^2") = 0.0;
  ATTN_FIELD(bool, pushed, "every reader is moved by its own value to first order") = false;
  ATTN_FIELD(
      double, dominant_error,
      "of eq 43 for a reader's own value against eq 41, largest relative one; 0 where not pushed") =
      0.0;
  ATTN_FIELD(double, sum_error, "of the sum of first orders against -eta sum |ubar_j|^2") = 0.0;
  ATTN_FIELD(double, step_error, "of the changes against a pass with the values moved") = 0.0;
  ATTN_FIELD(double, gradient_error, "largest difference of a gradient from central ones") = 0.0;
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
