#include "attn/support/sequence_population.hpp"

#include <algorithm>
#include <cmath>

#include "attn/numerics/check.hpp"

namespace attn {
namespace {

constexpr double kMost = 1e12;  // no product of two overflows

}  // namespace

SequencePopulation sequence_population(const PopulationOptions& options, double a, Rng& rng,
                                       BeyondBoundary beyond) {
  constexpr const char* kName = "sequence_population";
  const Index count = check::count(kName, "count", options.count, 1, 1000000);
  const Index length = check::count(kName, "length", options.length, 1, 256);
  check::product(kName, "count times length", count, length, 10000000);
  check::within(kName, "variance", options.variance, 1e-12, kMost);
  check::within(kName, "a", a, -kMost, kMost);
  const double spread = std::sqrt(options.variance);
  SequencePopulation out{Vector(count), Vector(count), Vector(count), 0, 0};
  Vector x(length);
  for (Index i = 0; i < count; ++i) {
    for (double& token : x) token = spread * rng.normal();
    const ScalarResidual map = scalar_residual(x, a);
    double most = map.variance(0);
    for (const double v : map.variance) most = std::max(most, v);
    const double least = map.margin(map.support_token);
    out.largest_variance(i) = most;
    out.least_margin(i) = least;
    out.log_density(i) = scalar_log_density(map, 1.0, beyond);
    if (least > 0.0) ++out.valid;
    if (least < -1.0) ++out.rewarded;
  }
  return out;
}

}  // namespace attn
