// Stage 2 for one query, before and after Stage 1. Source: seed 004, eq 2.
#pragma once

#include "experiments/denoising/token_run.hpp"

namespace attn::experiments {

struct BeforeAfterParams {
  ATTN_DESCRIBED(BeforeAfterParams);
  ATTN_GROUP(TokenParams, tokens) = hundred_tokens(1.0);
  ATTN_PARAM(double, query, "the noisy token to denoise", within(-1e6, 1e6)) = 0.5;
};

/// Where the estimates of many draws lie.
struct Spread {
  ATTN_DESCRIBED(Spread);
  ATTN_FIELD(double, mean, "of the estimates") = 0.0;
  ATTN_FIELD(double, sd, "their standard deviation, divisor n") = 0.0;
  ATTN_FIELD(double, rms, "root mean square distance from the exact answer") = 0.0;
};

struct BeforeAfterFrame {
  ATTN_DESCRIBED(BeforeAfterFrame);
  ATTN_FIELD(Index, layer, "the one reached") = 0;
  ATTN_FIELD(Index, layers, "in all") = 0;
  ATTN_FIELD(Index, count, "tokens") = 0;
  ATTN_FIELD(double, matched_layers,
             "beta sigma2 / (2 eta), where the paper stops; not rounded") = 0.0;
  ATTN_FIELD(Vector, tokens, "(count) positions");
  ATTN_FIELD(Vector, particles, "(count) positions after `layer` layers");
  ATTN_FIELD(Vector, weights_before, "(count) Stage 2 weights of the query on the tokens");
  ATTN_FIELD(Vector, weights_after, "(count) and on the particles");
  ATTN_FIELD(double, before, "posterior mean of the query on the tokens") = 0.0;
  ATTN_FIELD(double, after, "and on the particles") = 0.0;
  ATTN_FIELD(double, exact, "and under the true prior") = 0.0;
  ATTN_FIELD(Vector, draws_before,
             "(draws so far) posterior means on the tokens; the first is of the draw shown");
  ATTN_FIELD(Vector, draws_after, "(draws so far) and on the particles");
  ATTN_FIELD(Index, draws, "there will be when all are done") = 0;
  ATTN_FIELD(Spread, spread_before, "of draws_before");
  ATTN_FIELD(Spread, spread_after, "of draws_after");
  ATTN_FIELD(double, gradient_error,
             "|x_hat - (query - dE/dq)| with dE/dq by central differences, the larger of the two") =
      0.0;
  ATTN_FIELD(double, weight_error, "largest |sum of weights - 1|") = 0.0;
};

/// Stage 2 for one query, on the tokens as they came and on the particles of Stage 1; and the same
/// over fresh draws of the tokens, because one draw says little about which is nearer to the truth.
class BeforeAfter {
 public:
  using Params = BeforeAfterParams;
  using Frame = BeforeAfterFrame;
  static constexpr const char* kName = "before_after";
  static constexpr const char* kAbout =
      "Stage 2 for one query before and after Stage 1, over 40 draws (seed 004, eq 2)";
  static std::vector<Setting<Params>> settings();

  /// Draws of the tokens over which the two estimates are compared.
  static constexpr Index kDraws = 40;

  explicit BeforeAfter(const Params& params);

  Index steps() const { return run_.layers(); }
  bool seek(Index layer, Index budget) { return run_.seek(kName, layer, budget); }
  /// Goes on with the other draws, at most `budget` layers; true when all kDraws are done.
  bool refine(Index budget);
  double progress() const { return static_cast<double>(draws_) / kDraws; }
  /// Draws complete so far, the one shown among them; 1 .. kDraws.
  Index draws() const { return draws_; }
  Frame frame() const;

 private:
  TokenParams params_;
  Matrix query_;  // (1 x 1)
  Rng seeds_;
  TokenRun run_;
  ParticleFlow other_;
  Matrix estimates_;  // (layers + 1 x kDraws) posterior mean of the query by layer and draw, of the
                      // draws that are not shown
  Index draws_ = 1;
};

}  // namespace attn::experiments
