// What a push of one score does to all weights, predicted by the softmax Jacobian and as it is.
// Source: seed 001, section 6.3 and example 3.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct SoftmaxJacobianParams {
  Vector scores = of_numbers({2.0, 1.0, 0.0, -1.0});
  Index pick = 2;
  double push = 1.0;

  ATTN_DESCRIBE(SoftmaxJacobianParams,
                param(ATTN_MEMBER(scores), "(n) of the keys before the push; 1 to 16 of them"),
                param(ATTN_MEMBER(pick), "the key whose score is pushed, from 1 to n",
                      within(1, 16)),
                param(ATTN_MEMBER(push), "what is added to that score", within(-1e3, 1e3)));
};

struct SoftmaxJacobianFrame {
  Index pick = 0;
  Vector scores;
  Vector before;
  Vector predicted;
  Vector after;
  Matrix jacobian;
  double trace = 0.0;
  double sum_error = 0.0;
  double jacobian_error = 0.0;

  ATTN_DESCRIBE(SoftmaxJacobianFrame, field(ATTN_MEMBER(pick), "the key that is pushed, from 1"),
                field(ATTN_MEMBER(scores), "(n) before the push"),
                field(ATTN_MEMBER(before), "(n) weights before the push"),
                field(ATTN_MEMBER(predicted),
                      "(n) these plus the push times a column of the Jacobian"),
                field(ATTN_MEMBER(after), "(n) weights after the push"),
                field(ATTN_MEMBER(jacobian), "(n x n) d a_i / d s_j before the push"),
                field(ATTN_MEMBER(trace), "of the Jacobian: 1 - sum of the squared weights"),
                field(ATTN_MEMBER(sum_error), "largest |row sum| of the Jacobian"),
                field(ATTN_MEMBER(jacobian_error),
                      "its largest difference from central differences"));
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
