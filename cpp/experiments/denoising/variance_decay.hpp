// How fast Stage 1 takes the noise off, simulated and by theory. Source: seed 004, section 5.
#pragma once

#include "attn/denoising/particle_flow.hpp"
#include "attn/numerics/rng.hpp"
#include "experiments/run.hpp"

namespace attn::experiments {

/// beta sigma2 is at most `layers`.
struct VarianceDecayParams {
  ATTN_DESCRIBED(VarianceDecayParams);
  ATTN_PARAM(double, beta, "inverse squared width of the Stage 1 kernel", within(1e-3, 1e4)) = 5.0;
  ATTN_PARAM(double, sigma2, "variance of the noise", within(1e-6, 1e6)) = 0.25;
  ATTN_PARAM(Index, count, "tokens of one draw", within(2, 2000)) = 24;
  ATTN_PARAM(Index, layers, "of Stage 1, over twice the matched time", within(2, 1000)) = 100;
  ATTN_PARAM(std::uint64_t, seed, "of the random numbers") = 7;
};

struct VarianceDecayFrame {
  ATTN_DESCRIBED(VarianceDecayFrame);
  ATTN_FIELD(Index, layer, "the one reached") = 0;
  ATTN_FIELD(Index, layers, "in all") = 0;
  ATTN_FIELD(double, eta, "step size of every layer") = 0.0;
  ATTN_FIELD(double, matched_time, "T* = sigma2 / 2, in diffusion time") = 0.0;
  ATTN_FIELD(Vector, times, "(layers + 1) diffusion time after each layer");
  ATTN_FIELD(Vector, limit, "(layers + 1) infinite beta: max(sigma2 - 2 t, 0)");
  ATTN_FIELD(Vector, exact, "(layers + 1) infinitely many tokens, small steps: the closed form");
  ATTN_FIELD(Vector, recursion, "(layers + 1) infinitely many tokens, this step size");
  ATTN_FIELD(Vector, others_beta, "(3) bandwidths drawn for comparison: 1, 5, 20");
  ATTN_FIELD(Matrix, others, "(3 x layers + 1) their closed forms");
  ATTN_FIELD(Index, draws, "complete") = 0;
  ATTN_FIELD(Vector, mean,
             "(layers + 1) of the variance over these draws; empty where there are none. The "
             "variance of one draw is the mean squared distance to its mean");
  ATTN_FIELD(Vector, sd, "(layers + 1) standard deviation over the draws, divisor n");
  ATTN_FIELD(double, witness_error,
             "largest difference between the closed form and an integration of dv/dt = -2 v / (v + "
             "1/beta) by steps of adaptive size") = 0.0;
};

/// The variance of tokens that were one point before the noise, against diffusion time
/// t = l eta / beta from 0 to 2 T* = sigma2. The step size is the one that makes `layers` layers of
/// it, eta = beta sigma2 / layers: the same time for every beta.
class VarianceDecay {
 public:
  using Params = VarianceDecayParams;
  using Frame = VarianceDecayFrame;
  static constexpr const char* kName = "variance_decay";
  static constexpr const char* kAbout =
      "variance of a Gaussian under Stage 1: closed form and three other roads (seed 004, theorem "
      "F.1)";
  static std::vector<Setting<Params>> settings();

  /// Draws of the tokens.
  static constexpr Index kDraws = 20;

  explicit VarianceDecay(const Params& params);

  Index steps() const { return params_.layers; }
  /// Always at once: theory knows every layer.
  bool seek(Index layer, Index budget);
  /// Goes on with the draws, at most `budget` layers; true when all kDraws are done.
  bool refine(Index budget);
  double progress() const { return static_cast<double>(theory_.draws) / kDraws; }
  Frame frame() const;

 private:
  void draw_next();

  Params params_;
  Frame theory_;  // all of a frame that is known without a draw
  Rng rng_;
  ParticleFlow flow_;
  Vector pending_;  // (layers + 1) of the draw under way
  Vector sum_;
  Vector square_sum_;
};

}  // namespace attn::experiments
