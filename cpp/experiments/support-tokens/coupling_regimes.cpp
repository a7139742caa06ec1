#include "experiments/support-tokens/coupling_regimes.hpp"

#include <cmath>
#include <limits>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/support/residual_curve.hpp"
#include "attn/support/sequence_population.hpp"

namespace attn::experiments {
namespace {

constexpr PopulationOptions kPopulation = {4000, 5, 4.0};
constexpr Index kWitnessed = 200;
constexpr double kLogRootTwoPi = 0.91893853320467274178;

// The same sequences once more: each token adds its own conditional density, that of eq 11 over its
// context.
double error_of_parts(const CouplingRegimesParams& p, const CouplingRegimesFrame& f) {
  Rng rng(p.seed);
  double worst = 0.0;
  Vector x(kPopulation.length);
  for (Index i = 0; i < kWitnessed; ++i) {
    for (double& token : x) token = std::sqrt(kPopulation.variance) * rng.normal();
    if (f.log_density(i) == -std::numeric_limits<double>::infinity()) continue;
    double sum = -0.5 * x(0) * x(0) - kLogRootTwoPi;
    for (Index t = 1; t < x.size(); ++t) {
      sum += mathfn::log(residual_curve(x.segment(t, 1), x.head(t), p.a).folded(0));
    }
    worst = larger(worst, std::fabs(sum - f.log_density(i)));
  }
  return worst;
}

}  // namespace

std::vector<Setting<CouplingRegimesParams>> CouplingRegimes::settings() {
  CouplingRegimesParams mirror;
  mirror.a = -0.2;
  CouplingRegimesParams rewarded;
  rewarded.a = 1.0;
  rewarded.beyond = Beyond::kLog;
  rewarded.seed = 9;
  return {{CouplingRegimesParams{}, 0, 0}, {mirror, 0, 0}, {rewarded, 0, 0}};
}

CouplingRegimes::CouplingRegimes(const Params& params) {
  checked(kName, params);
  Rng rng(params.seed);
  const BeyondBoundary beyond =
      params.beyond == Beyond::kExcluded ? BeyondBoundary::kExclude : BeyondBoundary::kFold;
  const SequencePopulation all = sequence_population(kPopulation, params.a, rng, beyond);
  Frame& f = frame_;
  f.largest_variance = all.largest_variance;
  f.log_density = all.log_density;
  f.least_margin = all.least_margin;
  f.valid = all.valid;
  const auto count = static_cast<double>(kPopulation.count);
  const double share = static_cast<double>(all.valid) / count;
  f.standard_error = count * std::sqrt(share * (1.0 - share) / count);
  f.rewarded = static_cast<double>(all.rewarded) / count;
  f.wall = params.a > 0.0 ? 1.0 / params.a : std::numeric_limits<double>::infinity();
  for (Index i = 0; i < kPopulation.count; ++i) {
    f.widest = larger(f.widest, f.largest_variance(i));
    if (f.least_margin(i) > 0.0) f.widest_valid = larger(f.widest_valid, f.largest_variance(i));
  }
  f.parts_error = error_of_parts(params, f);
}

}  // namespace attn::experiments
