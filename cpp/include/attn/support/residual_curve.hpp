// What becomes of the residual of one token as it moves, and how often each value comes: e(x) = x -
// mu(x) over a fixed context c, tokens that are numbers, values that are the tokens themselves. In
// the context of 0 and 2 with a = 1.5 the curve turns twice, between the turns one noise belongs to
// three tokens, and the density of eq 11 has the mass 1.134 instead of 1. The slope of e is m(x) =
// 1
// - a Var(x); the curve turns where that changes its sign. Source: seed 002, section 3, eq 6 to 12;
// turning points, preimages and masses are not in the seed. All functions are pure; any thread may
// call them; the same bits on every platform.
//
// Every function takes a context of 1 to 256 tokens, at most 1e100 in size, and a coupling with
// |a| (max c - min c)^2 <= 1e4, and throws Error for others, and for anything that is not finite.
#pragma once

#include <vector>

#include "attn/numerics/types.hpp"

namespace attn {

/// What residual_curve finds, at n tokens x.
struct ResidualCurve {
  Vector residual;  ///< e(x) = x - mu(x), eq 6 (n)
  Vector slope;     ///< m(x) = 1 - a Var(x), eq 8 and 9 (n)
  Vector cut;       ///< max(m, 0) phi(e / sigma) / sigma: a token beyond the boundary is excluded,
                    ///< figure 3.2 (n)
  Vector folded;    ///< |m| phi(e / sigma) / sigma, eq 11 (n)
};

/// The curve and both densities at x (n >= 0, |x| <= 1e100): logits a x c_s, phi the density of
/// N(0, 1), sigma > 0. Throws Error where a logit or a density is too large for a double.
[[nodiscard]] ResidualCurve residual_curve(const VectorRef& x, const VectorRef& context, double a,
                                           double sigma = 1.0);

/// The turning points of e, rising: between them e rises and falls in turn, and it rises before the
/// first and after the last. There are none for a <= 0, and none while a (max c - min c)^2 <= 4.
/// Where the slope touches 0 and keeps its sign e does not turn. Each to the last digits that the
/// slope has; a fold between two that are closer than 0.05 / (a (max c - min c)) is found where the
/// slope has one lowest point there. All lie within 2 / exp(1) sqrt((n - 1) / a) of 0.
[[nodiscard]] std::vector<double> residual_turns(const VectorRef& context, double a);

/// All x with e(x) = eps, rising: an odd number of them, one where e nowhere turns; and where eps
/// is the residual of a turning point, to 1e-13 of the largest number concerned, that point, once.
/// |eps| <= 1e100.
[[nodiscard]] std::vector<double> residual_preimages(const VectorRef& context, double a,
                                                     double eps);

/// Integrals over all x; that of m phi(e / sigma) / sigma, with its sign, is 1 whatever the
/// context.
struct ResidualMasses {
  double cut;  ///< of ResidualCurve::cut
  double
      folded;  ///< of ResidualCurve::folded: how many preimages a noise has on average; 2 cut - 1
};

/// The masses of the densities, sigma > 0. On a piece on which e goes from e_0 to e_1 the integral
/// of |m| phi(e / sigma) / sigma is that of the normal distribution between e_0 / sigma and e_1 /
/// sigma, so that each mass is a sum over the pieces between turning points; to 1e-12. Both are 1
/// where e nowhere turns, as for a <= 0: only there is the conditional of eq 11 a density, as
/// assumption A2 of theorem 2 needs it to be.
[[nodiscard]] ResidualMasses residual_masses(const VectorRef& context, double a,
                                             double sigma = 1.0);

}  // namespace attn
