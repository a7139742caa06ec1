// Stage 1 on noisy tokens around two modes, layer by layer. Source: seed 004, eq 1.
#pragma once

#include "experiments/denoising/token_run.hpp"

namespace attn::experiments {

/// What a layer's step is.
enum class Clock { kEqualLayers, kEqualTime };

struct ParticlesParams {
  ATTN_DESCRIBED(ParticlesParams);
  ATTN_GROUP(TokenParams, tokens);
  ATTN_CHOICE(Clock, clock,
              "equal-layers: every layer is a step of size eta, so the total time falls as beta "
              "grows. equal-time: of the size with which the last layer is at the matched depth, "
              "whatever beta, as far as a step of 1 allows",
              "equal-layers", "equal-time") = Clock::kEqualLayers;
};

struct ParticlesFrame {
  ATTN_DESCRIBED(ParticlesFrame);
  ATTN_FIELD(Index, layer, "the one reached") = 0;
  ATTN_FIELD(Index, layers, "in all") = 0;
  ATTN_FIELD(Index, count, "tokens") = 0;
  ATTN_FIELD(Matrix, trail, "(layer + 1 x count) positions after 0 .. layer layers");
  ATTN_FIELD(Vector, mode, "(count) -1 or +1: the mode each token was drawn from");
  ATTN_FIELD(Vector, within_variance,
             "(layer + 1) mean squared distance of a particle to its own group's mean");
  ATTN_FIELD(double, eta, "step size of every layer") = 0.0;
  ATTN_FIELD(double, matched_layers,
             "beta sigma2 / (2 eta), where the paper stops; not rounded") = 0.0;
  ATTN_FIELD(double, weight_error,
             "largest |row sum of the attention weights - 1| at this layer") = 0.0;
  ATTN_FIELD(
      double, step_error,
      "largest difference at this layer between the step by pairs and (1 - eta) z + eta A z") = 0.0;
};

/// Stage 1 with its whole history: any layer that has been reached can be looked at again, with the
/// same bits.
class Particles {
 public:
  using Params = ParticlesParams;
  using Frame = ParticlesFrame;
  static constexpr const char* kName = "particles";
  static constexpr const char* kAbout =
      "Stage 1 on noisy tokens around two modes, layer by layer (seed 004, eq 1)";
  static std::vector<Setting<Params>> settings();

  explicit Particles(const Params& params);

  Index steps() const { return run_.layers(); }
  bool seek(Index layer, Index budget) { return run_.seek(kName, layer, budget); }
  Frame frame() const;

 private:
  TokenParams params_;  // with the step size in use
  TokenRun run_;
  Vector mode_;
};

}  // namespace attn::experiments
