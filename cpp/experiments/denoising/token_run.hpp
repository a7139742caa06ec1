// What the experiments on one-dimensional tokens start from: tokens drawn from two point masses and
// blurred by Gaussian noise, and their way through Stage 1 with all of its history. Source: seed
// 004.
#pragma once

#include "attn/denoising/gaussian_mixture.hpp"
#include "attn/denoising/particle_flow.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/numerics/types.hpp"

namespace attn {

inline constexpr Index kMaxTokens = 2000;  ///< largest TokenParams::count
inline constexpr Index kMaxLayers = 1000;  ///< largest TokenParams::layers

/// What the tokens are, and how Stage 1 treats them.
struct TokenParams {
  double beta = 5.0;    ///< inverse squared width of the Stage 1 kernel; > 0
  double eta = 0.1;     ///< step size; 0 < eta <= 1
  Index count = 64;     ///< tokens; 1 .. kMaxTokens
  Index layers = 60;    ///< layers of Stage 1; 1 .. kMaxLayers, count * (layers + 1) <= 2e6
  double centre = 2.0;  ///< the modes of the prior are at -centre and +centre; 0 .. 1e6
  double sigma2 = 0.5;  ///< variance of the noise; 0 < sigma2 <= 1e6
  double seed = 7.0;    ///< whole number from 0 to 2^53
};

/// And a query for Stage 2.
struct QueryParams : TokenParams {
  double query = 0.5;  ///< the noisy token to denoise; -1e6 .. 1e6
};

/// Throws Error naming `function` and the parameter that is out of its range; returns p.
const TokenParams& check_tokens(const char* function, const TokenParams& p);
/// The same, and that of the query.
const QueryParams& check_tokens(const char* function, const QueryParams& p);

/// The generator that the seed stands for.
Rng rng_of(const TokenParams& p);

/// One draw of the tokens. p is valid.
MixtureSample draw_tokens(const TokenParams& p, Rng& rng);

/// Largest |row sum - 1| of attention weights (m x n).
double largest_row_sum_error(const MatrixRef& weights);

/// Tokens on their way through Stage 1. Any layer that has been reached can be looked at again, with
/// the same bits.
class TokenRun {
 public:
  /// p is valid; the tokens are drawn from rng.
  TokenRun(const TokenParams& p, Rng rng);

  /// Goes towards `layer` (0 .. p.layers), at most `budget` layers of computation; true when it has
  /// arrived. Throws Error naming `function` where layer is out of range or budget < 1.
  bool seek(const char* function, Index layer, Index budget);

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

}  // namespace attn
