// Margins of a short sequence of numbers, its support token, and what the barrier does to each
// token. Source: seed 002, section 3.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct SupportTokensParams {
  /// The support token, the fifth, is undecided: it asks with 0.2.
  Vector x = of_numbers({1.2, -0.8, 0.9, -1.4, 0.2, 1.6});
  double a = 0.5;

  ATTN_DESCRIBE(SupportTokensParams, param(ATTN_MEMBER(x), "(L) the tokens, within -10 .. 10"),
                param(ATTN_MEMBER(a), "the coupling", within(-10.0, 10.0)));
};

struct SupportTokensFrame {
  Vector x;
  Matrix alpha;
  Vector margin;
  Index support = 0;
  double min_margin = 0.0;
  double barrier = 0.0;
  Matrix force;
  Vector total;
  Vector share;
  double on_itself = 0.0;
  double gradient_error = 0.0;
  double barrier_error = 0.0;

  ATTN_DESCRIBE(
      SupportTokensFrame, field(ATTN_MEMBER(x), "(L) the tokens"),
      field(ATTN_MEMBER(alpha), "(L x L) weights of the tokens before, a row for each token"),
      field(ATTN_MEMBER(margin), "(L) m_t = 1 - a Var_t"),
      field(ATTN_MEMBER(support),
            "the first token with the least margin, counted from 0; -1 where none is below 1"),
      field(ATTN_MEMBER(min_margin), "the least margin"),
      field(ATTN_MEMBER(barrier), "B = -sum_t log |m_t|; Infinity on the boundary"),
      field(ATTN_MEMBER(force),
            "(L x L) of m_t on token s, (dm_t / dx_s) / |m_t|, which raises the margin; a margin "
            "nearer to 0 than 1e-12 counts as that"),
      field(ATTN_MEMBER(total), "(L) on token s, of all margins"),
      field(ATTN_MEMBER(share),
            "(L) of token t's row of the force in the sum of all rows' lengths; zeros where there "
            "is no force"),
      field(ATTN_MEMBER(on_itself),
            "the support token's own part of the square of its row; 0 where there is none"),
      field(ATTN_MEMBER(gradient_error),
            "largest relative difference of a row of dm_t / dx from central differences"),
      field(ATTN_MEMBER(barrier_error),
            "of the total from -dB/dx where no margin is below 0, relative; 0 past the wall"));
};

class SupportTokens : public WithFrame<SupportTokensParams, SupportTokensFrame> {
 public:
  static constexpr const char* kName = "support_tokens";
  static constexpr const char* kAbout =
      "margins, support token and the pull of the barrier in a sequence of numbers (seed 002, "
      "section 3)";
  static std::vector<Setting<Params>> settings();

  static constexpr Index kMaxTokens = 64;

  explicit SupportTokens(const Params& params);

 private:
  void push(const Matrix& gradients);
};

}  // namespace attn::experiments
