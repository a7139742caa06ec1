// The experiment behind the last figure of seed 004: the mean squared error of the two-stage
// estimate, one bar for each number of tokens, beside what either stage reaches alone. A state
// machine that works in short slices, because the largest bar takes seconds in high dimension.
#pragma once

#include <optional>
#include <vector>

#include "attn/denoising/fast_particle_flow.hpp"
#include "attn/denoising/gaussian_mixture.hpp"
#include "attn/numerics/types.hpp"

namespace attn {

inline constexpr Index kMaxMseDimension = 16;  ///< largest MseParams::dimension
inline constexpr Index kMaxMseBars = 16;       ///< most MseParams::counts
inline constexpr Index kMaxMseTokens = 20000;  ///< largest of MseParams::counts
inline constexpr Index kMaxMseLayers = 1000;   ///< largest MseParams::layers
inline constexpr Index kMaxMseRepeats = 1000;  ///< largest MseParams::repeats

/// The paper states counts, sigma2, beta and layers; dimension, variance and eta are a fit to its
/// bars (it does not say them).
struct MseParams {
  Index dimension = 4;  ///< of a token; 1 .. kMaxMseDimension
  /// Tokens of each bar; strictly increasing, 1 .. kMaxMseTokens, at most kMaxMseBars of them.
  std::vector<Index> counts = {1000, 3000, 5000, 8000};
  double centre = 1.0;      ///< modes of the prior at -/+ centre (1, ..., 1); 0 .. 1e4
  double variance = 0.025;  ///< of the prior around a mode, per coordinate; 0 .. 1e4
  double sigma2 = 0.5;      ///< variance of the noise, per coordinate; 1e-4 .. 1e4
  double beta = 20.0;       ///< inverse squared width of the Stage 1 kernel; 1e-6 .. 1e6
  double eta = 0.1;         ///< step size; 0 < eta <= 1
  Index layers = 200;       ///< of Stage 1; 0 .. kMaxMseLayers, 0 leaves it out
  double beta_c = 0.0;      ///< inverse squared width of Stage 2, 1e-6 .. 1e6; 0 is 1 / sigma2
  Index repeats = 3;        ///< independent draws of every bar; 1 .. kMaxMseRepeats
  double seed = 7.0;        ///< whole number from 0 to 2^53
  bool tied = true;         ///< the queries of Stage 2 are the tokens that Stage 1 began with;
                            ///< otherwise as many fresh ones from the same prior
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
/// machine's vectors. An error agrees with that of the double path to six digits (measured for up to
/// 3000 tokens in 1 to 8 dimensions: 6e-7 of it); figures show three. Not shared between threads
/// without a lock.
class MseExperiment {
 public:
  /// The errors of one estimate over the repeats that are complete.
  struct Errors {
    Vector values;  ///< one for each complete repeat
    double mean;    ///< 0 where there are none
    double sd;      ///< standard deviation (divisor: repeats - 1); 0 where there are fewer than two
  };

  /// The errors with one number of tokens.
  struct Bar {
    Index count;         ///< tokens
    Errors two_stage;    ///< Stage 2 on the particles of Stage 1
    Errors stage1_only;  ///< the particles themselves as estimates of their tokens
    Errors stage2_only;  ///< Stage 2 on the noisy tokens
    Errors noisy;        ///< the noisy queries as they are
  };

  /// What is known so far.
  struct Frame {
    std::vector<Bar> bars;  ///< in the order of MseParams::counts
    Index running;          ///< the bar being worked on; -1 when all is done
    Index layer;            ///< layers of Stage 1 taken there
    double progress;        ///< share of the work that is done, 0 .. 1
    double matched_layers;  ///< beta sigma2 / (2 eta)
    double mmse;            ///< least error that any estimate can have: that of the true prior
  };

  /// Throws Error naming `mse` and the parameter that is out of its range. Draws nothing yet.
  explicit MseExperiment(const MseParams& params);

  /// Works on; true when all is done. A unit of `budget` (>= 1) is a million pairs of
  /// one-dimensional tokens, estimated, and about half a millisecond in WebAssembly with SIMD. The
  /// slice ends before the step that would exceed it, but takes one at least: nothing is smaller
  /// than one layer, which is 128 units for 8000 tokens in 4 dimensions.
  bool refine(double budget);

  /// Estimated share of the work that is done, 0 .. 1; 1 only at the end.
  double progress() const;

  /// Whether there is nothing left to work on.
  bool done() const { return done_bars() == bars() * params_.repeats; }

  /// What is known so far.
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
  void step();
  Errors errors(Index bar, double Tally::*estimate) const;

  MseParams params_;
  double mmse_;
  double cost_of_repeat_ = 0.0;
  std::vector<Tally> tallies_;  // repeat by repeat, bar by bar
  Index step_ = 0;              // of the bar being worked on: draw, layers, blocks of queries
  Draw tokens_;
  Draw fresh_;  // the queries where they are not the tokens
  std::optional<FastParticleFlow> flow_;
  Tally tally_{};  // what the blocks so far add up to
};

}  // namespace attn
