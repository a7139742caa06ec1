// How likely embeddings are under attention, and how near to where that stops to make sense. A
// token is what attention makes of its context and noise, x_t = mu_t + e_t. Since x_t itself asks,
// e_t does not move with x_t one to one: its derivative is a block (d x d), whose determinant is a
// factor of the density and 0 on its boundary. Tokens -1, 1 and 0.1 with a coupling of 0.9 have
// determinants 1, 1 and 0.107: the third is nearest to the boundary. Source: seed 002, sections 2
// and 3, appendices A and B. Where the seed's blocks are right only for W_V = I (eq 14, 51, 53),
// the exact ones stand here and the printed ones under their own name. Tokens are rows. All
// functions are pure; any thread may call them; the same bits on every platform.
#pragma once

#include <vector>

#include "attn/attention/attention.hpp"

namespace attn {

/// How residual_map attends.
struct ResidualOptions {
  double scale = 1.0;         ///< of the logits q_t k_s, finite; 1 / sqrt(d_k) for scaled ones
  bool include_self = false;  ///< contexts s <= t, appendix A; as it is s < t, eq 2
};

/// What residual_map finds for L tokens of d numbers.
struct ResidualMap {
  ResidualOptions options;  ///< those that it was made with, for the functions that take a map
  Matrix queries;           ///< w_q x_t (L x d_k)
  Matrix keys;              ///< w_k x_s (L x d_k)
  Matrix values;            ///< w_v x_s (L x d)
  Matrix weights;           ///< alpha_ts, eq 2 or 44; 0 outside the context (L x L)
  Matrix mean;              ///< mu_t, eq 2 or 45; 0 where the context is empty (L x d)
  Matrix residual;          ///< e_t = x_t - mu_t, eq 4 (L x d)
  /// de_t / dx_t, exactly, for any w_v: I - scale C_t W_Q with C_t = sum_s alpha_ts (v_s - mu_t)
  /// (k_s - kbar_t)^T, and where the context has the token itself also - alpha_tt (W_V + scale (v_t
  /// - mu_t) (W_K^T q_t)^T). L of them (d x d).
  std::vector<Matrix> blocks;
  Vector log_abs_det;  ///< of each block; -Infinity for a singular one (L)
  Vector sign;         ///< of its determinant: 1, -1 or 0 (L)
  double barrier;      ///< -sum_t log |det|, eq 24; Infinity where a block is singular
};

/// The residual map at x (L x d) for weights w_q, w_k (d_k x d) and w_v (d x d); everything finite,
/// L and d >= 1. With the token itself in its context and w_v = I, the first block is 0 for any x
/// (appendix A: the density does not exist). Throws Error for other arguments, and for what is too
/// large for a double.
[[nodiscard]] ResidualMap residual_map(const MatrixRef& x, const HeadWeights& weights,
                                       const ResidualOptions& options = {});

/// The margin of each token, det of its block with its sign (L): eq 9 for d = 1, and the first of
/// eq 25 by its absolute value. Infinite where it is too large for a double, 0 where too small. The
/// second of eq 25, 1 - rho, is block_margins(I - map.blocks[t]).one_minus_rho. Throws Error for
/// NaN in `sign` or `log_abs_det`, and where these have different sizes.
[[nodiscard]] Vector determinant_margins(const ResidualMap& map);

/// Where a sequence is held back.
struct SupportToken {
  Index token;     ///< the first one with the least margin, counted from 0, definition 3.1
  double margin;   ///< its margin, which is the sequence's, eq 10
  bool supported;  ///< whether that is below 1, the margin of a token without a context. If not,
                   ///< no context holds the sequence back, and there is no support token
};

/// The support token of margins (L >= 1, none NaN), of whichever definition. Throws Error
/// otherwise.
[[nodiscard]] SupportToken support_token(const VectorRef& margins);

/// log p(x) with all constants: -sum_t (|e_t|^2 / (2 sigma^2) + d log sigma + d log(2 pi) / 2) +
/// sum_t log |det|, eq 16 and 56; -Infinity where a block is singular. `map` is what residual_map
/// returned; sigma > 0, finite. Throws Error otherwise, and for energies too large for a double.
[[nodiscard]] double residual_log_density(const ResidualMap& map, double sigma = 1.0);

/// sum_t |e_t|^2 / (2 sigma^2), the first term of eq 19. Arguments and errors as in
/// residual_log_density.
[[nodiscard]] double residual_energy(const ResidualMap& map, double sigma = 1.0);

/// The blocks as they are printed: I - scale Sigma_t A, and where the context has the token itself
/// I - alpha_tt W_V - scale Sigma_t A, with A = W_K^T W_Q and Sigma_t the covariance of values (L
/// of them, d x d). Right only for w_v = I and a context without the token. Arguments and errors as
/// in residual_map. Source: seed 002, eq 14, 15 and 53; errata 002.1 and 002.2.
[[nodiscard]] std::vector<Matrix> published_residual_blocks(const MatrixRef& x,
                                                            const HeadWeights& weights,
                                                            const ResidualOptions& options = {});

/// Sigma_t = sum_s alpha_ts (v_s - mu_t) (v_s - mu_t)^T, eq 13 and 47, of each token; 0 for an
/// empty context (L of them, d x d). `map` is what residual_map returned. Throws Error otherwise,
/// and for entries too large for a double.
[[nodiscard]] std::vector<Matrix> value_covariances(const ResidualMap& map);

/// de / dx, all of it (L d x L d): the block of row t and column s is de_t / dx_s, 0 for s > t, so
/// that its determinant is the product of those of the blocks on the diagonal (lemma B.3, eq 59).
/// Arguments and errors as in residual_map.
[[nodiscard]] Matrix residual_jacobian(const MatrixRef& x, const HeadWeights& weights,
                                       const ResidualOptions& options = {});

}  // namespace attn
