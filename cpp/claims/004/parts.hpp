// What the claims of seed 004 have in common.
#pragma once

#include <vector>

#include "claims/claims.hpp"

namespace attn::claims {

/// The published variance of the noise in section 5.
inline constexpr double kSigma2 = 0.25;

/// Noisy tokens around +-(1, ..., 1), of variance 0.1 and noise of 0.5. (n x d)
Matrix cloud(std::uint64_t seed, Index n, Index d);

/// The median distance of a position to the nearest other, over their standard deviation. Where a
/// cloud contracts as a whole it stays; clusters make it small. At least two positions.
double nearest_over_spread(const VectorRef& positions);

/// The claims, file by file.
std::vector<Claim> of_particles();
std::vector<Claim> of_variance();
std::vector<Claim> of_recovery();
std::vector<Claim> of_errors();

}  // namespace attn::claims
