// The energy of Stage 2 as a landscape that Stage 1 digs, layer by layer. Source: seed 004,
// section 4, eq 2.
#pragma once

#include "experiments/denoising/token_run.hpp"

namespace attn::experiments {

struct EnergyLandscapeParams {
  ATTN_DESCRIBED(EnergyLandscapeParams);
  ATTN_GROUP(TokenParams, tokens) = hundred_tokens(1.5);
  ATTN_PARAM(double, query, "the noisy token to denoise", within(-1e6, 1e6)) = 0.6;
};

struct EnergyLandscapeFrame {
  ATTN_DESCRIBED(EnergyLandscapeFrame);
  ATTN_FIELD(Index, layer, "the one reached") = 0;
  ATTN_FIELD(Index, layers, "in all") = 0;
  ATTN_FIELD(Index, count, "tokens") = 0;
  ATTN_FIELD(double, matched_layers,
             "beta sigma2 / (2 eta), where the paper stops; not rounded") = 0.0;
  ATTN_FIELD(Vector, tokens, "(count) positions");
  ATTN_FIELD(Vector, particles, "(count) positions after `layer` layers");
  ATTN_FIELD(Vector, positions,
             "(241) evenly over [-reach, reach], which holds all tokens; 0 in the middle");
  ATTN_FIELD(Vector, energy_before, "(241) of the tokens");
  ATTN_FIELD(Vector, energy_after, "(241) of the particles");
  ATTN_FIELD(Vector, energy_exact, "(241) of the true prior");
  ATTN_FIELD(double, query_energy, "at the query, of the particles") = 0.0;
  ATTN_FIELD(double, slope, "dE/dq there") = 0.0;
  ATTN_FIELD(double, estimate, "query - slope: the posterior mean") = 0.0;
  ATTN_FIELD(double, estimate_energy, "at the estimate, of the particles") = 0.0;
  ATTN_FIELD(double, exact, "the posterior mean under the true prior") = 0.0;
  ATTN_FIELD(double, barrier_before,
             "energy at 0 less the least one on the positions, 0 for a single well in the middle; "
             "of the tokens") = 0.0;
  ATTN_FIELD(double, barrier_after, "of the particles") = 0.0;
  ATTN_FIELD(double, barrier_exact, "of the true prior") = 0.0;
  ATTN_FIELD(double, slope_error, "|slope - dE/dq by central differences|") = 0.0;
  ATTN_FIELD(double, mean_error,
             "|query - slope - the attention-weighted mean of the particles|") = 0.0;
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
