// What each part of the two-stage denoiser is good for, in numbers: the error of the ways through
// it, with the skip connection and without. Source: seed 004, section 3.
#pragma once

#include "experiments/denoising/token_run.hpp"

namespace attn::experiments {

struct TwoStageParams {
  ATTN_DESCRIBED(TwoStageParams);
  ATTN_GROUP(TokenParams, tokens) = hundred_tokens(1.0);
  ATTN_PARAM(bool, skip,
             "whether `estimates` answer the noisy tokens, past Stage 1, and not the particles") =
      true;
};

/// Errors are normalised: the mean of (estimate - clean)^2 over the tokens, divided by sigma2, so
/// that taking the noisy tokens as they are has error 1 on average.
struct TwoStageFrame {
  ATTN_DESCRIBED(TwoStageFrame);
  ATTN_FIELD(Index, layer, "the one reached") = 0;
  ATTN_FIELD(Index, layers, "in all") = 0;
  ATTN_FIELD(Index, count, "tokens") = 0;
  ATTN_FIELD(double, matched_layers,
             "beta sigma2 / (2 eta), where the paper stops; not rounded") = 0.0;
  ATTN_FIELD(Vector, clean, "(count) positions before the noise");
  ATTN_FIELD(Vector, tokens, "(count) positions");
  ATTN_FIELD(Vector, particles, "(count) positions after `layer` layers");
  ATTN_FIELD(Vector, estimates, "(count) of Stage 2, with the skip or without it as chosen");
  ATTN_FIELD(Vector, errors,
             "(5) of the draw shown, at this layer: the noisy token, Stage 1 alone, Stage 2 "
             "without the skip, with it, the exact posterior mean; each the mean over tokens of "
             "(estimate - clean)^2 / sigma2");
  ATTN_FIELD(Index, draws, "complete, besides the one shown") = 0;
  ATTN_FIELD(Matrix, mean,
             "(5 x layers + 1) of the errors over these draws; no columns where there are none");
  ATTN_FIELD(Matrix, sd, "(5 x layers + 1) their standard deviation, divisor n");
  ATTN_FIELD(double, weight_error,
             "largest |row sum of the Stage 2 weights - 1| of the draw shown") = 0.0;
};

class TwoStage {
 public:
  using Params = TwoStageParams;
  using Frame = TwoStageFrame;
  static constexpr const char* kName = "two_stage";
  static constexpr const char* kAbout =
      "error with the skip connection and without, by layer, over 40 draws (seed 004, section 3)";
  static std::vector<Setting<Params>> settings();

  /// Draws of the tokens, besides the one shown, over which the errors are averaged.
  static constexpr Index kDraws = 40;

  /// The ways through the network, rows of the errors.
  enum Route : Index {
    kTokens,       ///< nothing: the noisy token is the estimate
    kStage1,       ///< Stage 1 only: the particle is the estimate
    kWithoutSkip,  ///< Stage 2 asked by the particle that came out of Stage 1
    kWithSkip,     ///< Stage 2 asked by the noisy token, past Stage 1
    kExact,        ///< the posterior mean under the true prior
    kRoutes
  };

  explicit TwoStage(const Params& params);

  Index steps() const { return run_.layers(); }
  bool seek(Index layer, Index budget) { return run_.seek(kName, layer, budget); }
  /// Goes on with the other draws, at most `budget` layers; true when all kDraws are done.
  bool refine(Index budget);
  double progress() const { return static_cast<double>(draws_) / kDraws; }
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

}  // namespace attn::experiments
