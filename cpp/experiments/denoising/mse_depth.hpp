// The experiment behind the last figure of seed 004: the mean squared error of the two-stage
// estimate, one bar for each number of tokens, beside what either stage reaches alone. A state
// machine that works in short slices, because the largest bar takes seconds in high dimension.
#pragma once

#include <optional>
#include <vector>

#include "attn/denoising/fast_particle_flow.hpp"
#include "attn/denoising/gaussian_mixture.hpp"
#include "experiments/run.hpp"

namespace attn::experiments {

/// The paper states counts, sigma2, beta and layers; dimension, variance and eta are a fit to its
/// bars (it does not say them). Counts are strictly increasing, up to 16 of 1 .. 20000.
struct MseDepthParams {
  ATTN_DESCRIBED(MseDepthParams);
  ATTN_PARAM(Index, dimension, "of a token", within(1, 16)) = 4;
  ATTN_PARAM(std::vector<Index>, counts,
             "tokens of each bar; strictly increasing, up to 16 of 1 .. 20000") = {1000, 3000, 5000,
                                                                                   8000};
  ATTN_PARAM(double, centre, "modes of the prior at -/+ centre (1, ..., 1)",
             within(0.0, 1e4)) = 1.0;
  ATTN_PARAM(double, variance, "of the prior around a mode, per coordinate",
             within(0.0, 1e4)) = 0.025;
  ATTN_PARAM(double, sigma2, "variance of the noise, per coordinate", within(1e-4, 1e4)) = 0.5;
  ATTN_PARAM(double, beta, "inverse squared width of the Stage 1 kernel", within(1e-6, 1e6)) = 20.0;
  ATTN_PARAM(double, eta, "step size of a layer", above_zero(1.0)) = 0.1;
  ATTN_PARAM(Index, layers, "of Stage 1; 0 leaves it out", within(0, 1000)) = 200;
  ATTN_PARAM(double, beta_c, "inverse squared width of Stage 2, 1e-6 .. 1e6; 0 is 1 / sigma2",
             within(0.0, 1e6)) = 0.0;
  ATTN_PARAM(Index, repeats, "independent draws of every bar", within(1, 1000)) = 3;
  ATTN_PARAM(std::uint64_t, seed, "of the random numbers") = 7;
  ATTN_PARAM(bool, tied,
             "the queries of Stage 2 are the tokens that Stage 1 began with; otherwise as many "
             "fresh ones from the same prior") = true;
};

/// The errors of one estimate over the repeats that are complete.
struct MseErrors {
  ATTN_DESCRIBED(MseErrors);
  ATTN_FIELD(Vector, values, "one for each complete repeat");
  ATTN_FIELD(double, mean, "of the values; 0 where there are none") = 0.0;
  ATTN_FIELD(double, sd, "standard deviation (divisor: repeats - 1); 0 for fewer than two") = 0.0;
};

/// The errors with one number of tokens.
struct MseBar {
  ATTN_DESCRIBED(MseBar);
  ATTN_FIELD(Index, count, "tokens") = 0;
  ATTN_FIELD(MseErrors, two_stage, "Stage 2 on the particles of Stage 1");
  ATTN_FIELD(MseErrors, stage1_only, "the particles themselves as estimates of their tokens");
  ATTN_FIELD(MseErrors, stage2_only, "Stage 2 on the noisy tokens");
  ATTN_FIELD(MseErrors, noisy, "the noisy queries as they are");
};

struct MseDepthFrame {
  ATTN_DESCRIBED(MseDepthFrame);
  ATTN_FIELD(std::vector<MseBar>, bars, "in the order of `counts`");
  ATTN_FIELD(Index, running, "the bar being worked on; -1 when all is done") = 0;
  ATTN_FIELD(Index, layer, "layers of Stage 1 taken there") = 0;
  ATTN_FIELD(double, progress,
             "estimated share of the work that is done, 0 .. 1; 1 only at the end") = 0.0;
  ATTN_FIELD(double, matched_layers,
             "beta sigma2 / (2 eta), where the paper stops; not rounded") = 0.0;
  ATTN_FIELD(double, mmse, "least error that any estimate can have: that of the true prior") = 0.0;
};

/// For each bar and repeat: draw tokens with noise, take `layers` layers of Stage 1, ask Stage 2
/// for the mean of each noisy query. Bars are worked on from the smallest to the largest, repeat
/// by repeat. Source: seed 004, section 6.
///
/// An error is mean_i |xhat_i - x_i|^2 / sigma2, summed over coordinates, so that the noisy query
/// itself has the error `dimension` in expectation.
///
/// Repeat r (from 0) of the bar with n tokens draws from Rng(h(h(h(seed) + n) + r)), where h(x) is
/// the first number of Rng(x): first the n tokens, then the n queries where they are not tied, both
/// by `sample`. Its errors depend on nothing else but its parameters: other bars, further repeats
/// and the slices leave them as they are, to the last bit.
///
/// The layers are in single precision (denoiser_fast.hpp): the last bits depend on the width of the
/// machine's vectors. An error agrees with that of the double path to six digits (measured for up
/// to 3000 tokens in 1 to 8 dimensions: 6e-7 of it); figures show three. Not shared between threads
/// without a lock.
class MseDepth {
 public:
  using Params = MseDepthParams;
  using Frame = MseDepthFrame;
  static constexpr const char* kName = "mse_depth";
  static constexpr const char* kAbout =
      "error of one and two stages over numbers of tokens (seed 004, section 6)";
  static constexpr bool kFloats = true;
  static std::vector<Setting<Params>> settings();
  /// Of the float kernels against the double path.
  static double self_test();

  /// Draws nothing yet.
  explicit MseDepth(const Params& params);

  /// Works on; true when all is done. A unit of `budget` (>= 1) is a million pairs of
  /// one-dimensional tokens, estimated, and about half a millisecond in WebAssembly with SIMD. The
  /// slice ends before the piece that would exceed it, but takes one at least: a piece of a layer
  /// is 16 units, and a block of queries 33 for 8000 tokens in 4 dimensions.
  bool refine(Index budget);

  /// Estimated share of the work that is done, 0 .. 1; 1 only at the end.
  double progress() const;

  /// Whether there is nothing left to work on.
  bool done() const { return done_bars() == bars() * params_.repeats; }

  Frame frame() const;

 private:
  struct Tally {
    double two_stage;
    double stage1_only;
    double stage2_only;
    double noisy;
  };
  struct Draw {
    Matrix clean;       // (n x d)
    FloatMatrix noisy;  // (n x d)
  };

  Index bars() const { return static_cast<Index>(params_.counts.size()); }
  Index done_bars() const { return static_cast<Index>(tallies_.size()); }
  Index count(Index bar) const { return params_.counts[static_cast<std::size_t>(bar)]; }
  const Draw& queries() const { return params_.tied ? tokens_ : fresh_; }
  void draw();
  void ask();
  void close();
  void step(bool whole);
  MseErrors errors(Index bar, double Tally::*estimate) const;

  Params params_;
  double mmse_;
  double cost_of_repeat_ = 0.0;
  std::vector<Tally> tallies_;  // repeat by repeat, bar by bar
  Index step_ = 0;              // of the bar being worked on: draw, layers, blocks of queries
  Draw tokens_;
  Draw fresh_;  // the queries where they are not the tokens
  std::optional<FastParticleFlow> flow_;
  Tally tally_{};  // what the blocks so far add up to
};

}  // namespace attn::experiments
