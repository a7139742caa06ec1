// What the experiments on one-dimensional tokens start from: tokens drawn from two point masses and
// blurred by Gaussian noise, and their way through Stage 1 with all of its history. Source: seed
// 004.
#pragma once

#include "attn/denoising/gaussian_mixture.hpp"
#include "attn/denoising/particle_flow.hpp"
#include "attn/numerics/rng.hpp"
#include "experiments/run.hpp"

namespace attn::experiments {

/// What the tokens are, and how Stage 1 treats them. count * (layers + 1) is at most 2e6.
struct TokenParams {
  ATTN_DESCRIBED(TokenParams);
  ATTN_PARAM(double, beta, "inverse squared width of the Stage 1 kernel", positive()) = 5.0;
  ATTN_PARAM(double, eta, "step size of a layer", above_zero(1.0)) = 0.1;
  ATTN_PARAM(Index, count, "tokens", within(1, 2000)) = 64;
  ATTN_PARAM(Index, layers, "of Stage 1", within(1, 1000)) = 60;
  ATTN_PARAM(double, centre, "the modes of the prior are at -centre and +centre",
             within(0.0, 1e6)) = 2.0;
  ATTN_PARAM(double, sigma2, "variance of the noise", above_zero(1e6)) = 0.5;
  ATTN_PARAM(std::uint64_t, seed, "of the random numbers") = 7;
};

/// A hundred of them, beta 8, around modes at -centre and +centre.
TokenParams hundred_tokens(double centre);

/// Throws Error naming the experiment where the limits that hold between parameters are not kept;
/// returns p.
const TokenParams& checked_size(const char* experiment, const TokenParams& p);

/// One draw of the tokens. p is valid.
MixtureSample draw_tokens(const TokenParams& p, Rng& rng);

/// Largest |row sum - 1| of attention weights (m x n).
double largest_row_sum_error(const MatrixRef& weights);

/// Tokens on their way through Stage 1. Any layer that has been reached can be looked at again,
/// with the same bits.
class TokenRun {
 public:
  /// p is valid; the tokens are drawn from rng.
  TokenRun(const TokenParams& p, Rng rng);

  /// Goes towards `layer`, at most `budget` layers of computation; true when it has arrived. Throws
  /// Error naming the experiment where layer is not in 0 .. p.layers or budget < 1.
  bool seek(const char* experiment, Index layer, Index budget);

  /// The layer looked at.
  Index layer() const { return layer_; }
  /// p.layers
  Index layers() const { return history_.rows() - 1; }
  /// As they were drawn.
  const MixtureSample& tokens() const { return tokens_; }
  /// (count x 1) at the layer looked at.
  Matrix particles() const { return history_.row(layer_).transpose(); }
  /// (layer + 1 x count) after 0 .. layer layers.
  Matrix trail() const { return history_.topRows(layer_ + 1); }

 private:
  MixtureSample tokens_;
  ParticleFlow flow_;
  Matrix history_;  // rows 0 .. flow_.layer() filled
  Index layer_ = 0;
};

}  // namespace attn::experiments
