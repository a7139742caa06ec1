// The energy of Stage 2 as a landscape that Stage 1 digs, layer by layer. Source: seed 004,
// section 4, eq 2.
#pragma once

#include "experiments/denoising/token_run.hpp"

namespace attn::experiments {

struct EnergyLandscapeParams {
  TokenParams tokens = hundred_tokens(1.5);
  double query = 0.6;

  ATTN_DESCRIBE(EnergyLandscapeParams, group(ATTN_MEMBER(tokens)),
                param(ATTN_MEMBER(query), "the noisy token to denoise", within(-1e6, 1e6)));
};

struct EnergyLandscapeFrame {
  Index layer = 0;
  Index layers = 0;
  Index count = 0;
  double matched_layers = 0.0;
  Vector tokens;
  Vector particles;
  Vector positions;
  Vector energy_before;
  Vector energy_after;
  Vector energy_exact;
  double query_energy = 0.0;
  double slope = 0.0;
  double estimate = 0.0;
  double estimate_energy = 0.0;
  double exact = 0.0;
  double barrier_before = 0.0;
  double barrier_after = 0.0;
  double barrier_exact = 0.0;
  double slope_error = 0.0;
  double mean_error = 0.0;

  ATTN_DESCRIBE(EnergyLandscapeFrame, field(ATTN_MEMBER(layer), "the one reached"),
                field(ATTN_MEMBER(layers), "in all"), field(ATTN_MEMBER(count), "tokens"),
                field(ATTN_MEMBER(matched_layers),
                      "beta sigma2 / (2 eta), where the paper stops; not rounded"),
                field(ATTN_MEMBER(tokens), "(count) positions"),
                field(ATTN_MEMBER(particles), "(count) positions after `layer` layers"),
                field(ATTN_MEMBER(positions),
                      "(241) evenly over [-reach, reach], which holds all tokens; 0 in the middle"),
                field(ATTN_MEMBER(energy_before), "(241) of the tokens"),
                field(ATTN_MEMBER(energy_after), "(241) of the particles"),
                field(ATTN_MEMBER(energy_exact), "(241) of the true prior"),
                field(ATTN_MEMBER(query_energy), "at the query, of the particles"),
                field(ATTN_MEMBER(slope), "dE/dq there"),
                field(ATTN_MEMBER(estimate), "query - slope: the posterior mean"),
                field(ATTN_MEMBER(estimate_energy), "at the estimate, of the particles"),
                field(ATTN_MEMBER(exact), "the posterior mean under the true prior"),
                field(ATTN_MEMBER(barrier_before),
                      "energy at 0 less the least one on the positions, 0 for a single well in the "
                      "middle; of the tokens"),
                field(ATTN_MEMBER(barrier_after), "of the particles"),
                field(ATTN_MEMBER(barrier_exact), "of the true prior"),
                field(ATTN_MEMBER(slope_error), "|slope - dE/dq by central differences|"),
                field(ATTN_MEMBER(mean_error),
                      "|query - slope - the attention-weighted mean of the particles|"));
};

/// Energies are those of eq 2 with the mean over the particles in place of their sum, so that
/// clouds of different size and the true prior have the same level: E + log(count) / beta_c, with
/// beta_c = 1 / sigma2.
class EnergyLandscape {
 public:
  using Params = EnergyLandscapeParams;
  using Frame = EnergyLandscapeFrame;
  static constexpr const char* kName = "energy_landscape";
  static constexpr const char* kAbout =
      "the energy of Stage 2 before and after Stage 1 (seed 004, eq 2)";
  static std::vector<Setting<Params>> settings();

  /// Positions at which the landscape is given.
  static constexpr Index kPositions = 241;

  explicit EnergyLandscape(const Params& params);

  Index steps() const { return run_.layers(); }
  bool seek(Index layer, Index budget) { return run_.seek(kName, layer, budget); }
  Frame frame() const;

 private:
  Params params_;
  TokenRun run_;
  Matrix positions_;      // (kPositions x 1)
  Vector energy_before_;  // these do not change with the layer
  Vector energy_exact_;
};

}  // namespace attn::experiments
