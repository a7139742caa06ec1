// A Gaussian cloud in the plane under Stage 1, simulated and by theory: the one prior for which the
// paper's guarantee is computed in full. Source: seed 004, section 6.
#pragma once

#include "attn/denoising/particle_flow.hpp"
#include "experiments/run.hpp"

namespace attn::experiments {

/// count (layers + 1) is at most 2e5, beta sigma2 at most `layers`, minor at most major.
struct GaussianFlowParams {
  double major = 1.0;
  double minor = 0.05;
  double angle = 0.5;
  double sigma2 = 0.5;
  double beta = 5.0;
  Index count = 400;
  Index layers = 100;
  std::uint64_t seed = 7;

  ATTN_DESCRIBE(
      GaussianFlowParams,
      param(ATTN_MEMBER(major), "variance of the clean prior along its long axis",
            within(0.0, 1e4)),
      param(ATTN_MEMBER(minor), "and along its short one", within(0.0, 1e4)),
      param(ATTN_MEMBER(angle), "of the long axis against the first coordinate, in radians",
            within(-10.0, 10.0)),
      param(ATTN_MEMBER(sigma2), "variance of the noise", within(1e-6, 1e4)),
      param(ATTN_MEMBER(beta), "inverse squared width of the Stage 1 kernel", within(1e-3, 1e4)),
      param(ATTN_MEMBER(count), "tokens", within(2, 1000)),
      param(ATTN_MEMBER(layers), "of Stage 1, over twice the matched time", within(2, 1000)),
      param(ATTN_MEMBER(seed), "of the random numbers"));
};

struct GaussianFlowFrame {
  Index layer = 0;
  Index layers = 0;
  Index count = 0;
  double eta = 0.0;
  double matched_layers = 0.0;
  Matrix particles;
  Matrix covariance;
  Matrix exact;
  Matrix clean;
  Matrix eigenvalues;
  Matrix simulated;
  double witness_error = 0.0;

  ATTN_DESCRIBE(GaussianFlowFrame, field(ATTN_MEMBER(layer), "the one reached"),
                field(ATTN_MEMBER(layers), "in all"), field(ATTN_MEMBER(count), "tokens"),
                field(ATTN_MEMBER(eta), "step size of every layer"),
                field(ATTN_MEMBER(matched_layers),
                      "T_beta / eta, where the paper stops; not rounded"),
                field(ATTN_MEMBER(particles), "(count x 2) positions at this layer"),
                field(ATTN_MEMBER(covariance),
                      "(2 x 2) of the particles, about their mean, divisor count"),
                field(ATTN_MEMBER(exact), "(2 x 2) Gamma by the closed form at this layer"),
                field(ATTN_MEMBER(clean), "(2 x 2) Sigma0"),
                field(ATTN_MEMBER(eigenvalues),
                      "(2 x layers + 1) of Gamma by the closed form, the larger one first"),
                field(ATTN_MEMBER(simulated),
                      "(2 x layer + 1) of the particles' covariance, the larger one first"),
                field(ATTN_MEMBER(witness_error),
                      "largest difference at this layer between Gamma by the closed form and by "
                      "integrating the equation entry by entry"));
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
