// How much of the predicted gain a single step of the toy brings, over its size. Source: seed 000,
// eq 33 to 41.
#pragma once

#include "experiments/bases.hpp"

namespace attn::experiments {

struct FirstOrderParams {
  double eta = 0.05;
  Index age = 0;
  std::uint64_t seed = 27;

  ATTN_DESCRIBE(FirstOrderParams, param(ATTN_MEMBER(eta), "of the step", within(1e-4, 10.0)),
                param(ATTN_MEMBER(age), "steps of 0.05 that all weights have trained before",
                      within(0, 400)),
                param(ATTN_MEMBER(seed), "of tokens, weights and classes"));
};

struct FirstOrderFrame {
  Vector steps;
  Matrix curves;
  Vector ratio;
  Vector squares;
  double loss = 0.0;
  double after = 0.0;
  double remainder_slope = 0.0;
  double gradient_error = 0.0;

  ATTN_DESCRIBE(FirstOrderFrame,
                field(ATTN_MEMBER(steps), "sizes of a step, sixteen in each decade (81)"),
                field(ATTN_MEMBER(curves),
                      "what the loss falls by, over what is predicted, eta |gradient|^2: all "
                      "weights, W_V, W_Q and W_K (3 x 81)"),
                field(ATTN_MEMBER(ratio), "the same for eta (3)"),
                field(ATTN_MEMBER(squares), "|gradient|^2 of these weights (3)"),
                field(ATTN_MEMBER(loss), "before the step"),
                field(ATTN_MEMBER(after), "after a step of eta of all weights"),
                field(ATTN_MEMBER(remainder_slope),
                      "of the logarithm of what the prediction misses, over that of the step, in "
                      "the first decade in which that is above rounding; of all weights"),
                field(ATTN_MEMBER(gradient_error),
                      "of |gradient|^2, all weights: relative difference from the fall of the loss "
                      "along the gradient, by central differences"));
};

class FirstOrder : public WithFrame<FirstOrderParams, FirstOrderFrame> {
 public:
  static constexpr const char* kName = "first_order";
  static constexpr const char* kAbout =
      "what a step of the toy head gains, over what is predicted to first order (seed 000, eq 40)";
  static std::vector<Setting<Params>> settings();

  explicit FirstOrder(const Params& params);
};

}  // namespace attn::experiments
