// What a push of one score does to all weights, predicted by the softmax Jacobian and as it is.
// Source: seed 001, section 6.3 and example 3.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct SoftmaxJacobianParams {
  ATTN_DESCRIBED(SoftmaxJacobianParams);
  ATTN_PARAM(Vector, scores,
             "(n) of the keys before the push; 1 to 16 of them") = of_numbers({2.0, 1.0, 0.0,
                                                                               -1.0});
  ATTN_PARAM(Index, pick, "the key whose score is pushed, from 1 to n", within(1, 16)) = 2;
  ATTN_PARAM(double, push, "what is added to that score", within(-1e3, 1e3)) = 1.0;
};

struct SoftmaxJacobianFrame {
  ATTN_DESCRIBED(SoftmaxJacobianFrame);
  ATTN_FIELD(Index, pick, "the key that is pushed, from 1") = 0;
  ATTN_FIELD(Vector, scores, "(n) before the push");
  ATTN_FIELD(Vector, before, "(n) weights before the push");
  ATTN_FIELD(Vector, predicted, "(n) these plus the push times a column of the Jacobian");
  ATTN_FIELD(Vector, after, "(n) weights after the push");
  ATTN_FIELD(Matrix, jacobian, "(n x n) d a_i / d s_j before the push");
  ATTN_FIELD(double, trace, "of the Jacobian: 1 - sum of the squared weights") = 0.0;
  ATTN_FIELD(double, sum_error, "largest |row sum| of the Jacobian") = 0.0;
  ATTN_FIELD(double, jacobian_error, "its largest difference from central differences") = 0.0;
};

class SoftmaxJacobian : public WithFrame<SoftmaxJacobianParams, SoftmaxJacobianFrame> {
 public:
  static constexpr const char* kName = "softmax_jacobian";
  static constexpr const char* kAbout =
      "weights after a push of one score, predicted and actual (seed 001, section 6.3)";
  static std::vector<Setting<Params>> settings();

  static constexpr Index kMaxKeys = 16;

  explicit SoftmaxJacobian(const Params& params);
};

}  // namespace attn::experiments
