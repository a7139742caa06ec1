#include "claims/004/parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attn/denoising/gaussian_mixture.hpp"
#include "attn/denoising/variance_flow.hpp"
#include "attn/numerics/rng.hpp"

namespace attn::claims {

Matrix cloud(std::uint64_t seed, Index n, Index d) {
  Rng rng(seed);
  return sample(two_modes(1.0, 0.1, d), 0.5, n, rng).noisy;
}

double nearest_over_spread(const VectorRef& positions) {
  std::vector<double> nearest;
  for (Index i = 0; i < positions.size(); ++i) {
    double least = std::numeric_limits<double>::infinity();
    for (Index j = 0; j < positions.size(); ++j) {
      if (j != i) least = std::fmin(least, std::fabs(positions(i) - positions(j)));
    }
    nearest.push_back(least);
  }
  std::sort(nearest.begin(), nearest.end());
  return nearest[nearest.size() / 2] / std::sqrt(cloud_variance(positions));
}

}  // namespace attn::claims
