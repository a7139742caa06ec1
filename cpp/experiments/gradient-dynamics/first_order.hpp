// How much of the predicted gain a single step of the toy brings, over its size. Source: seed 000,
// eq 33 to 41.
#pragma once

#include "experiments/bases.hpp"

namespace attn::experiments {

struct FirstOrderParams {
  ATTN_DESCRIBED(FirstOrderParams);
  ATTN_PARAM(double, eta, "of the step", within(1e-4, 10.0)) = 0.05;
  ATTN_PARAM(Index, age, "steps of 0.05 that all weights have trained before", within(0, 400)) = 0;
  ATTN_PARAM(std::uint64_t, seed, "of tokens, weights and classes") = 27;
};

struct FirstOrderFrame {
  ATTN_DESCRIBED(FirstOrderFrame);
  ATTN_FIELD(Vector, steps, "sizes of a step, sixteen in each decade (81)");
  ATTN_FIELD(Matrix, curves,
             "what the loss falls by, over what is predicted, eta |gradient|^2: all weights, W_V, "
             "W_Q and W_K (3 x 81)");
  ATTN_FIELD(Vector, ratio, "the same for eta (3)");
  ATTN_FIELD(Vector, squares, "|gradient|^2 of these weights (3)");
  ATTN_FIELD(double, loss, "before the step") = 0.0;
  ATTN_FIELD(double, after, "after a step of eta of all weights") = 0.0;
  ATTN_FIELD(double, remainder_slope,
             "of the logarithm of what the prediction misses, over that of the step, in the first "
             "decade in which that is above rounding; of all weights") = 0.0;
  ATTN_FIELD(double, gradient_error,
             "of |gradient|^2, all weights: relative difference from the fall of the loss along "
             "the gradient, by central differences") = 0.0;
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
