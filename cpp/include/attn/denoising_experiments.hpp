// The experiments behind the figures of chapter 5, as state machines that a page or a command line
// can step. Source: seed 004. One-dimensional tokens, drawn from two point masses and blurred by
// Gaussian noise.
#pragma once

#include "attn/particle_flow.hpp"
#include "attn/rng.hpp"
#include "attn/types.hpp"

namespace attn {

/// Largest TokenParams::count and TokenParams::layers.
inline constexpr Index kMaxTokens = 2000;
inline constexpr Index kMaxLayers = 1000;

/// What both experiments start from.
struct TokenParams {
  double beta = 5.0;    ///< inverse squared width of the Stage 1 kernel; > 0
  double eta = 0.1;     ///< step size; 0 < eta <= 1
  Index count = 64;     ///< tokens; 1 .. kMaxTokens
  Index layers = 60;    ///< layers of Stage 1; 1 .. kMaxLayers, count * (layers + 1) <= 2e6
  double centre = 2.0;  ///< the modes of the prior are at -centre and +centre; 0 .. 1e6
  double sigma2 = 0.5;  ///< variance of the noise; 0 < sigma2 <= 1e6
  double seed = 7.0;    ///< whole number from 0 to 2^53
};

/// Stage 1 with its whole history: any layer that has been reached can be looked at again, with the
/// same bits.
class ParticlesExperiment {
 public:
  struct Frame {
    Index layer;
    Index layers;
    Index count;
    Matrix trail;            ///< (layer + 1 x count) positions after 0 .. layer layers
    Vector mode;             ///< (count) -1 or +1: the mode each token was drawn from
    Vector within_variance;  ///< (layer + 1) mean squared distance of a particle to its own group's
                             ///< mean
    double matched_layers;   ///< beta sigma2 / (2 eta)
    double weight_error;     ///< largest |row sum of the attention weights - 1| at this layer
    double step_error;  ///< largest difference at this layer between the step by pairs and (1 -
                        ///< eta) z + eta A z
  };

  /// Throws Error naming `particles` and the parameter that is out of its range.
  explicit ParticlesExperiment(const TokenParams& params);

  /// Goes towards `layer` (0 .. layers), at most `budget` layers of computation; true when it has
  /// arrived. Throws Error where layer is out of range or budget < 1.
  bool seek(Index layer, Index budget);

  /// What there is to see at the layer reached.
  Frame frame() const;

 private:
  TokenParams params_;
  Vector mode_;
  ParticleFlow flow_;
  Matrix history_;  // (layers + 1 x count), rows 0 .. flow_.layer() filled
  Vector within_variance_;
  Index layer_ = 0;
};

struct QueryParams : TokenParams {
  double query = 0.5;  ///< the noisy token to denoise; -1e6 .. 1e6
};

/// Stage 2 for one query, on the tokens as they came and on the particles of Stage 1; and the same
/// over fresh draws of the tokens, because one draw says little about which is nearer to the truth.
class BeforeAfterExperiment {
 public:
  /// Draws of the tokens over which the two estimates are compared.
  static constexpr Index kDraws = 40;

  /// Mean, standard deviation (divisor n) and root mean square distance to the exact answer.
  struct Spread {
    double mean;
    double sd;
    double rms;
  };

  struct Frame {
    Index layer;
    Index layers;
    Index count;
    Vector tokens;          ///< (count)
    Vector particles;       ///< (count) after `layer` layers
    Vector weights_before;  ///< (count) Stage 2 weights of the query on the tokens
    Vector weights_after;   ///< (count) and on the particles
    double before;          ///< posterior mean on the tokens
    double after;           ///< and on the particles
    double exact;           ///< and under the true prior
    Vector draws_before;    ///< (draws so far) the same over draws; the first is the one shown
    Vector draws_after;
    Spread spread_before;
    Spread spread_after;
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

  Frame frame() const;

 private:
  void record(const ParticleFlow& flow, Index draw);

  QueryParams params_;
  Rng seeds_;
  Vector tokens_;
  ParticleFlow shown_;
  ParticleFlow other_;
  Matrix history_;    // (layers + 1 x count) of the draw shown
  Matrix estimates_;  // (layers + 1 x kDraws) posterior mean of the query by layer and draw
  Index draws_ = 1;
  Index layer_ = 0;
};

}  // namespace attn
