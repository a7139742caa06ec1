// The integrals behind mmse: the posterior variance of a discrete prior seen through standard
// normal noise, averaged over what is seen, in one dimension, in two and in more. Not installed.
#pragma once

#include <vector>

#include "attn/denoising/mmse.hpp"
#include "attn/numerics/rng.hpp"

namespace attn::mmse_parts {

/// Point masses: `weight[i]` at scale * at.row(i), in standard deviations of the noise. The weights
/// are positive; they need not sum to 1.
struct Group {
  Matrix at;  ///< (n x r), of order 1
  std::vector<double> weight;
  double scale = 0.0;
};

/// sum_i weight_i E[variance of at given scale * at + noise | i], in the units of `at`.
struct Part {
  double value = 0.0;
  double error = 0.0;
  MmseMethod method = MmseMethod::kClosedForm;
};

/// Indices of the rows by their first entry, equal ones by index.
std::vector<Index> ascending(const Matrix& rows);

/// r = 1.
Part on_line(const Group& group);

/// r = 2, and about how many exponentials it takes.
Part in_plane(const Group& group);
double plane_work(const Group& group);

/// Any r.
Part by_draws(const Group& group, Index draws, Rng& rng);

}  // namespace attn::mmse_parts
