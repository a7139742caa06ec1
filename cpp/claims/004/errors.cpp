// The figure of section 6 of seed 004, its figure 4(a), and what is said of it.
#include <string>
#include <utility>
#include <vector>

#include "attn/denoising/gaussian_mixture.hpp"
#include "attn/denoising/mmse.hpp"
#include "attn/numerics/rng.hpp"
#include "claims/004/parts.hpp"
#include "experiments/denoising/mse_depth.hpp"

namespace attn::claims {
namespace {

// The one bar of an experiment in the setting closest to the published one.
experiments::MseBar error_bar(Index count, Index layers, std::uint64_t seed,
                              const Progress& progress, Index dimension = 4) {
  experiments::MseDepthParams p;
  p.dimension = dimension;
  p.repeats = 1;
  p.counts = {count};
  p.layers = layers;
  p.seed = seed;
  experiments::MseDepth experiment(p);
  while (!experiment.refine(2000)) {
    if (!progress(experiment.frame().progress)) break;
  }
  return experiment.frame().bars.front();
}

double noisy_error(std::uint64_t seed, const Progress& progress) {
  return error_bar(8000, 0, seed, progress, 1).noisy.mean;
}

double least_error(Index dimension, double variance) {
  return mmse(two_modes(1.0, variance, dimension), 0.5).value / 0.5;
}

// The mean of the posterior variance over noisy tokens of two points on a line.
double mean_posterior_variance(std::uint64_t seed, const Progress&) {
  const GaussianMixture prior = two_modes(1.0, 0.0, 1);
  Rng rng(seed);
  const Matrix noisy = sample(prior, 0.5, 20000, rng).noisy;
  return exact_posterior_variance(prior, noisy, 0.5).mean() / 0.5;
}

double error_of(bool both, Index count, std::uint64_t seed, const Progress& progress) {
  const experiments::MseBar bar = error_bar(count, 200, seed, progress);
  return (both ? bar.two_stage : bar.stage1_only).mean;
}

// A bar of figure 4(a). Its settings were looked for until the bars came out alike, so that no
// agreement would mean anything: it is not found, and ours says how near we came.
Claim error_claim(const std::string& id, const std::string& published, double value, Index count,
                  bool both, double ours) {
  Claim c;
  c.id = id;
  c.place = "section 6, the figure of the errors";
  // The bar of Stage 1 alone does not say of how many tokens it is.
  c.statement = both ? "The error of both stages with " + std::to_string(count) +
                           " tokens; ours is of settings fitted to the figure."
                     : "The error of Stage 1 alone; ours is with " + std::to_string(count) +
                           " tokens, of settings fitted to the figure.";
  c.published = published;
  c.value = value;
  c.agreement = Agreement::kInterval;
  c.tolerance = 0.005;
  c.quantity = "mean squared error / σ²";
  c.recipe =
      "attn run mse_depth, four dimensions, variance 0.025 around ±(1,1,1,1), η 0.1: the text "
      "states "
      "neither; the closest that was found";
  c.seeds = 10;
  c.slow = true;
  c.recompute = [count, both](std::uint64_t seed, const Progress& progress) {
    return error_of(both, count, seed, progress);
  };
  c.probe = [count, both] { return error_of(both, count / 20, 1, [](double) { return true; }); };
  c.correction = {
      "dimension and width of the groups are not stated, nor is the step as a number: the "
      "summary's L ≈ βσ²/2η has 0.025 for 200 layers, where with our dimension and width all bars "
      "are longer. Of about 45 settings that were tried none gives all of the printed bars, and "
      "this one comes nearest",
      ours, 0.05, Verdict::kNotFound};
  c.baseline = {4.0, "the noisy tokens as they are"};
  return c;
}

}  // namespace

std::vector<Claim> of_errors() {
  using A = Agreement;
  std::vector<Claim> list;
  const auto add = [&](Claim&& claim) { list.push_back(std::move(claim)); };
  const std::string after = " Stage 2, N=";
  add({"004.figure-4a.bayes",
       "section 6, the figure of the errors",
       "The least possible error, that of the true prior; ours is of settings fitted to the "
       "figure.",
       "Bayes MMSE (oracle prior) *0.26* Values from Fig. 4(a)",
       0.26,
       A::kInterval,
       0.005,
       "mean squared error / σ²",
       "mmse, four dimensions, variance 0.025 around ±(1,1,1,1), σ² 0.5: the text states neither "
       "dimension nor variance",
       1,
       false,
       [](std::uint64_t, const Progress&) { return least_error(4, 0.025); },
       nullptr,
       {"it hangs on the dimension and the width of the groups, which are not stated: for points "
        "on "
        "a line it is 0.462",
        0.2547, 5e-5, Verdict::kNotFound},
       {4.0, "the noisy tokens as they are"}});
  add({"004.figure-4a.bayes-line",
       "ours, beside the figure of the errors",
       "For two points on a line the least possible error is 0.462: no estimate could reach the "
       "0.44 of the figure there.",
       "",
       0.462,
       A::kWithin,
       0.002,
       "mean squared error / σ²",
       "exact_posterior_variance over 20000 noisy tokens of ±1, σ² 0.5; mmse has 0.46204",
       10,
       false,
       mean_posterior_variance,
       nullptr,
       {},
       {1.0, "the noisy tokens as they are"}});
  add({"004.section-6.noisy",
       "section 6",
       "Stage 1 alone, said to predict the noisy input directly, has the error 1.76.",
       "Stage 1 alone (predicting the noisy input directly, without Stage 2) performs poorly at "
       "*1.76*",
       1.76,
       A::kWithin,
       0.005,
       "mean squared error / σ² on a line",
       "attn run mse_depth without layers, 8000 tokens, one dimension",
       10,
       false,
       noisy_error,
       nullptr,
       {"the noisy input itself differs from the clean one by the noise: its error over σ² is 1 on "
        "a line, and d in d dimensions. The bar of the same number is labelled Stage 1 only, "
        "L=200: "
        "what comes out of 200 layers, which is not the noisy input. So read it hangs on settings "
        "that are not stated: 004.figure-4a.stage-1 has it at settings of ours",
        1.0, 0.02, Verdict::kNotFound},
       {0.0, "the clean tokens"}});
  add({"004.section-6.within",
       "section 6",
       "With 8000 tokens the error of the two stages is less than 70 % above the least.",
       "the two-stage estimator reaches within *70*% of Bayes-optimal",
       0.70,
       A::kBelow,
       0.0,
       "their error over the least error, less 1, both as printed",
       "0.44 / 0.26 − 1: arithmetic of what is printed, which its rounding leaves between 64 and "
       "75 "
       "%. Our own bars leave nearly 100 %, at settings of ours (004.figure-4a)",
       1,
       false,
       [](std::uint64_t, const Progress&) { return 0.44 / 0.26 - 1.0; },
       nullptr,
       {},
       {1.04 / 0.26 - 1.0, "1000 tokens, as printed"}});
  add({"004.section-6.context", "section 6",
       "With more tokens the error of both stages is smaller.",
       "More context length (N) consistently closes the gap to Bayes MMSE", 1.0, A::kHolds, 0.0,
       "share of seeds where it is smaller with 400 tokens than with 100",
       "attn run mse_depth, four dimensions, variance 0.025 around ±(1,1,1,1), σ² 0.5, β 20, 200 "
       "layers of η 0.1",
       10, false, [](std::uint64_t seed, const Progress& progress) {
         return holds(error_of(true, 400, seed, progress) < error_of(true, 100, seed, progress));
       }});
  add(error_claim("004.figure-4a.stage-1", "Stage 1 only, L=200 *1.76* Stage 2 with Stage 1", 1.76,
                  8000, false, 1.918));
  add(error_claim("004.figure-4a.both-1000", "Stage 2, N=1000 *1.04*" + after + "3000", 1.04, 1000,
                  true, 0.917));
  add(error_claim("004.figure-4a.both-3000", "Stage 2, N=3000 *0.76*" + after + "5000", 0.76, 3000,
                  true, 0.700));
  add(error_claim("004.figure-4a.both-5000", "Stage 2, N=5000 *0.56*" + after + "8000", 0.56, 5000,
                  true, 0.599));
  add(error_claim("004.figure-4a.both-8000", "Stage 2, N=8000 *0.44* Lower bound", 0.44, 8000, true,
                  0.508));
  return list;
}

}  // namespace attn::claims
