// Whether the law of one symbol is that of two with the second summed out, which is theorem 2 of
// seed 002, in a process so small that both are integrals over one or two numbers. With a = -1/2
// and tokens that look back both say 0.3238; with a = 1, where the map folds, summing out gives
// 0.3576, and where tokens look ahead, with a = -1/2, it gives 0.2740. Tokens are numbers, values
// half the tokens, e_t = x_t - mu_t / 2 with logits a x_s x_t over s <= t, or over all s, and a
// symbol is 1 with the probability 1 / (1 + exp(-2 (x - 1))). Source: seed 002, section 5, eq 28 to
// 32, and appendix A for s <= t; with values equal to tokens the first token would have no density.
// Pure functions; any thread may call them; the same bits on every platform.
#pragma once

#include "attn/numerics/types.hpp"

namespace attn {

/// Which tokens a token attends to.
enum class ProcessMask {
  kPast,  ///< itself and those before it
  kAll,   ///< also those after it, proposition 2
};

/// What token_process finds.
struct TokenProcess {
  double alone;   ///< P(y_1 = 1) of the model of length 1
  double summed;  ///< sum over y_2 of P(1, y_2), by eq 30 and 31 with |det| as in eq 11; not
                  ///< divided by the mass
  double mass;    ///< of that density over both tokens: 1 where the map of length 2 folds nowhere
  double signed_mass;  ///< the same with det in place of |det|: 1 wherever it is a map onto the
                       ///< plane, so a check of the grid
};

/// Both laws of the first symbol, a from -4 to 4, by the trapezoid rule with `points` (33 to 4001)
/// from -16 to 16 in each direction; points^2 / 2 evaluations. How near each number is, for either
/// mask: from a = -1/2 to 0, where nothing folds, to 1e-12 with 301 points or more. Elsewhere, at
/// most
///
///                 301 points   601      901
///   a from -4 to 0    5e-4     2e-5     2e-7
///   a from 0 to 2     5e-4     1e-4     5e-5    (falls as 1 / points^2: there are folds)
///   a from 2 to 4     3e-3     3e-4     1e-4
///
/// Throws Error for arguments out of range.
[[nodiscard]] TokenProcess token_process(double a, ProcessMask mask, Index points = 601);

}  // namespace attn
