// Theorem 5.1 of seed 004, for Gaussian priors.
#include <cmath>
#include <utility>
#include <vector>

#include "attn/denoising/covariance_flow.hpp"
#include "attn/denoising/denoiser.hpp"
#include "attn/denoising/particle_flow.hpp"
#include "attn/denoising/stage1_clock.hpp"
#include "attn/denoising/variance_flow.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/rng.hpp"
#include "claims/004/parts.hpp"

namespace attn::claims {
namespace {

Matrix tilted(double major, double minor) {
  const double c = std::sqrt(0.75);
  Matrix axes(2, 2);
  axes << c, -0.5, 0.5, c;
  Matrix variances = Matrix::Zero(2, 2);
  variances(0, 0) = major;
  variances(1, 1) = minor;
  return axes.lazyProduct(variances).lazyProduct(axes.transpose());
}

double covariance_residual(std::uint64_t, const Progress&) {
  constexpr double kEta = 1e-4;
  constexpr Index kLayers = 12500;  // beta sigma^2 / (2 eta)
  const Matrix gamma0 = tilted(1.5, 0.55);
  const CovarianceFlow flow(gamma0, 5.0);
  const Matrix printed = integrated_covariance_flow(gamma0, 5.0, matched_attention_time(5.0, 0.5));
  return largest(flow.covariance_after(kLayers, kEta) - printed);
}

// Of the clean covariance, at T_beta.
double surplus_covariance(double beta) {
  const CovarianceFlow flow(tilted(1.5, 0.55), beta);
  return largest(flow.covariance(matched_attention_time(beta, 0.5)) - tilted(1.0, 0.05));
}

// Theorem 5.1 for Gaussians around 0: a posterior mean is a matrix times y, of noise of variance
// 0.5.
constexpr double kReach = 3.0;

double shrinkage(double variance) { return variance / (variance + 0.5); }

// The largest distance of the two posterior means over |y| <= 3, for infinitely many tokens.
double largest_miss(double beta, double attention_time) {
  const CovarianceFlow flow(tilted(1.5, 0.55), beta);
  const Vector got = flow.eigenvalues(attention_time);
  const double minor = std::fabs(shrinkage(got(0)) - shrinkage(0.05));
  const double major = std::fabs(shrinkage(got(1)) - shrinkage(1.0));
  return kReach * larger(minor, major);
}

// The same on a line, between so many tokens and infinitely many, at beta 5.
double miss_of_tokens(Index count, std::uint64_t seed) {
  constexpr double kBeta = 5.0;
  constexpr Index kLayers = 50;
  Rng rng(seed);
  Matrix tokens(count, 1);
  for (Index i = 0; i < count; ++i) tokens(i, 0) = std::sqrt(1.5) * rng.normal();
  const double eta = matched_step(kBeta, static_cast<double>(kLayers), 0.5);
  ParticleFlow flow(tokens, kBeta, eta);
  flow.step(kLayers);
  const Matrix y = Vector::LinSpaced(61, -kReach, kReach);
  const double v = variance_recursion(1.5, kBeta, eta, kLayers)(kLayers);
  return largest(posterior_mean(y, flow.particles(), 1.0 / 0.5) - shrinkage(v) * y);
}

// Whether none of 10000 tokens of variance 1.5 is cut off at R = 2 sqrt(1.5 log N).
double nothing_truncated(std::uint64_t seed) {
  constexpr Index kCount = 10000;
  const double bound = 4.0 * mathfn::log(static_cast<double>(kCount));
  Rng rng(seed);
  bool inside = true;
  for (Index i = 0; i < kCount; ++i) {
    const double z = rng.normal();
    inside = inside && z * z <= bound;
  }
  return holds(inside);
}

}  // namespace

std::vector<Claim> of_recovery() {
  using A = Agreement;
  std::vector<Claim> list;
  const auto add = [&](Claim&& claim) { list.push_back(std::move(claim)); };
  add({"004.section-6.covariance",
       "section 6, theorem 5.1",
       "For Gaussian priors the covariance obeys dΓ/dt' = −2 Γ (I + β Γ)⁻¹.",
       "the covariance evolves analytically as Γ̇ = −2Γ(I + βΓ)⁻¹",
       0.0,
       A::kWithin,
       1e-4,
       "largest difference of an entry at T_β",
       "CovarianceFlow::covariance_after, layers of η 10⁻⁴ on infinitely many tokens, against "
       "integrated_covariance_flow, Σ₀ of axes 1 and 0.05, σ² 0.5, β 5",
       1,
       false,
       covariance_residual,
       nullptr,
       {},
       {0.5, "a covariance that stays"}});
  add({"004.section-6.converges",
       "section 6, theorem 5.1",
       "At T_β the covariance is that of the clean tokens.",
       "as Γ̇ = −2Γ(I + βΓ)⁻¹, converging to Σ₀ at T = Tβ",
       0.0,
       A::kWithin,
       0.01,
       "largest difference at T_β, β 5",
       "CovarianceFlow, Σ₀ of axes 1 and 0.05, σ² 0.5",
       1,
       false,
       [](std::uint64_t, const Progress&) { return surplus_covariance(5.0); },
       nullptr,
       {"at a finite β there is a surplus, which falls like 1 / β; of the flow it is never 0 at "
        "T_β",
        0.1497, 5e-5, Verdict::kUnclear},
       {0.5, "no Stage 1"},
       {{"it converges in the limit β to ∞ that the theorem above it takes: at β 10⁵", 0.0, 5e-5,
         [](std::uint64_t, const Progress&) { return surplus_covariance(1e5); }}}});
  add({"004.section-6.converges-limit",
       "ours, beside theorem 5.1",
       "For β to ∞ the covariance at T_β is that of the clean tokens, for a Gaussian prior.",
       "",
       0.0,
       A::kWithin,
       1e-4,
       "largest difference at T_β, β 10⁵",
       "CovarianceFlow, Σ₀ of axes 1 and 0.05, σ² 0.5",
       1,
       false,
       [](std::uint64_t, const Progress&) { return surplus_covariance(1e5); },
       nullptr,
       {},
       {0.5, "no Stage 1"}});
  add({"004.section-6.recovery",
       "section 6, theorem 5.1",
       "For a Gaussian prior and infinitely many tokens the answer is the posterior mean, anywhere "
       "within |y| ≤ 3, as β goes to ∞.",
       "E[ sup|y|≤M |mμ(Tβ)(y) − mP₀(y)| ] = 0",
       0.0,
       A::kWithin,
       1e-3,
       "largest distance of the two posterior means, β 10⁵",
       "CovarianceFlow, Σ₀ of axes 1 and 0.05, σ² 0.5; posterior means of Gaussians are linear",
       1,
       false,
       [](std::uint64_t, const Progress&) {
         return largest_miss(1e5, matched_attention_time(1e5, 0.5));
       },
       nullptr,
       {},
       {largest_miss(1e5, 0.0), "no Stage 1"}});
  add({"004.section-6.recovery-tokens",
       "section 6, theorem 5.1",
       "For a Gaussian prior and a fixed β the answer comes nearer to that of infinitely many "
       "tokens as N grows.",
       "first N → ∞ at fixed (β, R), then the truncation radius R → ∞",
       1.0,
       A::kBelow,
       0.0,
       "largest distance from it with 500 tokens, over that with 50",
       "posterior_mean on the line, |y| ≤ 3, prior N(0, 1), σ² 0.5, β 5, 50 layers up to T_β",
       20,
       false,
       [](std::uint64_t seed, const Progress&) {
         return miss_of_tokens(500, seed) / miss_of_tokens(50, seed + 1000);
       },
       nullptr,
       {},
       {1.0, "tokens that do not help"}});
  add({"004.section-6.truncation", "section 6, theorem 5.1",
       "For a Gaussian prior a radius R of a constant times √(log N) leaves all tokens as they "
       "are.",
       "The truncation error vanishes with high probability once R > √(log N) · const", 1.0,
       A::kHolds, 0.0, "share of draws in which no token is further out",
       "10000 tokens of variance v = 1.5 on the line, R = 2 √(v log N); what is not truncated has "
       "no truncation error",
       40, false, [](std::uint64_t seed, const Progress&) { return nothing_truncated(seed); }});
  return list;
}

}  // namespace attn::claims
