#include <algorithm>
#include <cmath>

#include "attn/check.hpp"
#include "attn/denoiser.hpp"
#include "attn/denoiser_fast.hpp"
#include "attn/denoising_experiments.hpp"
#include "attn/gaussian_mixture.hpp"
#include "registry.hpp"

namespace attn::registry {
namespace {

using Values = std::map<std::string, double>;

Array scalar(double x) { return {{}, {x}}; }
Array list(const Vector& v) {
  return {{v.size()}, std::vector<double>(v.data(), v.data() + v.size())};
}
Array table(const Matrix& m) {
  return {{m.rows(), m.cols()}, std::vector<double>(m.data(), m.data() + m.size())};
}

TokenParams token_params(const char* function, const Values& v) {
  TokenParams p;
  p.beta = v.at("beta");
  p.eta = v.at("eta");
  p.count = check::count(function, "count", v.at("count"), 1, kMaxTokens);
  p.layers = check::count(function, "layers", v.at("layers"), 1, kMaxLayers);
  p.centre = v.at("centre");
  p.sigma2 = v.at("sigma2");
  p.seed = v.at("seed");
  return p;
}

double share(Index done, Index all) { return static_cast<double>(done) / static_cast<double>(all); }

Arrays run_particles(const Values& v, const Progress& progress) {
  const TokenParams p = token_params("particles", v);
  ParticlesExperiment experiment(p);
  for (Index layer = 0; layer < p.layers && progress(share(layer, p.layers));)
    experiment.seek(++layer, 1);
  const ParticlesExperiment::Frame f = experiment.frame();
  return {{"trail", table(f.trail)},
          {"mode", list(f.mode)},
          {"within_variance", list(f.within_variance)},
          {"matched_layers", scalar(f.matched_layers)},
          {"weight_error", scalar(f.weight_error)},
          {"step_error", scalar(f.step_error)}};
}

Arrays run_before_after(const Values& v, const Progress& progress) {
  QueryParams p;
  static_cast<TokenParams&>(p) = token_params("before_after", v);
  p.query = v.at("query");
  BeforeAfterExperiment experiment(p);
  experiment.seek(p.layers, p.layers + 1);
  bool complete = false;
  while (!complete && progress(share(experiment.draws(), BeforeAfterExperiment::kDraws))) {
    complete = experiment.refine(p.layers + 1);
  }
  const BeforeAfterExperiment::Frame f = experiment.frame();
  const auto spread = [](const BeforeAfterExperiment::Spread& s) {
    return Array{{3}, {s.mean, s.sd, s.rms}};
  };
  return {{"tokens", list(f.tokens)},
          {"particles", list(f.particles)},
          {"before", scalar(f.before)},
          {"after", scalar(f.after)},
          {"exact", scalar(f.exact)},
          {"draws_before", list(f.draws_before)},
          {"draws_after", list(f.draws_after)},
          {"mean_sd_rms_before", spread(f.spread_before)},
          {"mean_sd_rms_after", spread(f.spread_after)},
          {"gradient_error", scalar(f.gradient_error)}};
}

// The float kernel against the double oracle on one cloud.
Arrays run_kernel_error(const Values& v, const Progress&) {
  const Index n = check::count("kernel_error", "count", v.at("count"), 1, 8192);
  const Index d = check::count("kernel_error", "dimension", v.at("dimension"), 1, 64);
  check::whole("kernel_error", "seed", v.at("seed"), 0.0, check::kMaxWhole);
  Rng rng(static_cast<std::uint64_t>(v.at("seed")));
  const MixtureSample cloud = sample(two_modes(v.at("centre"), 0.0, d), v.at("sigma2"), n, rng);
  const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> z =
      cloud.noisy.cast<float>();
  const std::vector<float> fast = stage1_step_fast(
      std::vector<float>(z.data(), z.data() + z.size()), n, d, v.at("beta"), v.at("eta"));
  const Matrix exact = stage1_step(z.cast<double>(), v.at("beta"), v.at("eta"));
  double error = 0.0;
  for (Index i = 0; i < exact.size(); ++i) {
    const auto value = static_cast<double>(fast[static_cast<std::size_t>(i)]);
    error = std::max(error, std::fabs(value - exact.data()[i]));
  }
  const double extent = std::max(exact.maxCoeff() - exact.minCoeff(), 1e-30);
  return {{"relative_error", scalar(error / extent)}};
}

const Values kTokenDefaults = {{"beta", 5.0},   {"eta", 0.1},    {"count", 64.0}, {"layers", 60.0},
                               {"centre", 2.0}, {"sigma2", 0.5}, {"seed", 7.0}};

Values with(Values base, const Values& more) {
  for (const auto& [name, value] : more) base[name] = value;
  return base;
}

}  // namespace

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all = {
      {"before_after",
       "Stage 2 for one query before and after Stage 1, over 40 draws (seed 004, eq 2)",
       with(kTokenDefaults, {{"query", 0.5}, {"centre", 1.0}, {"count", 100.0}, {"beta", 8.0}}),
       run_before_after},
      {"kernel_error",
       "the float all-pairs step against the double oracle, relative to the cloud's extent",
       {{"beta", 5.0},
        {"eta", 1.0},
        {"count", 256.0},
        {"dimension", 2.0},
        {"centre", 1.0},
        {"sigma2", 0.5},
        {"seed", 7.0}},
       run_kernel_error},
      {"particles", "Stage 1 on noisy tokens around two modes, layer by layer (seed 004, eq 1)",
       kTokenDefaults, run_particles},
  };
  return all;
}

Arrays run_experiment(const std::string& name, const Values& params, const Progress& progress) {
  for (const Experiment& e : experiments()) {
    if (e.name != name) continue;
    for (const auto& [key, value] : params) {
      if (e.defaults.count(key) == 0) throw Error(name + ": there is no parameter '" + key + "'");
    }
    return e.run(with(e.defaults, params), progress);
  }
  throw Error("there is no experiment '" + name + "'");
}

}  // namespace attn::registry
