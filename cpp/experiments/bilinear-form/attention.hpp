// Attention of one head, with the backward pass. Source: seed 001, parts II, V and VII.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/bilinear-form/described.hpp"

namespace attn::experiments {

struct AttentionParams {
  ATTN_DESCRIBED(AttentionParams);
  ATTN_PARAM(Matrix, q, "(n_q x d_q)", needed());
  ATTN_PARAM(Matrix, k, "(n_k x d_k)", needed());
  ATTN_PARAM(Matrix, v, "(n_k x d_v)", needed());
  ATTN_GROUP(AttentionOptions, options);
  ATTN_PARAM(Matrix, d_output, "dL/dO (n_q x d_v); empty: no gradients");
};

struct AttentionFrame {
  ATTN_DESCRIBED(AttentionFrame);
  ATTN_GROUP(attn::Attention, forward);
  ATTN_FIELD(Vector, entropy, "(n_q) of each row, nats");
  ATTN_GROUP(AttentionGradients, gradients);
  ATTN_FIELD(
      bool, verified,
      "whether gradient_error was computed: there are gradients, of no more than 300 numbers") =
      false;
  ATTN_FIELD(double, weight_error, "largest |row sum - 1| of rows that have a key") = 0.0;
  ATTN_FIELD(double, gradient_error, "largest difference from central differences, relative") = 0.0;
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
