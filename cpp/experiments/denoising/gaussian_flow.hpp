// A Gaussian cloud in the plane under Stage 1, simulated and by theory: the one prior for which the
// paper's guarantee is computed in full. Source: seed 004, section 6.
#pragma once

#include "attn/denoising/particle_flow.hpp"
#include "experiments/run.hpp"

namespace attn::experiments {

/// count (layers + 1) is at most 2e5, beta sigma2 at most `layers`, minor at most major.
struct GaussianFlowParams {
  ATTN_DESCRIBED(GaussianFlowParams);
  ATTN_PARAM(double, major, "variance of the clean prior along its long axis",
             within(0.0, 1e4)) = 1.0;
  ATTN_PARAM(double, minor, "and along its short one", within(0.0, 1e4)) = 0.05;
  ATTN_PARAM(double, angle, "of the long axis against the first coordinate, in radians",
             within(-10.0, 10.0)) = 0.5;
  ATTN_PARAM(double, sigma2, "variance of the noise", within(1e-6, 1e4)) = 0.5;
  ATTN_PARAM(double, beta, "inverse squared width of the Stage 1 kernel", within(1e-3, 1e4)) = 5.0;
  ATTN_PARAM(Index, count, "tokens", within(2, 1000)) = 400;
  ATTN_PARAM(Index, layers, "of Stage 1, over twice the matched time", within(2, 1000)) = 100;
  ATTN_PARAM(std::uint64_t, seed, "of the random numbers") = 7;
};

struct GaussianFlowFrame {
  ATTN_DESCRIBED(GaussianFlowFrame);
  ATTN_FIELD(Index, layer, "the one reached") = 0;
  ATTN_FIELD(Index, layers, "in all") = 0;
  ATTN_FIELD(Index, count, "tokens") = 0;
  ATTN_FIELD(double, eta, "step size of every layer") = 0.0;
  ATTN_FIELD(double, matched_layers, "T_beta / eta, where the paper stops; not rounded") = 0.0;
  ATTN_FIELD(Matrix, particles, "(count x 2) positions at this layer");
  ATTN_FIELD(Matrix, covariance, "(2 x 2) of the particles, about their mean, divisor count");
  ATTN_FIELD(Matrix, exact, "(2 x 2) Gamma by the closed form at this layer");
  ATTN_FIELD(Matrix, clean, "(2 x 2) Sigma0");
  ATTN_FIELD(Matrix, eigenvalues,
             "(2 x layers + 1) of Gamma by the closed form, the larger one first");
  ATTN_FIELD(Matrix, simulated,
             "(2 x layer + 1) of the particles' covariance, the larger one first");
  ATTN_FIELD(double, witness_error,
             "largest difference at this layer between Gamma by the closed form and by integrating "
             "the equation entry by entry") = 0.0;
};

/// Tokens from N(0, Sigma0) with noise N(0, sigma2 I): total covariance Gamma0 = Sigma0 + sigma2 I.
/// In the limit of many tokens and small steps Gamma obeys dGamma/dt' = -2 Gamma (I + beta
/// Gamma)^-1 in attention time t' = l eta; at T_beta = beta sigma2 / 2 it should be near Sigma0.
/// The step size is the one that makes `layers` layers of twice that time.
class GaussianFlow {
 public:
  using Params = GaussianFlowParams;
  using Frame = GaussianFlowFrame;
  static constexpr const char* kName = "gaussian_flow";
  static constexpr const char* kAbout =
      "a Gaussian cloud in the plane under Stage 1, simulated and by theory (seed 004, section 6)";
  static std::vector<Setting<Params>> settings();

  explicit GaussianFlow(const Params& params);

  Index steps() const { return params_.layers; }
  /// Goes towards `layer`, at most `budget` layers; true when it has arrived.
  bool seek(Index layer, Index budget);
  Frame frame() const;

 private:
  void record();

  Params params_;
  double eta_;
  Matrix clean_;
  ParticleFlow flow_;
  Matrix history_;    // (layers + 1 x 2 count), rows 0 .. flow_.layer() filled
  Matrix simulated_;  // (2 x layers + 1), likewise
  Matrix exact_;      // (2 x layers + 1)
  Index layer_ = 0;
};

}  // namespace attn::experiments
