// What section 5 of seed 004 states: how fast the noise goes, and that no schedule is needed.
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "attn/denoising/denoiser.hpp"
#include "attn/denoising/gaussian_mixture.hpp"
#include "attn/denoising/particle_flow.hpp"
#include "attn/denoising/stage1_clock.hpp"
#include "attn/denoising/variance_flow.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/rng.hpp"
#include "claims/004/parts.hpp"

namespace attn::claims {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Whole layers of tiny steps, exact for a Gaussian cloud, against the printed equation.
double flow_residual(std::uint64_t, const Progress&) {
  constexpr double kEta = 1e-4;
  constexpr Index kLayers = 6250;  // beta sigma^2 / (2 eta)
  const Vector layers = variance_recursion(kSigma2, 5.0, kEta, kLayers);
  const Vector times = Vector::LinSpaced(26, 0.0, matched_diffusion_time(kSigma2));
  const Vector printed = integrated_variance_flow(kSigma2, 5.0, times);
  double worst = 0.0;
  for (Index i = 0; i < times.size(); ++i) {
    const Index layer = i * kLayers / (times.size() - 1);
    worst = larger(worst, std::fabs(layers(layer) - printed(i)));
  }
  return worst;
}

// Layers until a tenth of the noise is left.
double layers_for(double sigma2) {
  constexpr Index kMost = 10000;
  const Vector v = variance_recursion(sigma2, 5.0, 0.1, kMost);
  Index layer = 0;
  while (layer < kMost && v(layer) > 0.1 * sigma2) ++layer;
  return static_cast<double>(layer);
}

double left_at_matched_time(double beta) {
  return variance_flow(kSigma2, beta, matched_diffusion_time(kSigma2));
}

// When a thousandth of the noise is left, for so large a β that nothing of it is seen.
double time_of_a_thousandth() {
  double before = 0.0;
  double after = 1.0;
  while (after - before > 1e-9) {
    const double middle = 0.5 * (before + after);
    (variance_flow(kSigma2, 1e6, middle) > 1e-3 * kSigma2 ? before : after) = middle;
  }
  return after;
}

// What section 5 shows: 24 tokens of noise alone, 50 layers up to T*.
constexpr Index kLayersToEnd = 50;

Matrix noise_tokens(std::uint64_t seed) {
  Rng rng(seed);
  Matrix tokens(24, 1);
  for (Index i = 0; i < tokens.rows(); ++i) tokens(i, 0) = std::sqrt(kSigma2) * rng.normal();
  return tokens;
}

double simulated_after(double beta, std::uint64_t seed, Index layers) {
  const double eta = matched_step(beta, static_cast<double>(kLayersToEnd), kSigma2);
  return simulated_variance(noise_tokens(seed), beta, eta, layers)(layers);
}

double clustering_at_matched_time(double beta, std::uint64_t seed) {
  const double eta = matched_step(beta, static_cast<double>(kLayersToEnd), kSigma2);
  const Matrix tokens = noise_tokens(seed);
  ParticleFlow flow(tokens, beta, eta);
  flow.step(kLayersToEnd);
  return nearest_over_spread(flow.particles().col(0)) / nearest_over_spread(tokens.col(0));
}

// The error / sigma^2 of both stages on 100 tokens, mean over 20 draws, with a bandwidth that goes
// from `first` to `last` in equal ratios while 40 layers take `times` T*.
double error_of_schedule(double first, double last, double times) {
  constexpr Index kLayers = 40;
  constexpr double kNoise = 0.5;
  const double layer_time = times * matched_diffusion_time(kNoise) / static_cast<double>(kLayers);
  const double ratio = mathfn::exp(mathfn::log(last / first) / static_cast<double>(kLayers - 1));
  double mean = 0.0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Rng rng(seed);
    const MixtureSample tokens = sample(two_modes(1.0, 0.05, 2), kNoise, 100, rng);
    Matrix z = tokens.noisy;
    double beta = first;
    for (Index layer = 0; layer < kLayers; ++layer) {
      z = stage1_step(z, beta, beta * layer_time);
      beta *= ratio;
    }
    const Matrix answer = posterior_mean(tokens.noisy, z, 1.0 / kNoise);
    mean += (answer - tokens.clean).squaredNorm() / (100.0 * kNoise * 20.0);
  }
  return mean;
}

