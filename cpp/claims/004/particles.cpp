// What section 2 of seed 004 states: a layer as an equation, and what layers do to tokens.
#include <cmath>
#include <utility>
#include <vector>

#include "attn/attention/softmax.hpp"
#include "attn/denoising/denoiser.hpp"
#include "attn/denoising/gaussian_mixture.hpp"
#include "attn/denoising/stage1_clock.hpp"
#include "attn/denoising/variance_flow.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/rng.hpp"
#include "claims/004/parts.hpp"
#include "experiments/denoising/particles.hpp"

namespace attn::claims {
namespace {

double step_residual(std::uint64_t seed, const Progress&) {
  const Matrix z = cloud(seed, 30, 3);
  const Matrix averaged = stage1_weights(z, 5.0).lazyProduct(z);
  return largest(stage1_step(z, 5.0, 0.1) - (0.9 * z + 0.1 * averaged));
}

// What most figures of the summary show: tokens around +-2 on a line, with noise of variance 0.5.
Matrix figure_tokens(std::uint64_t seed, Index n) {
  Rng rng(seed);
  return sample(two_modes(2.0, 0.0, 1), 0.5, n, rng).noisy;
}

double dot_product_difference(std::uint64_t seed, const Progress&) {
  const Matrix z = figure_tokens(seed, 24);
  return largest(stage1_weights(z, 5.0) - softmax_rows(5.0 * z.lazyProduct(z.transpose())));
}

// The same with keys (z, −|z|² / 2) and queries (z, 1).
double longer_keys_difference(std::uint64_t seed, const Progress&) {
  const Matrix z = figure_tokens(seed, 24);
  Matrix keys(z.rows(), 2);
  keys << z, -0.5 * z.rowwise().squaredNorm();
  Matrix queries(z.rows(), 2);
  queries << z, Matrix::Ones(z.rows(), 1);
  return largest(stage1_weights(z, 5.0) -
                 softmax_rows(5.0 * queries.lazyProduct(keys.transpose())));
}

// A layer of step 1 against sums over neighbours, each weighed by a Gaussian bump of variance
// 1 / beta around the token.
double kernel_regression_residual(std::uint64_t seed, const Progress&) {
  constexpr double kBeta = 5.0;
  const Matrix z = cloud(seed, 30, 2);
  const Matrix moved = stage1_step(z, kBeta, 1.0);
  double worst = 0.0;
  for (Index i = 0; i < z.rows(); ++i) {
    Matrix sum = Matrix::Zero(1, z.cols());
    double mass = 0.0;
    for (Index j = 0; j < z.rows(); ++j) {
      const double bump = mathfn::exp(-0.5 * kBeta * (z.row(i) - z.row(j)).squaredNorm());
      sum += bump * z.row(j);
      mass += bump;
    }
    worst = larger(worst, largest(moved.row(i) - sum / mass));
  }
  return worst;
}

double noisy_variance(std::uint64_t seed, const Progress&) {
  const Matrix z = figure_tokens(seed, 20000);
  return cloud_variance(z) / 0.5;
}

// The pull of a layer against 1 / beta times the central differences of the logarithm of the kernel
// density, which is -beta times the energy of Stage 2 at bandwidth beta.
double score_residual(std::uint64_t seed, const Progress&) {
  constexpr double kBeta = 5.0;
  constexpr double kStep = 1e-5;
  const Matrix z = cloud(seed, 30, 2);
  const Matrix pull = stage1_step(z, kBeta, 1.0) - z;
  double worst = 0.0;
  for (Index k = 0; k < z.cols(); ++k) {
    Matrix above = z;
    Matrix below = z;
    above.col(k).array() += kStep;
    below.col(k).array() -= kStep;
    const Vector slope = (energy(below, z, kBeta) - energy(above, z, kBeta)) / (2.0 * kStep);
    worst = larger(worst, largest(pull.col(k) - slope));
  }
  return worst;
}

double noise_left(double beta, double eta, Index layers) {
  return variance_recursion(kSigma2, beta, eta, layers)(layers) / kSigma2;
}

// What is left of the noise after half of L* layers, less a half, or after L*: the larger one.
double left_at_matched_layers(double beta, double eta) {
  const auto layers = static_cast<Index>(matched_layers(beta, eta, kSigma2));
  const Vector left = variance_recursion(kSigma2, beta, eta, layers) / kSigma2;
  return larger(std::fabs(left(layers / 2) - 0.5), left(layers));
}

using experiments::Clock;

// What section 2 shows, 24 tokens around +-2, on their way through 60 layers.
experiments::ParticlesFrame particles_figure(double beta, std::uint64_t seed,
                                             Clock clock = Clock::kEqualLayers) {
  experiments::ParticlesParams p;
  p.tokens.beta = beta;
  p.tokens.count = 24;
  p.tokens.seed = seed;
  p.clock = clock;
  experiments::Particles experiment(p);
  experiment.seek(experiment.steps(), experiment.steps());
  return experiment.frame();
}

// Of the spread inside the groups, at the end.
double spread_left(double beta, std::uint64_t seed, Clock clock = Clock::kEqualLayers) {
  const Vector v = particles_figure(beta, seed, clock).within_variance;
  return v(v.size() - 1) / v(0);
}

double more_than_with_5(double beta, std::uint64_t seed, Clock clock = Clock::kEqualLayers) {
  return spread_left(beta, seed, clock) - spread_left(5.0, seed, clock);
}

// The mean squared distance of positions on a line to the mean of those on their side of 0.
double spread_of_sides(const VectorRef& positions) {
  double within = 0.0;
  for (const double side : {-1.0, 1.0}) {
    double count = 0.0;
    double sum = 0.0;
    double squares = 0.0;
    for (const double z : positions) {
      if (side * z < 0.0) continue;
      count += 1.0;
      sum += z;
      squares += z * z;
    }
    if (count > 0.0) within += squares - sum * sum / count;
  }
  return within / static_cast<double>(positions.size());
}

// Whether it falls in every layer.
double falls_steadily(double beta, std::uint64_t seed) {
  const Matrix trail = particles_figure(beta, seed).trail;
  for (Index layer = 1; layer < trail.rows(); ++layer) {
    const Vector before = trail.row(layer - 1).transpose();
    const Vector after = trail.row(layer).transpose();
    if (spread_of_sides(after) >= spread_of_sides(before)) return 0.0;
  }
  return 1.0;
}

// That after 60 layers over that before, for the particles that began right of 0.
double clustering_after_60(double beta, std::uint64_t seed) {
  const Matrix trail = particles_figure(beta, seed).trail;
  std::vector<double> before;
  std::vector<double> after;
  for (Index i = 0; i < trail.cols(); ++i) {
    if (trail(0, i) < 0.0) continue;
    before.push_back(trail(0, i));
    after.push_back(trail(trail.rows() - 1, i));
  }
  const auto n = static_cast<Index>(before.size());
  return nearest_over_spread(Eigen::Map<const Vector>(after.data(), n)) /
         nearest_over_spread(Eigen::Map<const Vector>(before.data(), n));
}

// What is left of all the variance, of the groups and between them, after 60 layers.
double all_variance_left(double beta, std::uint64_t seed) {
  const Matrix trail = particles_figure(beta, seed).trail;
  return cloud_variance(trail.bottomRows(1).transpose()) /
         cloud_variance(trail.topRows(1).transpose());
}

}  // namespace

std::vector<Claim> of_particles() {
  using A = Agreement;
  std::vector<Claim> list;
  const auto add = [&](Claim&& claim) { list.push_back(std::move(claim)); };
  const std::string two_clocks = "v ← v (1 − η / (β v + 1))² in a layer, chapter denoising, (3)";
  add(residual_claim("004.eq-1.step", "equation 1",
                     "A layer moves each token a fraction η towards a weighted mean of all.",
                     "zᵢ(ℓ+1) = (1 − η) zᵢ(ℓ) + η ∑ⱼ aᵢⱼ zⱼ(ℓ)", 1e-12,
                     "stage1_step against stage1_weights, 30 tokens in 3 dimensions",
                     step_residual));
  add({"004.eq-1.sign", "equation 1",
       "In our copy of the summary the weights have no minus between the two tokens.",
       "aᵢⱼ = softmaxⱼ( −β/2 · ‖zᵢ(ℓ)zⱼ(ℓ)‖² )", 0.0, A::kNotTried, 0.0, "",
       "a misprint, or a sign that the copy lost: the sentences around it mean the distance", 1,
       false, nullptr});
  add({"004.section-2.dot-product",
       "section 2, three equivalent views",
       "The weights are those of scaled dot-product attention.",
       "exactly the self-attention mechanism with scaled dot-product keys/queries and identity "
       "value weights",
       0.0,
       A::kWithin,
       1e-12,
       "largest difference of a weight",
       "stage1_weights against softmax_rows of β z zᵀ, 24 tokens around ±2, σ² 0.5, β 5",
       10,
       false,
       dot_product_difference,
       nullptr,
       {"−β/2 |z_i − z_j|² = β z_i·z_j − β/2 |z_j|² up to what all keys of a row share: of keys "
        "and "
        "queries that are linear in the tokens this is no dot product, unless all tokens have one "
        "norm. The text says neither",
        0.9425, 5e-5, Verdict::kUnclear},
       {0.5, "weights half of which is elsewhere"},
       {{"a key has −½ |z_j|² as one more component, or all tokens have one norm", 0.0, 1e-12,
         longer_keys_difference}}});
  add({"004.section-2.noisy-density",
       "section 2",
       "The noisy tokens are distributed as N(0, σ²).",
       "the collective empirical distribution from ρ_noisy = N(0, σ²) toward the clean prior ρ₀",
       1.0,
       A::kWithin,
       0.05,
       "variance of the noisy tokens / σ²",
       "20000 noisy tokens around ±2, σ² 0.5, as in the figure of the section",
       10,
       false,
       noisy_variance,
       nullptr,
       {"the noisy density is the clean one convolved with N(0, σ²), and variances add: 4.5 / 0.5",
        9.0, 0.06, Verdict::kInError,
        "If all clean tokens are 0 it is true: the sentence goes on “toward the clean prior ρ₀”, "
        "which section 1 calls unknown, and shows with two clusters. As the density of the noise "
        "alone it is true: then it is no distribution of the particles, which the sentence speaks "
        "of. Of each particle about its own clean token it is true, and section 5 begins at v = "
        "σ²: "
        "then what is reached is a point and not ρ₀. A copy that lost “ρ₀ ∗”, as it lost the minus "
        "of (1): there a sign is missing and the formula cannot be read; here it is whole, and "
        "says "
        "something else."},
       {0.0, "no noise and no prior"}});
  add(residual_claim("004.section-2.score", "section 2, three equivalent views",
                     "A layer is a step up the gradient of the logarithm of the kernel density "
                     "(1 / β times it).",
                     "step up the log-density gradient of the empirical kernel density", 1e-8,
                     "stage1_step at η = 1 against central differences of the density",
                     score_residual));
  add({"004.section-2.langevin", "section 2, three equivalent views",
       "A layer approximates a Langevin step.",
       "each step approximates one Langevin step up the log-density gradient", 0.0, A::kNotTried,
       0.0, "", "a Langevin step adds noise and a layer does not; there is no number to recompute",
       1, false, nullptr});
  add(residual_claim("004.section-2.kernel-regression", "section 2, three equivalent views",
                     "A layer replaces a token by the kernel-weighted average of all (at η = 1).",
                     "each token is replaced by the kernel-weighted average of its neighbors",
                     1e-12,
                     "stage1_step at η = 1 against sums of Gaussian bumps, 30 tokens in the plane",
                     kernel_regression_residual));
  add({"004.section-2.clock",
       "sections 2 and 5",
       "With time t = ℓ η the noise is gone at T* = σ² / 2.",
       "continuous depth t = ℓη, this converges to the mean-field flow of reverse diffusion",
       0.0,
       A::kWithin,
       0.01,
       "share of the noise left after T* / η layers",
       "variance_recursion, σ² 0.25, β 1000, η 0.0125",
       1,
       false,
       [](std::uint64_t, const Progress&) {
         return noise_left(1000.0, 0.0125, 10);  // sigma^2 / (2 eta)
       },
       nullptr,
       {"the noise is gone at T* = σ² / 2 of another clock, t = ℓ η / β: " + two_clocks, 0.9990,
        5e-5, Verdict::kUnclear},
       {0.5, "half of the way"},
       {{"the t of section 5 is ℓ η / β, as its own L* = β σ² / (2 η) has it", 0.0165, 5e-5,
         [](std::uint64_t, const Progress&) {
           return noise_left(1000.0, 0.0125, 10000);  // beta sigma^2 / (2 eta)
         }}}});
  add({"004.section-2.depth",
       "sections 2 and 5",
       "For β to ∞ the noise is gone after L* = β σ² / (2 η) layers, and half of it after half as "
       "many.",
       "In terms of layers: L* ≈ βσ²/(2η)",
       0.0,
       A::kWithin,
       0.01,
       "share of the noise left at L*, or how far the share at L* / 2 is from a half",
       "variance_recursion, σ² 0.25, β 4000, η 0.1, the larger of the two",
       1,
       false,
       [](std::uint64_t, const Progress&) { return left_at_matched_layers(4000.0, 0.1); },
       nullptr,
       {},
       {0.5, "a depth that is off by a factor of two"}});
  add({"004.section-2.too-small",
       "section 2",
       "With a small β the groups come together.",
       "Too small and particles average globally, washing out structure",
       0.1,
       A::kBelow,
       0.0,
       "share of all variance that is left after 60 layers",
       "attn run particles, 24 tokens at ±2, σ² 0.5, β 0.1, η 0.1",
       20,
       false,
       [](std::uint64_t seed, const Progress&) { return all_variance_left(0.1, seed); },
       nullptr,
       {},
       {4.0 / 4.5, "the groups as they are, without their noise"}});
  add({"004.section-2.beta-1",
       "section 2, the figure",
       "With β = 1 more of the noise is left after 60 layers than with β = 5.",
       "With β = 1 the flow is sluggish, never fully denoising within the budget",
       0.0,
       A::kAbove,
       0.0,
       "share of the spread that is left, less that with β = 5",
       "attn run particles, 24 tokens at ±2, σ² 0.5, 60 layers of η 0.1, 400 draws",
       400,
       false,
       [](std::uint64_t seed, const Progress&) { return more_than_with_5(1.0, seed); },
       nullptr,
       {"whether a budget is one of layers or of time is not stated; at one step for all: " +
            two_clocks,
        -0.0790, 5e-4, Verdict::kUnclear},
       {0.0, "the same with both"},
       {{"the budget is the total time t = ℓ η / β: a step for each β with which 60 layers are L*",
         0.2048, 5e-4, [](std::uint64_t seed, const Progress&) {
           return more_than_with_5(1.0, seed, Clock::kEqualTime);
         }}}});
  add({"004.section-2.beta-20",
       "section 2, the figure",
       "With β = 20 less of the noise is left after 60 layers than with β = 5.",
       "With β = 20 particles collapse inward too fast, falling into a premature cluster",
       0.0,
       A::kBelow,
       0.0,
       "share of the spread that is left, less that with β = 5",
       "attn run particles, 24 tokens at ±2, σ² 0.5, 60 layers of η 0.1, 100 draws",
       100,
       false,
       [](std::uint64_t seed, const Progress&) { return more_than_with_5(20.0, seed); },
       nullptr,
       {"too fast may be said of the spread, of which more is left, or of clusters, which form: " +
            two_clocks,
        0.5750, 5e-4, Verdict::kUnclear},
       {0.0, "the same with both"},
       {{"the same at equal total time: a step for each β with which 60 layers are L*", 0.2162,
         5e-4,
         [](std::uint64_t seed, const Progress&) {
           return more_than_with_5(20.0, seed, Clock::kEqualTime);
         }},
        {"clusters are meant: the distance of a particle to the nearest, in units of the spread of "
         "its group, over what it was at the start",
         0.0345, 5e-4,
         [](std::uint64_t seed, const Progress&) { return clustering_after_60(20.0, seed); }}}});
  add({"004.section-2.beta-5", "section 2, the figure",
       "With β = 5 the spread inside the groups falls from layer to layer.",
       "With β = 5 the convergence is smooth and steady", 1.0, A::kHolds, 0.0,
       "share of seeds where it falls in each of 60 layers",
       "attn run particles, 24 tokens at ±2, σ² 0.5, η 0.1", 40, false,
       [](std::uint64_t seed, const Progress&) { return falls_steadily(5.0, seed); }});
  return list;
}

}  // namespace attn::claims
