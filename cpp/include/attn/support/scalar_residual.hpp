// Attention as a density, in one dimension: tokens that are numbers, values that are the tokens
// themselves, one coupling a. Since a token also asks where to look, its residual x_t - mu_t rises
// with the token by m_t = 1 - a Var_t, not by 1: that is its margin, and where it is 0 the density
// has its boundary. The tokens 1.2, -0.8, 0.9, -1.4, 0.2, 1.6 with a = 0.5 have the margins 1, 1,
// 0.59, 0.61, 0.41 and 0.73: token 4, counted from 0, is nearest to it, the support token. Source:
// seed 002, section 3. For tokens of any dimension see residual_map.hpp. All functions are pure;
// any thread may call them; the same bits on every platform.
#pragma once

#include "attn/numerics/types.hpp"

namespace attn {

/// What scalar_residual finds for L tokens. Row t of a matrix belongs to token t, column s to a
/// token before it.
struct ScalarResidual {
  Matrix weights;   ///< alpha_ts, eq 2; 0 for s >= t (L x L)
  Vector mean;      ///< mu_t, eq 7; 0 for the first token, which has no context (L)
  Vector variance;  ///< Var_t, eq 7 (L)
  Vector third;     ///< kappa_t = sum_s alpha_ts (x_s - mu_t)^3; dm_t / dx_t = -a^2 kappa_t (L)
  Vector margin;    ///< m_t = 1 - a Var_t, eq 8 and 9; 1 for the first two tokens (L)
  Vector residual;  ///< e_t = x_t - mu_t, eq 6 (L)
  double barrier;   ///< -sum_t log |m_t|; Infinity where a margin is 0
  /// The support token: the first t, counted from 0, with the least margin, definition 3.1. For a <
  /// 0 that is always token 0.
  Index support_token;
  /// Whether it is one: whether its margin is below 1. If not, no context holds the sequence back.
  bool supported;
};

/// The residuals of x (L >= 1, |x_t| <= 1e100) with logits a x_t x_s and contexts s < t. Tokens
/// that are all alike have Var_t = 0 exactly. Throws Error for what is not finite, for larger
/// tokens, and for an a x_t or an outcome that is too large for a double.
[[nodiscard]] ScalarResidual scalar_residual(const VectorRef& x, double a);

/// Which density is meant where a margin is below 0. Functions fold unless they are told otherwise,
/// for that is what eq 11 states. Neither integrates to 1 where a Var_t can exceed 1.
enum class BeyondBoundary {
  kExclude,  ///< none, log-density -Infinity, where some m_t <= 0: figure 3.3
  kFold,     ///< that with |m_t| on either side: eq 11
};

/// log p(x) with all constants, -sum_t (e_t^2 / (2 sigma^2) + log sigma + log(2 pi) / 2) + sum_t
/// log |m_t|; -Infinity on the boundary. `map` is what scalar_residual returned; sigma > 0, finite.
/// Throws Error otherwise, and for energies too large for a double. Source: seed 002, eq 11 and 12.
[[nodiscard]] double scalar_log_density(const ScalarResidual& map, double sigma = 1.0,
                                        BeyondBoundary beyond = BeyondBoundary::kFold);

/// dm_t / dx_s (L x L), 0 for s > t: -a^2 kappa_t on the diagonal, and before it
/// -a (2 alpha_ts c + a x_t alpha_ts (c^2 - Var_t)) with c = x_s - mu_t. Arguments and errors as in
/// scalar_residual. The seed does not derive it.
[[nodiscard]] Matrix scalar_margin_gradients(const VectorRef& x, double a);

/// What scalar_barrier_gradient finds.
struct ScalarBarrierGradient {
  Vector d_x;  ///< dB / dx_s = -sum_t (dm_t / dx_s) / m_t (L)
  double d_a;  ///< dB / da = sum_t (Var_t + a x_t kappa_t) / m_t
};

/// The gradient of the barrier B = -sum_t log |m_t|, on either side of the boundary. Arguments and
/// errors as in scalar_residual; also throws where a margin is 0, and where a derivative is too
/// large for a double.
[[nodiscard]] ScalarBarrierGradient scalar_barrier_gradient(const VectorRef& x, double a);

}  // namespace attn
