// Stage 1 on noisy tokens around two modes, layer by layer. Source: seed 004, eq 1.
#pragma once

#include "experiments/denoising/token_run.hpp"

namespace attn::experiments {

/// What a layer's step is.
enum class Clock { kEqualLayers, kEqualTime };

struct ParticlesParams {
  TokenParams tokens;
  Clock clock = Clock::kEqualLayers;

  ATTN_DESCRIBE(ParticlesParams, group(ATTN_MEMBER(tokens)),
                choice(ATTN_MEMBER(clock),
                       "equal-layers: every layer is a step of size eta, so the total time falls "
                       "as beta grows. equal-time: of the size with which the last layer is at the "
                       "matched depth, whatever beta, as far as a step of 1 allows",
                       "equal-layers", "equal-time"));
};

struct ParticlesFrame {
  Index layer = 0;
  Index layers = 0;
  Index count = 0;
  Matrix trail;
  Vector mode;
  Vector within_variance;
  double eta = 0.0;
  double matched_layers = 0.0;
  double weight_error = 0.0;
  double step_error = 0.0;

  ATTN_DESCRIBE(
      ParticlesFrame, field(ATTN_MEMBER(layer), "the one reached"),
      field(ATTN_MEMBER(layers), "in all"), field(ATTN_MEMBER(count), "tokens"),
      field(ATTN_MEMBER(trail), "(layer + 1 x count) positions after 0 .. layer layers"),
      field(ATTN_MEMBER(mode), "(count) -1 or +1: the mode each token was drawn from"),
      field(ATTN_MEMBER(within_variance),
            "(layer + 1) mean squared distance of a particle to its own group's mean"),
      field(ATTN_MEMBER(eta), "step size of every layer"),
      field(ATTN_MEMBER(matched_layers),
            "beta sigma2 / (2 eta), where the paper stops; not rounded"),
      field(ATTN_MEMBER(weight_error),
            "largest |row sum of the attention weights - 1| at this layer"),
      field(
          ATTN_MEMBER(step_error),
          "largest difference at this layer between the step by pairs and (1 - eta) z + eta A z"));
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
