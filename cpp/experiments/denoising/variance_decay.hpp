// How fast Stage 1 takes the noise off, simulated and by theory. Source: seed 004, section 5.
#pragma once

#include "attn/denoising/particle_flow.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/numerics/types.hpp"

namespace attn {

/// Parameters of VarianceExperiment.
struct VarianceParams {
  double beta = 5.0;     ///< inverse squared width of the Stage 1 kernel; 1e-3 .. 1e4
  double sigma2 = 0.25;  ///< variance of the noise; 1e-6 .. 1e6, and beta sigma2 <= layers
  Index count = 200;     ///< tokens of one draw; 2 .. 2000
  Index layers = 100;    ///< of Stage 1, over twice the matched time; 2 .. 1000
  double seed = 7.0;     ///< whole number from 0 to 2^53
};

/// The variance of tokens that were one point before the noise, against diffusion time
/// t = l eta / beta from 0 to 2 T* = sigma2. The step size is the one that makes `layers` layers of
/// it, eta = beta sigma2 / layers: the same time for every beta.
class VarianceExperiment {
 public:
  /// Draws of the tokens.
  static constexpr Index kDraws = 20;

  /// What there is to see at the layer reached, with the draws so far.
  struct Frame {
    Index layer;          ///< the one reached
    Index layers;         ///< in all
    double eta;           ///< step size of every layer
    double matched_time;  ///< T* = sigma2 / 2
    Vector times;         ///< (layers + 1) diffusion time after each layer
    Vector limit;         ///< (layers + 1) infinite beta: max(sigma2 - 2 t, 0)
    Vector exact;         ///< (layers + 1) infinitely many tokens, small steps: the closed form
    Vector recursion;     ///< (layers + 1) infinitely many tokens, this step size
    Vector others_beta;   ///< (3) bandwidths drawn for comparison: 1, 5, 20
    Matrix others;        ///< (3 x layers + 1) their closed forms
    Index draws;          ///< draws complete
    /// (layers + 1) of the variance over these draws; empty where there are none. The variance of
    /// one draw is the mean squared distance to its mean.
    Vector mean;
    Vector sd;             ///< (layers + 1) standard deviation over the draws, divisor n
    double witness_error;  ///< largest difference between the closed form and an integration of
                           ///< dv/dt = -2 v / (v + 1/beta) by steps of adaptive size
  };

  /// Throws Error naming `variance` and the parameter that is out of its range.
  explicit VarianceExperiment(const VarianceParams& params);

  /// Stands at `layer` (0 .. layers): always at once, theory knows every layer. True.
  bool seek(Index layer, Index budget);

  /// Goes on with the draws, at most `budget` layers; true when all kDraws are done.
  bool refine(Index budget);

  /// What there is to see at the layer reached, with the draws so far.
  Frame frame() const;

 private:
  void draw_next();

  VarianceParams params_;
  Frame theory_;  // all of a frame that is known without a draw
  Rng rng_;
  ParticleFlow flow_;
  Vector pending_;  // (layers + 1) of the draw under way
  Vector sum_;
  Vector square_sum_;
};

}  // namespace attn
