// Margins of a short sequence of numbers, its support token, and what the barrier does to each
// token. Source: seed 002, section 3.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct SupportTokensParams {
  ATTN_DESCRIBED(SupportTokensParams);
  /// The support token, the fifth, is undecided: it asks with 0.2.
  ATTN_PARAM(Vector, x,
             "(L) the tokens, within -10 .. 10") = of_numbers({1.2, -0.8, 0.9, -1.4, 0.2, 1.6});
  ATTN_PARAM(double, a, "the coupling", within(-10.0, 10.0)) = 0.5;
};

struct SupportTokensFrame {
  ATTN_DESCRIBED(SupportTokensFrame);
  ATTN_FIELD(Vector, x, "(L) the tokens");
  ATTN_FIELD(Matrix, alpha, "(L x L) weights of the tokens before, a row for each token");
  ATTN_FIELD(Vector, margin, "(L) m_t = 1 - a Var_t");
  ATTN_FIELD(Index, support,
             "the first token with the least margin, counted from 0; -1 where none is below 1") = 0;
  ATTN_FIELD(double, min_margin, "the least margin") = 0.0;
  ATTN_FIELD(double, barrier, "B = -sum_t log |m_t|; Infinity on the boundary") = 0.0;
  ATTN_FIELD(Matrix, force,
             "(L x L) of m_t on token s, (dm_t / dx_s) / |m_t|, which raises the margin; a margin "
             "nearer to 0 than 1e-12 counts as that");
  ATTN_FIELD(Vector, total, "(L) on token s, of all margins");
  ATTN_FIELD(Vector, share,
             "(L) of token t's row of the force in the sum of all rows' lengths; zeros where there "
             "is no force");
  ATTN_FIELD(double, on_itself,
             "the support token's own part of the square of its row; 0 where there is none") = 0.0;
  ATTN_FIELD(double, gradient_error,
             "largest relative difference of a row of dm_t / dx from central differences") = 0.0;
  ATTN_FIELD(double, barrier_error,
             "of the total from -dB/dx where no margin is below 0, relative; 0 past the wall") =
      0.0;
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
