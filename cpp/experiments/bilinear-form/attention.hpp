// Attention of one head, with the backward pass. Source: seed 001, parts II, V and VII.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/bilinear-form/described.hpp"

namespace attn::experiments {

struct AttentionParams {
  Matrix q;
  Matrix k;
  Matrix v;
  AttentionOptions options;
  Matrix d_output;

  ATTN_DESCRIBE(AttentionParams, param(ATTN_MEMBER(q), "(n_q x d_q)", needed()),
                param(ATTN_MEMBER(k), "(n_k x d_k)", needed()),
                param(ATTN_MEMBER(v), "(n_k x d_v)", needed()), group(ATTN_MEMBER(options)),
                param(ATTN_MEMBER(d_output), "dL/dO (n_q x d_v); empty: no gradients"));
};

struct AttentionFrame {
  attn::Attention forward;
  Vector entropy;
  AttentionGradients gradients;
  bool verified = false;
  double weight_error = 0.0;
  double gradient_error = 0.0;

  ATTN_DESCRIBE(
      AttentionFrame, group(ATTN_MEMBER(forward)),
      field(ATTN_MEMBER(entropy), "(n_q) of each row, nats"), group(ATTN_MEMBER(gradients)),
      field(
          ATTN_MEMBER(verified),
          "whether gradient_error was computed: there are gradients, of no more than 300 numbers"),
      field(ATTN_MEMBER(weight_error), "largest |row sum - 1| of rows that have a key"),
      field(ATTN_MEMBER(gradient_error), "largest difference from central differences, relative"));
};

class Attention : public WithFrame<AttentionParams, AttentionFrame> {
 public:
  static constexpr const char* kName = "attention";
  static constexpr const char* kAbout =
      "attention of one head with its backward pass (seed 001, parts II, V, VII)";
  static std::vector<Setting<Params>> settings();

  /// Gradients are compared with central differences where q, k, v and options have no more
  /// numbers.
  static constexpr Index kMostVerified = 300;

  explicit Attention(const Params& params);
};

}  // namespace attn::experiments
