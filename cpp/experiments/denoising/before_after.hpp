// Stage 2 for one query, before and after Stage 1. Source: seed 004, eq 2.
#pragma once

#include "experiments/denoising/token_run.hpp"

namespace attn::experiments {

struct BeforeAfterParams {
  TokenParams tokens = hundred_tokens(1.0);
  double query = 0.5;

  ATTN_DESCRIBE(BeforeAfterParams, group(ATTN_MEMBER(tokens)),
                param(ATTN_MEMBER(query), "the noisy token to denoise", within(-1e6, 1e6)));
};

/// Where the estimates of many draws lie.
struct Spread {
  double mean = 0.0;
  double sd = 0.0;
  double rms = 0.0;

  static constexpr const char* kName = "Spread";
  ATTN_DESCRIBE(Spread, field(ATTN_MEMBER(mean), "of the estimates"),
                field(ATTN_MEMBER(sd), "their standard deviation, divisor n"),
                field(ATTN_MEMBER(rms), "root mean square distance from the exact answer"));
};

struct BeforeAfterFrame {
  Index layer = 0;
  Index layers = 0;
  Index count = 0;
  double matched_layers = 0.0;
  Vector tokens;
  Vector particles;
  Vector weights_before;
  Vector weights_after;
  double before = 0.0;
  double after = 0.0;
  double exact = 0.0;
  Vector draws_before;
  Vector draws_after;
  Index draws = 0;
  Spread spread_before;
  Spread spread_after;
  double gradient_error = 0.0;
  double weight_error = 0.0;

  ATTN_DESCRIBE(
      BeforeAfterFrame, field(ATTN_MEMBER(layer), "the one reached"),
      field(ATTN_MEMBER(layers), "in all"), field(ATTN_MEMBER(count), "tokens"),
      field(ATTN_MEMBER(matched_layers),
            "beta sigma2 / (2 eta), where the paper stops; not rounded"),
      field(ATTN_MEMBER(tokens), "(count) positions"),
      field(ATTN_MEMBER(particles), "(count) positions after `layer` layers"),
      field(ATTN_MEMBER(weights_before), "(count) Stage 2 weights of the query on the tokens"),
      field(ATTN_MEMBER(weights_after), "(count) and on the particles"),
      field(ATTN_MEMBER(before), "posterior mean of the query on the tokens"),
      field(ATTN_MEMBER(after), "and on the particles"),
      field(ATTN_MEMBER(exact), "and under the true prior"),
      field(ATTN_MEMBER(draws_before),
            "(draws so far) posterior means on the tokens; the first is of the draw shown"),
      field(ATTN_MEMBER(draws_after), "(draws so far) and on the particles"),
      field(ATTN_MEMBER(draws), "there will be when all are done"),
      field(ATTN_MEMBER(spread_before), "of draws_before"),
      field(ATTN_MEMBER(spread_after), "of draws_after"),
      field(ATTN_MEMBER(gradient_error),
            "|x_hat - (query - dE/dq)| with dE/dq by central differences, the larger of the two"),
      field(ATTN_MEMBER(weight_error), "largest |sum of weights - 1|"));
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
