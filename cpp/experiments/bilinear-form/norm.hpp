// Layer or RMS normalisation, with the backward pass. Source: seed 001, part VI.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/bilinear-form/described.hpp"

namespace attn::experiments {

struct NormParams {
  Matrix x;
  Vector scale;
  Vector bias;
  double epsilon = 1e-5;
  bool rms = false;
  Matrix d_output;

  ATTN_DESCRIBE(NormParams, param(ATTN_MEMBER(x), "(n x f)", needed()),
                param(ATTN_MEMBER(scale), "(f)", needed()),
                param(ATTN_MEMBER(bias), "(f); none with rms"),
                param(ATTN_MEMBER(epsilon), "added to the variance", positive()),
                param(ATTN_MEMBER(rms), "without the mean"),
                param(ATTN_MEMBER(d_output), "dL/dy (n x f); empty: no gradients"));
};

struct NormFrame {
  LayerNorm forward;
  LayerNormGradients gradients;
  double invariance_error = 0.0;

  ATTN_DESCRIBE(NormFrame, group(ATTN_MEMBER(forward)), group(ATTN_MEMBER(gradients)),
                field(ATTN_MEMBER(invariance_error),
                      "largest change of the output when x is doubled, epsilon fourfold"));
};

class Norm : public WithFrame<NormParams, NormFrame> {
 public:
  static constexpr const char* kName = "norm";
  static constexpr const char* kAbout = "layer or RMS normalisation with its backward pass";
  static std::vector<Setting<Params>> settings();

  explicit Norm(const Params& params);
};

}  // namespace attn::experiments
