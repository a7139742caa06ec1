// Three heads that share three groups of lags out otherwise, and still say the same together.
// Source: seed 003, sections 2.3 and 3.1, erratum 003.11.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct MixingParams {
  ATTN_DESCRIBED(MixingParams);
  ATTN_PARAM(
      Matrix, r,
      "(3 x 2) what each head gives to groups 1 and 2, 0 to 1; group 3 has what is left to 1") =
      of_rows({{1, 0}, {0, 1}, {0, 0}});  ///< each head reads one group
};

struct MixingFrame {
  ATTN_DESCRIBED(MixingFrame);
  ATTN_FIELD(Matrix, mixture, "(3 x 3) R: what each head gives to each group");
  ATTN_FIELD(double, determinant, "of R: the area of the heads in that of the triangle") = 0.0;
  ATTN_FIELD(bool, mixed, "whether the heads stand off one line, |det R| > 5e-5") = false;
  ATTN_FIELD(Vector, norms, "(3) |V'_k| of V' = R^-T V; zeros on a line");
  ATTN_FIELD(Vector, own_norms, "(3) |V_k| of heads that read one group each");
  ATTN_FIELD(double, ratio, "of the lengths of all V' and all V; 0 on a line") = 0.0;
  ATTN_FIELD(double, difference,
             "largest difference of an entry of sum_k V'_k (x) s'_k from G; 0 on a line") = 0.0;
  ATTN_FIELD(double, difference_error, "that in units of the condition of R") = 0.0;
  ATTN_FIELD(double, share, "of |G|^2 that no values give to heads with these weights") = 0.0;
};

class Mixing : public WithFrame<MixingParams, MixingFrame> {
 public:
  static constexpr const char* kName = "mixing";
  static constexpr const char* kAbout =
      "heads that mix their patterns and say the same (seed 003, section 2.3)";
  static std::vector<Setting<Params>> settings();

  static constexpr Index kHeads = 3;
  static constexpr Index kLags = 12;
  /// Places of the figure are multiples of 0.01, and areas of 0.0001.
  static constexpr double kLine = 5e-5;

  explicit Mixing(const Params& params);
};

}  // namespace attn::experiments
