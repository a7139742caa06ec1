// Three heads that share three groups of lags out otherwise, and still say the same together.
// Source: seed 003, sections 2.3 and 3.1, erratum 003.11.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct MixingParams {
  Matrix r = of_rows({{1, 0}, {0, 1}, {0, 0}});  ///< each head reads one group

  ATTN_DESCRIBE(
      MixingParams,
      param(
          ATTN_MEMBER(r),
          "(3 x 2) what each head gives to groups 1 and 2, 0 to 1; group 3 has what is left to 1"));
};

struct MixingFrame {
  Matrix mixture;
  double determinant = 0.0;
  bool mixed = false;
  Vector norms;
  Vector own_norms;
  double ratio = 0.0;
  double difference = 0.0;
  double difference_error = 0.0;
  double share = 0.0;

  ATTN_DESCRIBE(
      MixingFrame, field(ATTN_MEMBER(mixture), "(3 x 3) R: what each head gives to each group"),
      field(ATTN_MEMBER(determinant), "of R: the area of the heads in that of the triangle"),
      field(ATTN_MEMBER(mixed), "whether the heads stand off one line, |det R| > 5e-5"),
      field(ATTN_MEMBER(norms), "(3) |V'_k| of V' = R^-T V; zeros on a line"),
      field(ATTN_MEMBER(own_norms), "(3) |V_k| of heads that read one group each"),
      field(ATTN_MEMBER(ratio), "of the lengths of all V' and all V; 0 on a line"),
      field(ATTN_MEMBER(difference),
            "largest difference of an entry of sum_k V'_k (x) s'_k from G; 0 on a line"),
      field(ATTN_MEMBER(difference_error), "that in units of the condition of R"),
      field(ATTN_MEMBER(share), "of |G|^2 that no values give to heads with these weights"));
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
