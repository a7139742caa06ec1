// The error experiment of seed 004 in one dimension: one bar for each number of tokens, each from a
// draw, the layers of Stage 1 and Stage 2. Out come the bars, and what either stage reaches alone.
#include "attn/denoising/denoiser.hpp"
#include "attn/denoising/gaussian_mixture.hpp"
#include "attn/denoising/particle_flow.hpp"
#include "attn/numerics/rng.hpp"
#include "experiments/denoising/mse_depth.hpp"
#include "harness/contest.hpp"

namespace bench {
namespace {

attn::experiments::MseDepthParams params_of(const Case& c) {
  attn::experiments::MseDepthParams p;
  p.dimension = 1;
  p.counts.clear();
  for (const float count : c.inputs.at("counts"))
    p.counts.push_back(static_cast<attn::Index>(count));
  p.eta = c.number("eta");
  p.layers = c.count("layers");
  p.beta = c.number("beta");
  p.centre = c.number("centre");
  p.sigma2 = c.number("sigma2");
  p.repeats = 1;
  return p;
}

class Experiment : public Contestant {
 public:
  explicit Experiment(const Case& c) : params_(params_of(c)) {}

  void run() override {
    attn::experiments::MseDepth experiment(params_);
    while (!experiment.refine(1000000000)) {
    }
    out_.clear();
    for (const auto& bar : experiment.frame().bars) {
      for (const auto& errors : {bar.two_stage, bar.stage1_only, bar.stage2_only, bar.noisy})
        out_.push_back(static_cast<float>(errors.mean));
    }
  }
  std::vector<float> output() const override { return out_; }

 private:
  attn::experiments::MseDepthParams params_;
  std::vector<float> out_;
};

// By the definition, in double: what the numbers in workload.mjs come from.
class ByDefinition : public Contestant {
 public:
  explicit ByDefinition(const Case& c) : params_(params_of(c)) {}

  void run() override {
    out_.clear();
    for (const attn::Index n : params_.counts) add_bar(n);
  }
  std::vector<float> output() const override { return out_; }

 private:
  void add_bar(attn::Index n) {
    attn::Rng rng = stream(params_.seed, static_cast<std::uint64_t>(n));
    const attn::MixtureSample tokens =
        sample(attn::two_modes(params_.centre, params_.variance, 1), params_.sigma2, n, rng);
    attn::ParticleFlow flow(tokens.noisy, params_.beta, params_.eta);
    flow.step(params_.layers);
    const double beta_c = 1.0 / params_.sigma2;
    for (const attn::Matrix& estimate :
         {attn::posterior_mean(tokens.noisy, flow.particles(), beta_c), flow.particles(),
          attn::posterior_mean(tokens.noisy, tokens.noisy, beta_c), tokens.noisy}) {
      const double sum = (estimate - tokens.clean).squaredNorm();
      out_.push_back(static_cast<float>(sum / static_cast<double>(n) / params_.sigma2));
    }
  }

  // The stream of the first repeat, as mse_depth.hpp says.
  static attn::Rng stream(std::uint64_t seed, std::uint64_t count) {
    const auto h = [](std::uint64_t x) { return attn::Rng(x).next(); };
    return attn::Rng(h(h(h(seed) + count)));
  }

  attn::experiments::MseDepthParams params_;
  std::vector<float> out_;
};

const Entry experiment("mse", "attn fast", make<Experiment>);
const Entry by_definition("mse", "attn double", make<ByDefinition>);

}  // namespace
}  // namespace bench
