// The residual of a third token over all that it may be, with the densities that are made of it.
// Source: seed 002, eq 6 to 12 and figure 3.2.
#pragma once

#include "experiments/bases.hpp"

namespace attn::experiments {

struct ResidualMapParams {
  ATTN_DESCRIBED(ResidualMapParams);
  ATTN_PARAM(double, x1, "first token of the context", within(-4.0, 4.0)) = 0.0;
  ATTN_PARAM(double, x2, "second token of the context", within(-4.0, 4.0)) = 2.0;
  ATTN_PARAM(double, a, "coupling", within(-3.0, 3.0)) = 0.25;
  ATTN_PARAM(double, sigma, "of the noise", within(0.3, 2.0)) = 1.0;
  ATTN_PARAM(double, eps, "the noise whose tokens are asked for", within(-4.0, 4.0)) = -0.9;
};

struct ResidualMapFrame {
  ATTN_DESCRIBED(ResidualMapFrame);
  ATTN_FIELD(Vector, x, "the third token, from -6 to 6 (481)");
  ATTN_FIELD(Vector, residual, "e, x less the mean of the context under its weights (481)");
  ATTN_FIELD(Vector, slope, "m, 1 - a Var (481)");
  ATTN_FIELD(Vector, cut, "density with max(m, 0) (481)");
  ATTN_FIELD(Vector, folded, "density with |m| (481)");
  ATTN_FIELD(Vector, gaussian, "density of a = 0 (481)");
  ATTN_FIELD(Vector, roots, "tokens with e = eps, rising (1 to 3)");
  ATTN_FIELD(Vector, turns, "tokens at which e turns, rising (0 or 2)");
  ATTN_FIELD(Vector, turn_residuals, "e at these");
  ATTN_FIELD(double, mass_cut, "integral of the density with max(m, 0), in closed form") = 0.0;
  ATTN_FIELD(double, mass_folded, "of that with |m|: the mean number of tokens of a noise") = 0.0;
  ATTN_FIELD(double, mass_signed, "of that with m, by quadrature; 1") = 0.0;
  ATTN_FIELD(double, peak, "largest density with max(m, 0), from -6 to 6") = 0.0;
  ATTN_FIELD(double, peak_at, "the token that has it") = 0.0;
  ATTN_FIELD(double, least_slope, "least m, from -6 to 6") = 0.0;
  ATTN_FIELD(double, slope_error, "of m: largest difference from central differences of e") = 0.0;
  ATTN_FIELD(double, mass_error,
             "of the closed form: difference from quadrature, of both densities the larger") = 0.0;
  ATTN_FIELD(double, root_error, "largest |e - eps| of the tokens") = 0.0;
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
