// A Gaussian cloud in the plane under Stage 1, simulated and by theory: the one prior for which the
// paper's guarantee is computed in full. Source: seed 004, section 6.
#pragma once

#include "attn/denoising/particle_flow.hpp"
#include "attn/numerics/types.hpp"

namespace attn {

/// Parameters of GaussianFlowExperiment.
struct GaussianFlowParams {
  double major = 1.0;   ///< variance of the clean prior along its long axis; 0 .. 1e4
  double minor = 0.1;   ///< and along its short one; 0 .. major
  double angle = 0.5;   ///< of the long axis against the first coordinate, in radians; -10 .. 10
  double sigma2 = 0.5;  ///< variance of the noise; 1e-6 .. 1e4, and beta sigma2 <= layers
  double beta = 5.0;    ///< inverse squared width of the Stage 1 kernel; 1e-3 .. 1e4
  Index count = 400;    ///< tokens; 2 .. 1000, count (layers + 1) <= 2e5
  Index layers = 100;   ///< of Stage 1, over twice the matched time; 2 .. 1000
  double seed = 7.0;    ///< whole number from 0 to 2^53
};

/// Tokens from N(0, Sigma0) with noise N(0, sigma2 I): total covariance Gamma0 = Sigma0 + sigma2 I.
/// In the limit of many tokens and small steps Gamma obeys dGamma/dt' = -2 Gamma (I + beta Gamma)^-1
/// in attention time t' = l eta; at T_beta = beta sigma2 / 2 it should be near Sigma0. The step size
/// is the one that makes `layers` layers of twice that time.
class GaussianFlowExperiment {
 public:
  /// What there is to see at the layer reached.
  struct Frame {
    Index layer;            ///< the one reached
    Index layers;           ///< in all
    Index count;            ///< tokens
    double eta;             ///< step size of every layer
    double matched_layers;  ///< T_beta / eta
    Matrix particles;       ///< (count x 2) at this layer
    Matrix covariance;      ///< (2 x 2) of the particles, about their mean, divisor count
    Matrix exact;           ///< (2 x 2) Gamma by the closed form at this layer
    Matrix clean;           ///< (2 x 2) Sigma0
    Matrix eigenvalues;     ///< (2 x layers + 1) of Gamma by the closed form, the larger one first
    Matrix simulated;       ///< (2 x layer + 1) of the particles' covariance, the larger one first
    double
        witness_error;  ///< largest difference at this layer between Gamma by the closed form and
                        ///< by integrating the equation entry by entry
  };

  /// Throws Error naming `gaussian_flow` and the parameter that is out of its range.
  explicit GaussianFlowExperiment(const GaussianFlowParams& params);

  /// Goes towards `layer` (0 .. layers), at most `budget` layers; true when it has arrived.
  bool seek(Index layer, Index budget);

  /// What there is to see at the layer reached.
  Frame frame() const;

 private:
  void record();

  GaussianFlowParams params_;
  double eta_;
  Matrix clean_;
  ParticleFlow flow_;
  Matrix history_;    // (layers + 1 x 2 count), rows 0 .. flow_.layer() filled
  Matrix simulated_;  // (2 x layers + 1), likewise
  Matrix exact_;      // (2 x layers + 1)
  Index layer_ = 0;
};

}  // namespace attn
