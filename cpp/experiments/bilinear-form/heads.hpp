// Self-attention with several heads. Source: seed 001, part VI.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/bilinear-form/described.hpp"

namespace attn::experiments {

struct HeadsParams {
  Matrix x;
  MultiHeadWeights weights;
  AttentionOptions options;

  ATTN_DESCRIBE(HeadsParams, param(ATTN_MEMBER(x), "tokens (n x b)", needed()),
                group(ATTN_MEMBER(weights)), group(ATTN_MEMBER(options)));
};

struct HeadsFrame {
  std::vector<attn::Attention> heads;
  Matrix output;
  double diversity = 0.0;
  double weight_error = 0.0;
  double sum_error = 0.0;

  ATTN_DESCRIBE(HeadsFrame, field(ATTN_MEMBER(heads), "each on its own"),
                field(ATTN_MEMBER(output), "Y (n x d)"),
                field(ATTN_MEMBER(diversity), "of the heads' weights, eq 60"),
                field(ATTN_MEMBER(weight_error), "largest |row sum - 1| of rows that have a key"),
                field(ATTN_MEMBER(sum_error),
                      "largest difference of eq 58 and of all heads side by side times all w_o"));
};

class Heads : public WithFrame<HeadsParams, HeadsFrame> {
 public:
  static constexpr const char* kName = "heads";
  static constexpr const char* kAbout = "self-attention with several heads (seed 001, part VI)";
  static std::vector<Setting<Params>> settings();

  explicit Heads(const Params& params);
};

}  // namespace attn::experiments
