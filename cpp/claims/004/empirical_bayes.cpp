// What sections 1, 3 and 4 of seed 004 state: how a query is answered.
#include <cmath>
#include <utility>
#include <vector>

#include "attn/denoising/denoiser.hpp"
#include "attn/denoising/gaussian_mixture.hpp"
#include "attn/denoising/mmse.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "claims/004/parts.hpp"
#include "experiments/denoising/before_after.hpp"
#include "experiments/denoising/energy_landscape.hpp"
#include "experiments/denoising/two_stage.hpp"

namespace attn::claims {
namespace {

double energy_residual(std::uint64_t seed, const Progress&) {
  const Matrix z = cloud(seed, 30, 3);
  const Matrix queries = cloud(seed + 1000, 10, 3);
  const Matrix step = queries - energy_gradient(queries, z, 2.0);
  return largest(step - posterior_mean(queries, z, 2.0));
}

double bayes_residual(std::uint64_t seed, const Progress&) {
  const Matrix z = cloud(seed, 30, 2);
  const Matrix queries = cloud(seed + 1000, 10, 2);
  const Matrix exact = exact_posterior_mean(point_masses(z), queries, 0.5);
  return largest(posterior_mean(queries, z, 1.0 / 0.5) - exact);
}

// What sections 1 and 4 show: the same tokens and a query at 1.4, after 40 layers.
template <typename Experiment>
typename Experiment::Frame query_figure(std::uint64_t seed) {
  typename Experiment::Params p;
  p.query = 1.4;
  p.tokens = experiments::TokenParams();
  p.tokens.count = 24;
  p.tokens.layers = 40;
  p.tokens.seed = seed;
  Experiment experiment(p);
  experiment.seek(40, 40);
  return experiment.frame();
}

// Where the energy is least on the side of the query.
double well_of(const experiments::EnergyLandscape::Frame& f) {
  Index least = f.positions.size() - 1;
  for (Index i = 0; i < f.positions.size(); ++i) {
    if (f.positions(i) > 0.0 && f.energy_after(i) < f.energy_after(least)) least = i;
  }
  return f.positions(least);
}

// Of the answer with a context of 4000 tokens: its mean squared distance from the best one, over
// the least error.
double excess_error(bool clean, std::uint64_t seed) {
  const GaussianMixture prior = two_modes(1.0, 0.1, 2);
  Rng rng(seed);
  const MixtureSample context = sample(prior, 0.5, 4000, rng);
  const Matrix queries = sample(prior, 0.5, 500, rng).noisy;
  const Matrix answer = posterior_mean(queries, clean ? context.clean : context.noisy, 1.0 / 0.5);
  const Matrix best = exact_posterior_mean(prior, queries, 0.5);
  return (answer - best).squaredNorm() / 500.0 / mmse(prior, 0.5).value;
}

double gain_of_skip(std::uint64_t seed) {
  experiments::TwoStageParams p;
  p.tokens.seed = seed;
  experiments::TwoStage experiment(p);
  experiment.seek(experiment.steps(), experiment.steps());
  const Vector errors = experiment.frame().errors;
  using Route = experiments::TwoStage;
  return errors(Route::kWithoutSkip) - errors(Route::kWithSkip);
}

}  // namespace

std::vector<Claim> of_empirical_bayes() {
  using A = Agreement;
  std::vector<Claim> list;
  const auto add = [&](Claim&& claim) { list.push_back(std::move(claim)); };
  add({"004.section-1.clean",
       "section 1",
       "Where the context tokens are clean, one layer of attention comes to the best answer as "
       "they grow in number.",
       "a single attention layer provably achieves Bayes-optimal denoising when the context tokens "
       "are clean",
       0.0,
       A::kWithin,
       0.01,
       "mean squared distance from the best answer / the least error",
       "posterior_mean at β_c = 1 / σ² on 4000 clean tokens around ±(1,1), variance 0.1, σ² 0.5, "
       "for 500 noisy queries, against exact_posterior_mean and mmse",
       10,
       false,
       [](std::uint64_t seed, const Progress&) { return excess_error(true, seed); },
       nullptr,
       {},
       {0.2, "as many noisy tokens as context"}});
  add({"004.section-1.before",
       "section 1, the first figure",
       "Without Stage 1 the estimate for a query at 1.4 lands near the centre of the two groups.",
       "smears across both clusters and lands near the center — the wrong answer",
       0.5,
       A::kBelow,
       0.0,
       "size of the estimate",
       "attn run before_after, 24 tokens at ±2, σ² 0.5, query 1.4; near the centre is at most a "
       "quarter of the way to a group",
       40,
       false,
       [](std::uint64_t seed, const Progress&) {
         return std::fabs(query_figure<experiments::BeforeAfter>(seed).before);
       },
       nullptr,
       {"the limit of many tokens is (q + c tanh(c q / 2 σ²)) / 2 = 1.69, chapter denoising, (8)",
        1.69, 0.05, Verdict::kInError,
        "The caption says “converges to wrong cluster center”: that is −2, and no draw of the 40 "
        "has an estimate below 1. “Near x = +1.4” leaves room for the query: at 1.2 many tokens "
        "still give 1.58. An odd draw: the section says of the numbers, not of a draw, that the "
        "posterior is nearly 50-50, and of these tokens 0.4 % of the weight is on the left group. "
        "Groups with a width of their own, which is not stated: of many tokens the estimate then "
        "stays above 1.35 for a query at 1.4, whatever the width. Groups of unequal weight: the "
        "section calls the "
        "mixture symmetric. Another bandwidth of Stage 2: section 3 sets it to 1 / σ² = 2, and "
        "with 1, 5 and 20 many tokens give 1.74, 1.57 and 1.45."},
       {1.4, "the query itself"}});
  add({"004.section-1.after",
       "section 1, the first figure",
       "After 40 layers the estimate for a query near 1.4 is about 2.",
       "the right cluster and denoises the query to x̂⋆ ≈ +*2*. Depth earns its keep",
       2.0,
       A::kWithin,
       0.1,
       "mean of the estimates of 200 draws",
       "attn run before_after, 24 tokens at ±2, σ² 0.5, query 1.4, β 5, η 0.1; about is to a third "
       "of the way from what no layers give",
       1,
       false,
       [](std::uint64_t, const Progress&) {
         double mean = 0.0;
         for (std::uint64_t seed = 1; seed <= 200; ++seed) {
           mean += query_figure<experiments::BeforeAfter>(seed).after / 200.0;
         }
         return mean;
       },
       nullptr,
       {},
       {1.69, "no layers and many tokens, chapter denoising, (8)"}});
  add(residual_claim("004.eq-2.gradient", "equation 2",
                     "Stage 2 is one full gradient step on the energy.", "x̂ᵢ = x̃ᵢ − ∇q E(Z(ℓ); q)",
                     1e-12, "energy_gradient against posterior_mean, 30 particles in 3 dimensions",
                     energy_residual));
  add(residual_claim(
      "004.section-3.bandwidth", "section 3",
      "With β_c = 1 / σ² Stage 2 is the posterior mean under the particles.",
      "βc = 1/σ²: the Bayesian posterior bandwidth — derived from the Gaussian noise model", 1e-12,
      "posterior_mean against Bayes' rule for point masses, in 2 dimensions", bayes_residual));
  add({"004.section-3.skip",
       "section 3",
       "After Stage 1 the answer needs the noisy token as its query: with the particle as query "
       "the error is larger.",
       "Without this skip, Stage 1 would overwrite the token identity information needed for "
       "posterior inference",
       0.0,
       A::kAbove,
       0.0,
       "error / σ² without the skip, less the error with it",
       "attn run two_stage, 100 tokens around ±1, σ² 0.5, β 8, 60 layers of η 0.1",
       40,
       false,
       [](std::uint64_t seed, const Progress&) { return gain_of_skip(seed); },
       nullptr,
       {},
       {0.0, "a skip that changes nothing"}});
  add({"004.section-4.unable",
       "section 4, the figure",
       "At depth 0 a query is not drawn reliably towards the well of its group.",
       "shallow and wide, unable to reliably attract queries to the correct basin",
       0.1,
       A::kAbove,
       0.0,
       "share of draws where the step of a query at 1.4 leads away from 2",
       "attn run before_after, 24 tokens at ±2, σ² 0.5; reliably would be in nine draws of ten",
       200,
       false,
       [](std::uint64_t seed, const Progress&) {
         return holds(query_figure<experiments::BeforeAfter>(seed).before < 1.4);
       },
       nullptr,
       {"section 4 states neither noise nor query: these are those of section 1, for which many "
        "tokens take 1.4 to 1.69, chapter denoising, (8); nearer groups or more noise give other "
        "shares",
        0.015, 5e-3, Verdict::kNotFound},
       {0.0, "a query that is always drawn there"}});
  add({"004.section-4.wells", "section 4, the figure",
       "At depth 40 the wells are deeper than at depth 0.",
       "the particles have clustered, forming two sharp wells", 1.0, A::kHolds, 0.0,
       "share of seeds with a higher barrier between them",
       "attn run energy_landscape, 24 tokens at ±2, σ² 0.5, β 5, η 0.1", 20, false,
       [](std::uint64_t seed, const Progress&) {
         const auto f = query_figure<experiments::EnergyLandscape>(seed);
         return holds(f.barrier_after > f.barrier_before);
       }});
  add({"004.section-4.falls", "section 4, the figure",
       "At depth 40 the query is denoised to its own group.", "is denoised to the correct cluster",
       1.0, A::kHolds, 0.0, "share of seeds where the answer is within 0.2 of the well on its side",
       "attn run energy_landscape, 24 tokens at ±2, σ² 0.5, β 5, η 0.1, query 1.4. Without layers "
       "it "
       "is in 12 of 40. That its well is the deeper of the two is up to the draw: in 15",
       40, false, [](std::uint64_t seed, const Progress&) {
         const auto f = query_figure<experiments::EnergyLandscape>(seed);
         return holds(std::fabs(f.estimate - well_of(f)) < 0.2);
       }});
  return list;
}

}  // namespace attn::claims
