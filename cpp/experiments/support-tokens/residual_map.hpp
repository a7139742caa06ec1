// The residual of a third token over all that it may be, with the densities that are made of it.
// Source: seed 002, eq 6 to 12 and figure 3.2.
#pragma once

#include "experiments/bases.hpp"

namespace attn::experiments {

struct ResidualMapParams {
  double x1 = 0.0;
  double x2 = 2.0;
  double a = 0.25;
  double sigma = 1.0;
  double eps = -0.9;

  ATTN_DESCRIBE(ResidualMapParams,
                param(ATTN_MEMBER(x1), "first token of the context", within(-4.0, 4.0)),
                param(ATTN_MEMBER(x2), "second token of the context", within(-4.0, 4.0)),
                param(ATTN_MEMBER(a), "coupling", within(-3.0, 3.0)),
                param(ATTN_MEMBER(sigma), "of the noise", within(0.3, 2.0)),
                param(ATTN_MEMBER(eps), "the noise whose tokens are asked for", within(-4.0, 4.0)));
};

struct ResidualMapFrame {
  Vector x;
  Vector residual;
  Vector slope;
  Vector cut;
  Vector folded;
  Vector gaussian;
  Vector roots;
  Vector turns;
  Vector turn_residuals;
  double mass_cut = 0.0;
  double mass_folded = 0.0;
  double mass_signed = 0.0;
  double peak = 0.0;
  double peak_at = 0.0;
  double least_slope = 0.0;
  double slope_error = 0.0;
  double mass_error = 0.0;
  double root_error = 0.0;

  ATTN_DESCRIBE(
      ResidualMapFrame, field(ATTN_MEMBER(x), "the third token, from -6 to 6 (481)"),
      field(ATTN_MEMBER(residual), "e, x less the mean of the context under its weights (481)"),
      field(ATTN_MEMBER(slope), "m, 1 - a Var (481)"),
      field(ATTN_MEMBER(cut), "density with max(m, 0) (481)"),
      field(ATTN_MEMBER(folded), "density with |m| (481)"),
      field(ATTN_MEMBER(gaussian), "density of a = 0 (481)"),
      field(ATTN_MEMBER(roots), "tokens with e = eps, rising (1 to 3)"),
      field(ATTN_MEMBER(turns), "tokens at which e turns, rising (0 or 2)"),
      field(ATTN_MEMBER(turn_residuals), "e at these"),
      field(ATTN_MEMBER(mass_cut), "integral of the density with max(m, 0), in closed form"),
      field(ATTN_MEMBER(mass_folded), "of that with |m|: the mean number of tokens of a noise"),
      field(ATTN_MEMBER(mass_signed), "of that with m, by quadrature; 1"),
      field(ATTN_MEMBER(peak), "largest density with max(m, 0), from -6 to 6"),
      field(ATTN_MEMBER(peak_at), "the token that has it"),
      field(ATTN_MEMBER(least_slope), "least m, from -6 to 6"),
      field(ATTN_MEMBER(slope_error), "of m: largest difference from central differences of e"),
      field(ATTN_MEMBER(mass_error),
            "of the closed form: difference from quadrature, of both densities the larger"),
      field(ATTN_MEMBER(root_error), "largest |e - eps| of the tokens"));
};

class ResidualMap : public WithFrame<ResidualMapParams, ResidualMapFrame> {
 public:
  static constexpr const char* kName = "residual_map";
  static constexpr const char* kAbout =
      "residual, slope and density of a token over a context of two (seed 002, figure 3.2)";
  static std::vector<Setting<Params>> settings();

  explicit ResidualMap(const Params& params);
};

}  // namespace attn::experiments
