// Self-attention with several heads. Source: seed 001, part VI.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/bilinear-form/described.hpp"

namespace attn::experiments {

struct HeadsParams {
  ATTN_DESCRIBED(HeadsParams);
  ATTN_PARAM(Matrix, x, "tokens (n x b)", needed());
  ATTN_GROUP(MultiHeadWeights, weights);
  ATTN_GROUP(AttentionOptions, options);
};

struct HeadsFrame {
  ATTN_DESCRIBED(HeadsFrame);
  ATTN_FIELD(std::vector<attn::Attention>, heads, "each on its own");
  ATTN_FIELD(Matrix, output, "Y (n x d)");
  ATTN_FIELD(double, diversity, "of the heads' weights, eq 60") = 0.0;
  ATTN_FIELD(double, weight_error, "largest |row sum - 1| of rows that have a key") = 0.0;
  ATTN_FIELD(double, sum_error,
             "largest difference of eq 58 and of all heads side by side times all w_o") = 0.0;
};

class Heads : public WithFrame<HeadsParams, HeadsFrame> {
 public:
  static constexpr const char* kName = "heads";
  static constexpr const char* kAbout = "self-attention with several heads (seed 001, part VI)";
  static std::vector<Setting<Params>> settings();

  explicit Heads(const Params& params);
};

}  // namespace attn::experiments
