
#include "attn/denoising/denoiser.hpp"
#include "attn/denoising/denoiser_fast.hpp"
#include "attn/denoising/gaussian_mixture.hpp"
#include "attn/denoising/stage1_clock.hpp"
#include "attn/denoising/variance_flow.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "experiments/denoising/energy_landscape.hpp"
#include "experiments/denoising/mse_depth.hpp"
#include "experiments/denoising/particles.hpp"
#include "experiments/denoising/two_stage.hpp"
#include "reference/reference.hpp"

namespace attn::reference {
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

// Layer by layer, as far as progress lets it.
template <typename Experiment>
void take_layers(Experiment& experiment, Index layers, const Progress& progress) {
  for (Index layer = 0; layer < layers && progress(share(layer, layers));)
    experiment.seek(++layer, 1);
}

Arrays run_particles(const Values& v, const Progress& progress) {
  ParticlesParams p;
  static_cast<TokenParams&>(p) = token_params("particles", v);
  p.clock = v.at("clock");
  ParticlesExperiment experiment(p);
  take_layers(experiment, p.layers, progress);
  const ParticlesExperiment::Frame f = experiment.frame();
  return {{"trail", table(f.trail)},
          {"mode", list(f.mode)},
          {"within_variance", list(f.within_variance)},
          {"matched_layers", scalar(f.matched_layers)},
          {"weight_error", scalar(f.weight_error)},
          {"step_error", scalar(f.step_error)}};
}

QueryParams query_params(const char* function, const Values& v) {
  QueryParams p;
  static_cast<TokenParams&>(p) = token_params(function, v);
  p.query = v.at("query");
  return p;
}

Arrays run_landscape(const Values& v, const Progress& progress) {
  const QueryParams p = query_params("landscape", v);
  LandscapeExperiment experiment(p);
  take_layers(experiment, p.layers, progress);
  const LandscapeExperiment::Frame f = experiment.frame();
  const auto three = [](double before, double after, double exact) {
    return Array{{3}, {before, after, exact}};
  };
  return {{"positions", list(f.positions)},
          {"energy_before", list(f.energy_before)},
          {"energy_after", list(f.energy_after)},
          {"energy_exact", list(f.energy_exact)},
          {"barrier_before_after_exact", three(f.barrier_before, f.barrier_after, f.barrier_exact)},
          {"slope", scalar(f.slope)},
          {"estimate", scalar(f.estimate)},
          {"exact", scalar(f.exact)},
          {"slope_error", scalar(f.slope_error)},
          {"mean_error", scalar(f.mean_error)}};
}

Arrays run_two_stage(const Values& v, const Progress& progress) {
  const TokenParams p = token_params("two_stage", v);
  TwoStageExperiment experiment(p, true);
  experiment.seek(p.layers, p.layers + 1);
  Index complete = 0;
  while (!experiment.refine(p.layers + 1) &&
         progress(share(complete, TwoStageExperiment::kDraws))) {
    ++complete;
  }
  const TwoStageExperiment::Frame f = experiment.frame();
  return {{"errors", list(f.errors)},
          {"mean_errors", table(f.mean)},
          {"sd_errors", table(f.sd)},
          {"weight_error", scalar(f.weight_error)}};
}

Arrays run_before_after(const Values& v, const Progress& progress) {
  const QueryParams p = query_params("before_after", v);
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

// Bars are the rows; columns are the repeats that all of them have completed.
Array table(const std::vector<MseExperiment::Bar>& bars,
            MseExperiment::Errors MseExperiment::Bar::*estimate) {
  const Index repeats = (bars.back().*estimate).values.size();
  Array out{{static_cast<Index>(bars.size()), repeats}, {}};
  for (const MseExperiment::Bar& bar : bars) {
    const double* const values = (bar.*estimate).values.data();
    out.data.insert(out.data.end(), values, values + repeats);
  }
  return out;
}

Arrays run_mse(const Values& v, const Progress& progress) {
  MseParams p;
  p.dimension = check::count("mse", "dimension", v.at("dimension"), 1, kMaxMseDimension);
  p.counts.clear();
  for (const char* const name : {"count_1", "count_2", "count_3", "count_4"}) {
    const Index count = check::count("mse", name, v.at(name), 0, kMaxMseTokens);
    if (count > 0) p.counts.push_back(count);
  }
  p.centre = v.at("centre");
  p.variance = v.at("variance");
  p.sigma2 = v.at("sigma2");
  p.beta = v.at("beta");
  p.eta = v.at("eta");
  p.layers = check::count("mse", "layers", v.at("layers"), 0, kMaxMseLayers);
  p.beta_c = v.at("beta_c");
  p.repeats = check::count("mse", "repeats", v.at("repeats"), 1, kMaxMseRepeats);
  p.seed = v.at("seed");
  p.tied = check::count("mse", "tied", v.at("tied"), 0, 1) == 1;
  MseExperiment experiment(p);
  constexpr double kSlice = 100.0;
  while (!experiment.done() && progress(experiment.progress())) experiment.refine(kSlice);
  const MseExperiment::Frame f = experiment.frame();
  Array mean_sd{{static_cast<Index>(f.bars.size()), 2}, {}};
  Array counts{{static_cast<Index>(f.bars.size())}, {}};
  for (const MseExperiment::Bar& bar : f.bars) {
    counts.data.push_back(static_cast<double>(bar.count));
    mean_sd.data.insert(mean_sd.data.end(), {bar.two_stage.mean, bar.two_stage.sd});
  }
  return {{"counts", counts},
          {"mean_sd", mean_sd},
          {"mmse", scalar(f.mmse)},
          {"two_stage", table(f.bars, &MseExperiment::Bar::two_stage)},
          {"stage1_only", table(f.bars, &MseExperiment::Bar::stage1_only)},
          {"stage2_only", table(f.bars, &MseExperiment::Bar::stage2_only)},
          {"noisy", table(f.bars, &MseExperiment::Bar::noisy)},
          {"matched_layers", scalar(f.matched_layers)}};
}

// The float kernel against the double oracle on one cloud.
Arrays run_kernel_error(const Values& v, const Progress&) {
  const Index n = check::count("kernel_error", "count", v.at("count"), 1, 8192);
  const Index d = check::count("kernel_error", "dimension", v.at("dimension"), 1, 64);
  check::whole("kernel_error", "seed", v.at("seed"), 0.0, check::kMaxWhole);
  Rng rng(static_cast<std::uint64_t>(v.at("seed")));
  const MixtureSample cloud = sample(two_modes(v.at("centre"), 0.0, d), v.at("sigma2"), n, rng);
  const FloatMatrix z = cloud.noisy.cast<float>();
  const FloatMatrix fast = stage1_step_fast(z, v.at("beta"), v.at("eta"));
  const Matrix exact = stage1_step(z.cast<double>(), v.at("beta"), v.at("eta"));
  const double error = largest(fast.cast<double>() - exact);
  double extent = 1e-30;
  for (Index k = 0; k < d; ++k) extent = larger(extent, highest(z.col(k)) - lowest(z.col(k)));
  return {{"relative_error", scalar(error / extent)}};
}

// One Gaussian under Stage 1 by every road: closed form, integrator, limit of large beta, whole
// layers of infinitely many particles, and of `count` of them.
Arrays run_variance(const Values& v, const Progress&) {
  const double v0 = v.at("v0");
  const Stage1Clock clock(v.at("beta"), v.at("eta"));
  const Index layers = check::count("variance", "layers", v.at("layers"), 1, kMaxLayers);
  const Index count = check::count("variance", "count", v.at("count"), 1, kMaxTokens);
  check::whole("variance", "seed", v.at("seed"), 0.0, check::kMaxWhole);
  Vector t(layers + 1);
  for (Index l = 0; l <= layers; ++l) t(l) = clock.diffusion_time(static_cast<double>(l));
  const VarianceCurves curves = variance_curves(v0, Vector::Constant(1, clock.beta()), t);
  Rng rng(static_cast<std::uint64_t>(v.at("seed")));
  Matrix tokens(count, 1);
  for (Index i = 0; i < count; ++i) tokens(i, 0) = std::sqrt(v0) * rng.normal();
  return {{"closed_form", list(curves.v.row(0))},
          {"diffusion_time", list(t)},
          {"integrated", list(integrated_variance_flow(v0, clock.beta(), t))},
          {"layers", list(variance_recursion(v0, clock.beta(), clock.eta(), layers))},
          {"limit", list(curves.limit)},
          {"simulated", list(simulated_variance(tokens, clock.beta(), clock.eta(), layers))}};
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
      {"landscape", "the energy of Stage 2 before and after Stage 1 (seed 004, eq 2)",
       with(kTokenDefaults, {{"query", 0.6}, {"centre", 1.5}, {"count", 100.0}, {"beta", 8.0}}),
       run_landscape},
      {"mse",
       "error of one and two stages over numbers of tokens, a count of 0 left out (seed 004, 06)",
       {{"dimension", 4.0},
        {"count_1", 1000.0},
        {"count_2", 3000.0},
        {"count_3", 5000.0},
        {"count_4", 8000.0},
        {"centre", 1.0},
        {"variance", 0.025},
        {"sigma2", 0.5},
        {"beta", 20.0},
        {"eta", 0.1},
        {"layers", 200.0},
        {"beta_c", 0.0},
        {"repeats", 3.0},
        {"seed", 7.0},
        {"tied", 1.0}},
       run_mse},
      {"particles", "Stage 1 on noisy tokens around two modes, layer by layer (seed 004, eq 1)",
       with(kTokenDefaults, {{"clock", 0.0}}), run_particles},
      {"two_stage",
       "error with the skip connection and without, by layer, over 40 draws (seed 004, section 3)",
       with(kTokenDefaults, {{"centre", 1.0}, {"count", 100.0}, {"beta", 8.0}}), run_two_stage},
      {"variance",
       "variance of a Gaussian under Stage 1: closed form and four other roads (seed 004, theorem "
       "F.1)",
       {{"v0", 0.25},
        {"beta", 5.0},
        {"eta", 0.1},
        {"layers", 25.0},
        {"count", 200.0},
        {"seed", 7.0}},
       run_variance},
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

}  // namespace attn::reference
