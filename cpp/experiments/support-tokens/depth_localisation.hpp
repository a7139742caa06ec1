// Which layers of a small stack add a log-determinant: those that ask with the token that they
// make. Source: seed 002, section 6.
#pragma once

#include "attn/attention/attention.hpp"
#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct DepthLocalisationParams {
  Mask asks = of_rows({{1, 0, 0}}).array() != 0.0;
  double scale = 1.0;
  std::uint64_t seed = 2;

  ATTN_DESCRIBE(
      DepthLocalisationParams,
      param(
          ATTN_MEMBER(asks),
          "(1 x 3) whether a layer asks with its own tokens; the first is an attention prior then"),
      param(ATTN_MEMBER(scale), "of the matrices of the logits", within(0.25, 2.0)),
      param(ATTN_MEMBER(seed), "of tokens and weights: of each layer its a, w_v, w_m and tokens"));
};

struct DepthLocalisationFrame {
  Matrix jacobian;
  Matrix log_abs_det;
  Vector layers;
  double total = 0.0;
  double above = 0.0;
  double sum_error = 0.0;
  double difference_error = 0.0;

  ATTN_DESCRIBE(DepthLocalisationFrame,
                field(ATTN_MEMBER(jacobian),
                      "de / dx of three layers of four tokens of two numbers (24 x 24)"),
                field(ATTN_MEMBER(log_abs_det),
                      "log |det| of each layer's block of each token (3 x 4)"),
                field(ATTN_MEMBER(layers), "their sums (3)"),
                field(ATTN_MEMBER(total), "the sum of these"),
                field(ATTN_MEMBER(above), "largest entry of the Jacobian above its blocks"),
                field(ATTN_MEMBER(sum_error), "of the sum, from log |det| of the whole Jacobian"),
                field(ATTN_MEMBER(difference_error),
                      "of the Jacobian in a direction, from differences of the residuals"));
};

class DepthLocalisation : public WithFrame<DepthLocalisationParams, DepthLocalisationFrame> {
 public:
  static constexpr const char* kName = "depth_localisation";
  static constexpr const char* kAbout =
      "the Jacobian of three layers, and which of them add a log-determinant (seed 002, section 6)";
  static std::vector<Setting<Params>> settings();

  explicit DepthLocalisation(const Params& params);
};

}  // namespace attn::experiments
