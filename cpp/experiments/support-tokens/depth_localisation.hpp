// Which layers of a small stack add a log-determinant: those that ask with the token that they
// make. Source: seed 002, section 6.
#pragma once

#include "attn/attention/attention.hpp"
#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct DepthLocalisationParams {
  ATTN_DESCRIBED(DepthLocalisationParams);
  ATTN_PARAM(
      Mask, asks,
      "(1 x 3) whether a layer asks with its own tokens; the first is an attention prior then") =
      of_rows({{1, 0, 0}}).array() != 0.0;
  ATTN_PARAM(double, scale, "of the matrices of the logits", within(0.25, 2.0)) = 1.0;
  ATTN_PARAM(std::uint64_t, seed,
             "of tokens and weights: of each layer its a, w_v, w_m and tokens") = 2;
};

struct DepthLocalisationFrame {
  ATTN_DESCRIBED(DepthLocalisationFrame);
  ATTN_FIELD(Matrix, jacobian, "de / dx of three layers of four tokens of two numbers (24 x 24)");
  ATTN_FIELD(Matrix, log_abs_det, "log |det| of each layer's block of each token (3 x 4)");
  ATTN_FIELD(Vector, layers, "their sums (3)");
  ATTN_FIELD(double, total, "the sum of these") = 0.0;
  ATTN_FIELD(double, above, "largest entry of the Jacobian above its blocks") = 0.0;
  ATTN_FIELD(double, sum_error, "of the sum, from log |det| of the whole Jacobian") = 0.0;
  ATTN_FIELD(double, difference_error,
             "of the Jacobian in a direction, from differences of the residuals") = 0.0;
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
