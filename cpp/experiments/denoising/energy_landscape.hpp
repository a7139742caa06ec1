// The energy of Stage 2 as a landscape that Stage 1 digs, layer by layer. Source: seed 004,
// section 4, eq 2.
#pragma once

#include "attn/numerics/types.hpp"
#include "experiments/denoising/token_run.hpp"

namespace attn {

/// Energies are those of eq 2 with the mean over the particles in place of their sum, so that clouds
/// of different size and the true prior have the same level: E + log(count) / beta_c, with
/// beta_c = 1 / sigma2.
class LandscapeExperiment {
 public:
  /// Positions at which the landscape is given.
  static constexpr Index kPositions = 241;

  /// What there is to see at the layer reached.
  struct Frame {
    Index layer;             ///< the one reached
    Index layers;            ///< in all
    Index count;             ///< tokens
    double matched_layers;   ///< beta sigma2 / (2 eta)
    Vector tokens;           ///< (count)
    Vector particles;        ///< (count) after `layer` layers
    Vector positions;        ///< (kPositions) evenly over [-reach, reach], which holds all tokens
    Vector energy_before;    ///< (kPositions) of the tokens
    Vector energy_after;     ///< (kPositions) of the particles
    Vector energy_exact;     ///< (kPositions) of the true prior
    double query_energy;     ///< at the query, of the particles
    double slope;            ///< dE/dq there
    double estimate;         ///< query - slope: the posterior mean
    double estimate_energy;  ///< at the estimate, of the particles
    double exact;            ///< the posterior mean under the true prior
    double barrier_before;   ///< energy at 0 less the least one on the positions; of the tokens
    double barrier_after;    ///< of the particles
    double barrier_exact;    ///< of the true prior
    double slope_error;      ///< |slope - dE/dq by central differences|
    double mean_error;       ///< |query - slope - the attention-weighted mean of the particles|
  };

  /// Throws Error naming `landscape` and the parameter that is out of its range.
  explicit LandscapeExperiment(const QueryParams& params);

  /// Goes towards `layer` (0 .. layers), at most `budget` layers; true when it has arrived.
  bool seek(Index layer, Index budget);

  /// What there is to see at the layer reached.
  Frame frame() const;

 private:
  QueryParams params_;
  TokenRun run_;
  Matrix positions_;      // (kPositions x 1)
  Vector energy_before_;  // these do not change with the layer
  Vector energy_exact_;
};

}  // namespace attn