// The least of it over some bandwidths that stay, over the least over schedules, up and down.
double fixed_over_scheduled() {
  double fixed = kInfinity;
  double scheduled = kInfinity;
  const auto take = [](double& least, double error) { least = -larger(-least, -error); };
  for (const double times : {1.0, 2.0}) {
    for (const double beta : {2.0, 3.0, 4.0, 5.0, 8.0, 12.0, 20.0}) {
      take(fixed, error_of_schedule(beta, beta, times));
    }
    for (const auto& [low, high] :
         {std::pair{2.0, 4.0}, {2.0, 5.0}, {2.0, 6.0}, {1.5, 6.0}, {3.0, 12.0}, {5.0, 20.0}}) {
      take(scheduled, error_of_schedule(low, high, times));
      take(scheduled, error_of_schedule(high, low, times));
    }
  }
  return fixed / scheduled;
}

}  // namespace

std::vector<Claim> of_variance() {
  using A = Agreement;
  std::vector<Claim> list;
  const auto add = [&](Claim&& claim) { list.push_back(std::move(claim)); };
  add({"004.section-5.limit",
       "section 5, proposition 3.2",
       "For β to ∞ v(t) = σ² − 2 t, which is used up at T*.",
       "dv/dt = −2 → v(t) = σ² − 2t",
       0.0,
       A::kWithin,
       1e-4,
       "v(T*)",
       "variance_flow, σ² 0.25, β 10⁶",
       1,
       false,
       [](std::uint64_t, const Progress&) { return left_at_matched_time(1e6); },
       nullptr,
       {},
       {kSigma2, "no Stage 1"}});
  add({"004.section-5.time",
       "section 5, the figure",
       "For σ² = 0.25 T* is 0.125, where the straight line of infinite β comes to 0.",
       "nearly exactly, reaching v ≈ 0 at T⋆ = *0.125* (σ² = 0.25)",
       0.125,
       A::kWithin,
       5e-4,
       "time at which a thousandth of the noise is left",
       "variance_flow at β 10⁶, by halving",
       1,
       false,
       [](std::uint64_t, const Progress&) { return time_of_a_thousandth(); },
       nullptr,
       {},
       {kSigma2, "a variance that falls at the rate 1"}});
  add({"004.theorem-F1.equation",
       "section 5, theorem F.1",
       "At finite β dv/dt = −2 v / (v + 1 / β).",
       "dv/dt = −2v / (v + β⁻¹)",
       0.0,
       A::kWithin,
       1e-4,
       "largest difference up to T*",
       "variance_recursion, layers of η 10⁻⁴ on infinitely many tokens, against "
       "integrated_variance_flow, σ² 0.25, β 5",
       1,
       false,
       flow_residual,
       nullptr,
       {},
       {0.1303, "the straight line of infinite β"}});
  add({"004.section-5.beta-5",
       "section 5, the figure",
       "With β = 5 the variance is about 0 at T*.",
       "tracks the theoretical linear decay (dashed gray) nearly exactly, reaching v ≈ *0* at T⋆",
       0.0,
       A::kWithin,
       0.0125,
       "v(T*), of 0.25",
       "variance_flow, σ² 0.25, β 5; about is to a twentieth",
       1,
       false,
       [](std::uint64_t, const Progress&) { return left_at_matched_time(5.0); },
       nullptr,
       {"v + ln(v) / β = v₀ + ln(v₀) / β − 2 t, chapter denoising, (4)", 0.1303, 5e-5,
        Verdict::kInError,
        "With few tokens about as much is left: of 24 tokens 0.13. With "
        "time as ℓ η, as in section 2, nearly all is left. Read off a chart by eye: it is half of "
        "where the curve begins."},
       {kSigma2, "no Stage 1"}});
  add({"004.section-5.beta-1", "section 5, the figure",
       "With β = 1 the variance converges slower than with β = 5.",
       "β = 1 is governed by the corrected ODE and converges much slower", 1.0, A::kHolds, 0.0,
       "whether more is left at T*", "variance_flow at T*", 1, false,
       [](std::uint64_t, const Progress&) {
         return holds(left_at_matched_time(1.0) > left_at_matched_time(5.0));
       }});
  add({"004.section-5.beta-20-rate", "section 5, the figure",
       "With β = 20 and few tokens the variance falls fastest at first, of the three bandwidths.",
       "β = 20 at finite N shows premature collapse — fast initial decay", 1.0, A::kHolds, 0.0,
       "share of seeds where least is left at T* / 10",
       "simulated_variance, 24 tokens, σ² 0.25, 5 of 50 layers, β 1, 5 and 20", 40, false,
       [](std::uint64_t seed, const Progress&) {
         const double left = simulated_after(20.0, seed, 5);
         return holds(left < simulated_after(5.0, seed, 5) && left < simulated_after(1.0, seed, 5));
       }});
  add({"004.section-5.beta-20-collapse",
       "section 5, the figure",
       "With β = 20 and few tokens the particles are in tighter clusters by T*, for their spread, "
       "than with β = 5.",
       "fast initial decay, but particles form spurious clusters before reaching T⋆",
       0.0,
       A::kBelow,
       0.0,
       "distance of a particle to the nearest, in units of the spread, over what it was at first, "
       "less that with β = 5",
       "ParticleFlow, the same 24 tokens with both, σ² 0.25, 50 layers up to T*; a cloud that "
       "contracts as a whole, as infinitely many tokens do, keeps it",
       40,
       false,
       [](std::uint64_t seed, const Progress&) {
         return clustering_at_matched_time(20.0, seed) - clustering_at_matched_time(5.0, seed);
       },
       nullptr,
       {},
       {0.0, "the same with both"}});
  add({"004.section-5.beta-20-left",
       "ours, beside the figure of section 5",
       "With β = 20 and few tokens more of the variance is left at T* than theory has for "
       "infinitely many.",
       "",
       1.0,
       A::kAbove,
       0.0,
       "variance at T*, over theory",
       "simulated_variance, 24 tokens, σ² 0.25, 50 layers, against variance_flow",
       40,
       false,
       [](std::uint64_t seed, const Progress&) {
         return simulated_after(20.0, seed, kLayersToEnd) / left_at_matched_time(20.0);
       },
       nullptr,
       {},
       {1.0, "theory"}});
  add({"004.section-5.noisier", "section 5", "More noise needs more layers.",
       "It implies that noisier data requires more layers", 1.0, A::kHolds, 0.0,
       "whether it takes longer to a tenth of the noise each time",
       "variance_recursion, σ² 0.125, 0.25, 0.5 and 1, β 5, η 0.1", 1, false,
       [](std::uint64_t, const Progress&) {
         return holds(layers_for(0.125) < layers_for(0.25) && layers_for(0.25) < layers_for(0.5) &&
                      layers_for(0.5) < layers_for(1.0));
       }});
  add({"004.section-5.schedule",
       "section 5",
       "The best of some fixed bandwidths leaves at most 2 % more error than the best of some "
       "schedules.",
       "a single fixed bandwidth β and the right integration time suffice",
       1.02,
       A::kBelow,
       0.0,
       "least error of both stages over fixed bandwidths, over the least over schedules",
       "stage1_step, 40 layers over T* or 2 T*, β 2, 3, 4, 5, 8, 12, 20, or in equal ratios "
       "between "
       "2 and 4, 2 and 5, 2 and 6, 1.5 and 6, 3 and 12, 5 and 20, up or down; 20 draws of 100 "
       "tokens around ±(1,1), variance 0.05, σ² 0.5. Both are best at 2 T*, where β = 3 leaves "
       "0.658 "
       "of the noise and a schedule up from 2 to 5 0.650; at T* it is 0.831 and 0.831",
       1,
       false,
       [](std::uint64_t, const Progress&) { return fixed_over_scheduled(); },
       nullptr,
       {},
       {1.0613 / 0.6495, "no layers"}});
  return list;
}

}  // namespace attn::claims
