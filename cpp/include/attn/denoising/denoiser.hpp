// Attention as an empirical-Bayes denoiser: Stage 1 moves a cloud of noisy tokens towards the prior
// they came from, Stage 2 averages the cloud around a noisy query. Source: seed 004.
//
// Vectors are rows: z (n x d) holds n particles of dimension d, queries (m x d) m queries.
// Everything here is the reference path: double precision, the same bits on every platform. All
// functions are pure and may run on any thread. Coordinates may be as large as
// check::kMaxCoordinate.
#pragma once

#include "attn/numerics/types.hpp"

namespace attn {

/// Most particles for which the n x n weights are formed (512 MB of doubles).
inline constexpr Index kMaxWeightRows = 8192;

/// Largest step size: with it, particles of the largest size are still moved to where a double
/// reaches.
inline constexpr double kMaxStep = 1e150;

/// Attention weights of Stage 1, a_ij = softmax_j(-beta/2 |z_i - z_j|^2), rows sum to 1. (n x n)
/// z: finite, 1 <= n <= kMaxWeightRows, d >= 1; beta > 0. Throws Error otherwise.
/// Source: seed 004, eq 1 (the minus sign is missing in the text).
[[nodiscard]] Matrix stage1_weights(const MatrixRef& z, double beta);

/// One layer: z_i <- (1 - eta) z_i + eta sum_j a_ij z_j. (n x d)
/// z: finite, n, d >= 1; beta > 0; 0 <= eta <= kMaxStep (at 1 each particle jumps to the weighted
/// mean). Memory O(n d). Throws Error otherwise. Source: seed 004, eq 1.
[[nodiscard]] Matrix stage1_step(const MatrixRef& z, double beta, double eta);

/// Buffers of stage1_step_into; made once, used for every layer.
struct Stage1Workspace {
  /// For n >= 0 particles of dimension d >= 0. Throws Error otherwise.
  Stage1Workspace(Index n, Index d);
  Matrix pull;  ///< (n x d)
  Vector mass;  ///< (n)
};

/// stage1_step for loops: out <- one layer applied to z, without checks and without allocation. out
/// may be z itself, or a block of a larger matrix. Preconditions, which nothing looks at: those of
/// stage1_step; z, out and workspace have the same n and d.
void stage1_step_into(const MatrixRef& z, double beta, double eta, Stage1Workspace& workspace,
                      Eigen::Ref<Matrix> out);

/// Weights of Stage 2, b_ij = softmax_j(-beta_c/2 |q_i - z_j|^2). (m x n)
/// queries (m x d), z (n x d), finite, non-empty, m n <= kMaxWeightRows^2; beta_c > 0, the Bayesian
/// choice is 1 / sigma^2. Throws Error otherwise. Source: seed 004, section 3.
[[nodiscard]] Matrix stage2_weights(const MatrixRef& queries, const MatrixRef& z, double beta_c);

/// Posterior mean of each query when the prior is the empirical distribution of z and the noise has
/// variance 1 / beta_c: sum_j b_ij z_j. (m x d) Arguments as in stage2_weights, without its bound
/// on m n.
[[nodiscard]] Matrix posterior_mean(const MatrixRef& queries, const MatrixRef& z, double beta_c);

/// E(z; q) = -1/beta_c log sum_j exp(-beta_c/2 |q - z_j|^2), one per query. (m)
/// Arguments as in posterior_mean. Throws Error also where an energy is too large for a double.
/// Source: seed 004, eq 2.
[[nodiscard]] Vector energy(const MatrixRef& queries, const MatrixRef& z, double beta_c);

/// Gradient of the energy with respect to the query, sum_j b_ij (q_i - z_j). (m x d)
/// The posterior mean is q - gradient: Stage 2 is one gradient step of length 1.
/// Arguments as in posterior_mean. Source: seed 004, eq 2.
[[nodiscard]] Matrix energy_gradient(const MatrixRef& queries, const MatrixRef& z, double beta_c);

}  // namespace attn
