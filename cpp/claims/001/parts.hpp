// What the claims of seed 001 have in common.
#pragma once

#include <vector>

#include "attn/attention/multihead.hpp"
#include "attn/numerics/rng.hpp"
#include "claims/claims.hpp"

namespace attn::claims {

/// Normal numbers (rows x cols).
Matrix normal(Rng& rng, Index rows, Index cols);

/// Heads of 2 numbers for tokens of 6.
MultiHeadWeights random_heads(Rng& rng, std::size_t heads);

/// Of each entry.
Matrix exponentials(const Matrix& m);

/// Five queries and seven keys of three normal numbers, values of two, and what a loss makes of
/// their output.
struct Problem {
  explicit Problem(std::uint64_t seed);
  Vector scores() const;  ///< of the first query

  Matrix q, k, v, d_output;
};

/// The claims, in files of their own.
std::vector<Claim> of_index_notation();
std::vector<Claim> of_gibbs();
std::vector<Claim> of_geometry();
std::vector<Claim> of_gradients();
std::vector<Claim> of_memory();
std::vector<Claim> of_features();

}  // namespace attn::claims
