// Layer or RMS normalisation, with the backward pass. Source: seed 001, part VI.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/bilinear-form/described.hpp"

namespace attn::experiments {

struct NormParams {
  ATTN_DESCRIBED(NormParams);
  ATTN_PARAM(Matrix, x, "(n x f)", needed());
  ATTN_PARAM(Vector, scale, "(f)", needed());
  ATTN_PARAM(Vector, bias, "(f); none with rms");
  ATTN_PARAM(double, epsilon, "added to the variance", positive()) = 1e-5;
  ATTN_PARAM(bool, rms, "without the mean") = false;
  ATTN_PARAM(Matrix, d_output, "dL/dy (n x f); empty: no gradients");
};

struct NormFrame {
  ATTN_DESCRIBED(NormFrame);
  ATTN_GROUP(LayerNorm, forward);
  ATTN_GROUP(LayerNormGradients, gradients);
  ATTN_FIELD(double, invariance_error,
             "largest change of the output when x is doubled, epsilon fourfold") = 0.0;
};

class Norm : public WithFrame<NormParams, NormFrame> {
 public:
  static constexpr const char* kName = "norm";
  static constexpr const char* kAbout = "layer or RMS normalisation with its backward pass";
  static std::vector<Setting<Params>> settings();

  explicit Norm(const Params& params);
};

}  // namespace attn::experiments
