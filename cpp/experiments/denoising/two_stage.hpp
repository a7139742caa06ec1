// What each part of the two-stage denoiser is good for, in numbers: the error of the ways through
// it, with the skip connection and without. Source: seed 004, section 3.
#pragma once

#include "attn/denoising/gaussian_mixture.hpp"
#include "attn/denoising/particle_flow.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/numerics/types.hpp"
#include "experiments/denoising/token_run.hpp"

namespace attn {

/// Errors are normalised: the mean of (estimate - clean)^2 over the tokens, divided by sigma2, so
/// that taking the noisy tokens as they are has error 1 on average.
class TwoStageExperiment {
 public:
  /// Draws of the tokens, besides the one shown, over which the errors are averaged.
  static constexpr Index kDraws = 40;

  /// The ways through the network.
  enum Route : Index {
    kTokens,       ///< nothing: the noisy token is the estimate
    kStage1,       ///< Stage 1 only: the particle is the estimate
    kWithoutSkip,  ///< Stage 2 asked by the particle that came out of Stage 1
    kWithSkip,     ///< Stage 2 asked by the noisy token, past Stage 1
    kExact,        ///< the posterior mean under the true prior
    kRoutes
  };

  /// What there is to see at the layer reached.
  struct Frame {
    Index layer;            ///< the one reached
    Index layers;           ///< in all
    Index count;            ///< tokens
    double matched_layers;  ///< beta sigma2 / (2 eta)
    Vector clean;           ///< (count)
    Vector tokens;          ///< (count)
    Vector particles;       ///< (count) after `layer` layers
    Vector estimates;       ///< (count) of Stage 2, with the skip or without it as chosen
    Vector errors;          ///< (kRoutes) of the draw shown, at this layer
    Index draws;            ///< draws complete, besides the one shown
    Matrix mean;  ///< (kRoutes x layers + 1) of the errors over these draws; no columns where
                  ///< there are none
    Matrix sd;    ///< (kRoutes x layers + 1) their standard deviation, divisor n
    double weight_error;  ///< largest |row sum of the Stage 2 weights - 1| of the draw shown
  };

  /// skip: whether `estimates` are those with the skip connection. Throws Error naming `two_stage`
  /// and the parameter that is out of its range.
  TwoStageExperiment(const TokenParams& params, bool skip);

  /// Goes towards `layer` (0 .. layers) in the draw shown, at most `budget` layers; true when it
  /// has arrived.
  bool seek(Index layer, Index budget);

  /// Goes on with the other draws, at most `budget` layers; true when all kDraws are done. Frames
  /// improve with it.
  bool refine(Index budget);

  /// What there is to see at the layer reached, with the draws so far.
  Frame frame() const;

 private:
  void draw_next();

  TokenParams params_;
  bool skip_;
  TokenRun run_;
  Rng seeds_;
  MixtureSample other_tokens_;
  ParticleFlow other_;
  Matrix pending_;     // (kRoutes x layers + 1) errors of the draw under way
  Matrix sum_;         // of the errors over the complete draws
  Matrix square_sum_;  // and of their squares
  Index draws_ = 0;
};

}  // namespace attn
