// What the claims of seed 002 have in common.
#pragma once

#include <vector>

#include "attn/numerics/rng.hpp"
#include "attn/support/residual_map.hpp"
#include "claims/claims.hpp"

namespace attn::claims {

/// Tokens and weights of one head.
struct SupportHead {
  Matrix x;             ///< (L x d)
  HeadWeights weights;  ///< w_v is the identity where values are the tokens

  ResidualMap map(const ResidualOptions& options = {}) const {
    return residual_map(x, weights, options);
  }
};

/// Five tokens of three numbers, N(0, 1); queries and keys of two, weights N(0, 0.7^2).
SupportHead support_head(std::uint64_t seed, bool values_are_tokens);

/// Six tokens of one number, N(0, 1.5^2).
Vector scalar_tokens(std::uint64_t seed);

/// log N(e; 0, sigma^2), summed over all entries.
double noise_log_density(const MatrixRef& e, double sigma);

/// The claims, in files of their own.
std::vector<Claim> of_residuals();
std::vector<Claim> of_blocks();
std::vector<Claim> of_margins();
std::vector<Claim> of_coupling();
std::vector<Claim> of_token_process();
std::vector<Claim> of_depth();
std::vector<Claim> of_published_tables();
std::vector<Claim> of_language_models();
std::vector<Claim> of_regularisation();
std::vector<Claim> of_longer_training();
std::vector<Claim> of_published_run();

}  // namespace attn::claims
