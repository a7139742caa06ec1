// Attention of one head by the float kernels, for sizes at which the double path is slow. Source:
// seed 001, section 10.1.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/bilinear-form/described.hpp"

namespace attn::experiments {

struct FastAttentionParams {
  ATTN_DESCRIBED(FastAttentionParams);
  ATTN_PARAM(FloatMatrix, q, "(n_q x d_q)", needed());
  ATTN_PARAM(FloatMatrix, k, "(n_k x d_k)", needed());
  ATTN_PARAM(FloatMatrix, v, "(n_k x d_v)", needed());
  ATTN_GROUP(AttentionOptions, options);
  ATTN_PARAM(FloatMatrix, d_output, "dL/dO (n_q x d_v); empty: no gradients");
};

struct FastAttentionFrame {
  ATTN_DESCRIBED(FastAttentionFrame);
  ATTN_GROUP(FloatFlashAttention, forward);
  ATTN_GROUP(FloatFlashGradients, gradients);
  ATTN_FIELD(double, output_error,
             "largest difference from the double path in the first 4 rows of the output") = 0.0;
  ATTN_FIELD(double, memory_bytes,
             "of the workspace: what the kernels hold beside their arguments") = 0.0;
};

class FastAttention : public WithFrame<FastAttentionParams, FastAttentionFrame> {
 public:
  static constexpr const char* kName = "fast_attention";
  static constexpr const char* kAbout =
      "attention of one head in single precision, block by block (seed 001, section 10.1)";
  static constexpr bool kFloats = true;
  static std::vector<Setting<Params>> settings();
  /// Of the float kernels against the double path, on a number of tokens that is no multiple of a
  /// vector's length.
  static double self_test();

  /// So many queries are computed in double too.
  static constexpr Index kCompared = 4;

  explicit FastAttention(const Params& params);
};

}  // namespace attn::experiments
