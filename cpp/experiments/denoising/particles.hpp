// The experiments behind the figures of chapter 5, as state machines that a page or a command line
// can step. Source: seed 004.
#pragma once

#include "attn/denoising/particle_flow.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/numerics/types.hpp"
#include "experiments/denoising/token_run.hpp"

namespace attn {

/// Parameters of ParticlesExperiment.
struct ParticlesParams : TokenParams {
  /// 0: layers are steps of size eta, so the total time falls as beta grows. 1: the step size is that
  /// with which the last layer is at the matched depth whatever beta, as far as a step of 1 allows;
  /// eta is not used.
  double clock = 0.0;
};

/// Stage 1 with its whole history: any layer that has been reached can be looked at again, with the
/// same bits.
class ParticlesExperiment {
 public:
  /// What there is to see at the layer reached.
  struct Frame {
    Index layer;             ///< the one reached
    Index layers;            ///< in all
    Index count;             ///< tokens
    Matrix trail;            ///< (layer + 1 x count) positions after 0 .. layer layers
    Vector mode;             ///< (count) -1 or +1: the mode each token was drawn from
    Vector within_variance;  ///< (layer + 1) mean squared distance of a particle to its own group's
                             ///< mean
    double eta;              ///< step size of every layer
    double matched_layers;   ///< beta sigma2 / (2 eta)
    double weight_error;     ///< largest |row sum of the attention weights - 1| at this layer
    double step_error;  ///< largest difference at this layer between the step by pairs and (1 -
                        ///< eta) z + eta A z
  };

  /// Throws Error naming `particles` and the parameter that is out of its range.
  explicit ParticlesExperiment(const ParticlesParams& params);

  /// Goes towards `layer` (0 .. layers), at most `budget` layers of computation; true when it has
  /// arrived. Throws Error where layer is out of range or budget < 1.
  bool seek(Index layer, Index budget);

  /// What there is to see at the layer reached.
  Frame frame() const;

 private:
  TokenParams params_;  // with the step size in use
  TokenRun run_;
  Vector mode_;
};

/// Stage 2 for one query, on the tokens as they came and on the particles of Stage 1; and the same
/// over fresh draws of the tokens, because one draw says little about which is nearer to the truth.
class BeforeAfterExperiment {
 public:
  /// Draws of the tokens over which the two estimates are compared.
  static constexpr Index kDraws = 40;

  /// Where the estimates of many draws lie.
  struct Spread {
    double mean;  ///< of the estimates
    double sd;    ///< divisor n
    double rms;   ///< from the exact answer
  };

  /// What there is to see at the layer reached.
  struct Frame {
    Index layer;            ///< the one reached
    Index layers;           ///< in all
    Index count;            ///< tokens
    double matched_layers;  ///< beta sigma2 / (2 eta)
    Vector tokens;          ///< (count)
    Vector particles;       ///< (count) after `layer` layers
    Vector weights_before;  ///< (count) Stage 2 weights of the query on the tokens
    Vector weights_after;   ///< (count) and on the particles
    double before;          ///< posterior mean on the tokens
    double after;           ///< and on the particles
    double exact;           ///< and under the true prior
    Vector draws_before;    ///< (draws so far) the same over draws; the first is the one shown
    Vector draws_after;     ///< (draws so far) on the particles
    Spread spread_before;   ///< of draws_before
    Spread spread_after;    ///< of draws_after
    double gradient_error;  ///< |x_hat - (query - dE/dq)| with dE/dq by central differences, the
                            ///< larger of the two
    double weight_error;    ///< largest |sum of weights - 1|
  };

  /// Throws Error naming `before_after` and the parameter that is out of its range.
  explicit BeforeAfterExperiment(const QueryParams& params);

  /// Goes towards `layer` (0 .. layers) in the draw shown, at most `budget` layers; true when it
  /// has arrived.
  bool seek(Index layer, Index budget);

  /// Goes on with the other draws, at most `budget` layers; true when all kDraws are done. Frames
  /// improve with it.
  bool refine(Index budget);

  /// Draws complete so far, the one shown among them; 1 .. kDraws.
  Index draws() const { return draws_; }

  /// What there is to see at the layer reached, with the draws so far.
  Frame frame() const;

 private:
  QueryParams params_;
  Rng seeds_;
  TokenRun run_;
  ParticleFlow other_;
  Matrix estimates_;  // (layers + 1 x kDraws) posterior mean of the query by layer and draw, of the
                      // draws that are not shown
  Index draws_ = 1;
};

}  // namespace attn
