// Attention of one head by the float kernels, for sizes at which the double path is slow. Source:
// seed 001, section 10.1.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/bilinear-form/described.hpp"

namespace attn::experiments {

struct FastAttentionParams {
  FloatMatrix q;
  FloatMatrix k;
  FloatMatrix v;
  AttentionOptions options;
  FloatMatrix d_output;

  ATTN_DESCRIBE(FastAttentionParams, param(ATTN_MEMBER(q), "(n_q x d_q)", needed()),
                param(ATTN_MEMBER(k), "(n_k x d_k)", needed()),
                param(ATTN_MEMBER(v), "(n_k x d_v)", needed()), group(ATTN_MEMBER(options)),
                param(ATTN_MEMBER(d_output), "dL/dO (n_q x d_v); empty: no gradients"));
};

struct FastAttentionFrame {
  FloatFlashAttention forward;
  FloatFlashGradients gradients;
  double output_error = 0.0;
  double memory_bytes = 0.0;

  ATTN_DESCRIBE(FastAttentionFrame, group(ATTN_MEMBER(forward)), group(ATTN_MEMBER(gradients)),
                field(ATTN_MEMBER(output_error),
                      "largest difference from the double path in the first 4 rows of the output"),
                field(ATTN_MEMBER(memory_bytes),
                      "of the workspace: what the kernels hold beside their arguments"));
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
