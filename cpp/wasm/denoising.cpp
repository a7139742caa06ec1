// The part `denoising`: what the figures of chapter 5 call. web/src/engine/parts/denoising.ts
// declares it to TypeScript.
#include "attn/version.hpp"
#include "experiments/denoising/energy_landscape.hpp"
#include "experiments/denoising/particles.hpp"
#include "experiments/denoising/two_stage.hpp"
#include "kernels/exp2.hpp"
#include "runs.hpp"

namespace attn::wasm {
namespace {

void read_tokens(const char* function, const val& params, TokenParams& p) {
  p.beta = number(function, params, "beta");
  p.eta = number(function, params, "eta");
  p.count = check::count(function, "count", number(function, params, "count"), 1, kMaxTokens);
  p.layers = check::count(function, "layers", number(function, params, "layers"), 1, kMaxLayers);
  p.centre = number(function, params, "centre");
  p.sigma2 = number(function, params, "sigma2");
  p.seed = number(function, params, "seed");
}

val open_particles(const val& params) {
  return guarded([&] {
    ParticlesParams p;
    read_tokens("particles", params, p);
    p.clock = number("particles", params, "clock");
    return std::make_shared<ParticlesExperiment>(p);
  });
}

QueryParams query_params(const char* function, const val& params) {
  QueryParams p;
  read_tokens(function, params, p);
  p.query = number(function, params, "query");
  return p;
}

val open_before_after(const val& params) {
  return guarded([&] {
    return std::make_shared<BeforeAfterExperiment>(query_params("before_after", params));
  });
}

val open_landscape(const val& params) {
  return guarded(
      [&] { return std::make_shared<LandscapeExperiment>(query_params("landscape", params)); });
}

val open_two_stage(const val& params) {
  return guarded([&] {
    TokenParams p;
    read_tokens("two_stage", params, p);
    const Index skip = check::count("two_stage", "skip", number("two_stage", params, "skip"), 0, 1);
    return std::make_shared<TwoStageExperiment>(p, skip == 1);
  });
}

val particles_frame(const ParticlesExperiment& experiment) {
  return guarded([&] {
    const ParticlesExperiment::Frame f = experiment.frame();
    val out = val::object();
    put(out, "layer", f.layer);
    put(out, "layers", f.layers);
    put(out, "count", f.count);
    put(out, "trail", f.trail);
    put(out, "mode", f.mode);
    put(out, "withinVariance", f.within_variance);
    put(out, "eta", f.eta);
    put(out, "matchedLayers", f.matched_layers);
    put(out, "weightError", f.weight_error);
    put(out, "stepError", f.step_error);
    return out;
  });
}

val spread(const BeforeAfterExperiment::Spread& s) {
  val out = val::object();
  put(out, "mean", s.mean);
  put(out, "sd", s.sd);
  put(out, "rms", s.rms);
  return out;
}

val before_after_frame(const BeforeAfterExperiment& experiment) {
  return guarded([&] {
    const BeforeAfterExperiment::Frame f = experiment.frame();
    val out = val::object();
    put(out, "layer", f.layer);
    put(out, "layers", f.layers);
    put(out, "count", f.count);
    put(out, "matchedLayers", f.matched_layers);
    put(out, "tokens", f.tokens);
    put(out, "particles", f.particles);
    put(out, "weightsBefore", f.weights_before);
    put(out, "weightsAfter", f.weights_after);
    put(out, "before", f.before);
    put(out, "after", f.after);
    put(out, "exact", f.exact);
    put(out, "drawsBefore", f.draws_before);
    put(out, "drawsAfter", f.draws_after);
    put(out, "draws", BeforeAfterExperiment::kDraws);
    put(out, "spreadBefore", spread(f.spread_before));
    put(out, "spreadAfter", spread(f.spread_after));
    put(out, "gradientError", f.gradient_error);
    put(out, "weightError", f.weight_error);
    return out;
  });
}

val landscape_frame(const LandscapeExperiment& experiment) {
  return guarded([&] {
    const LandscapeExperiment::Frame f = experiment.frame();
    val out = val::object();
    put(out, "layer", f.layer);
    put(out, "layers", f.layers);
    put(out, "count", f.count);
    put(out, "matchedLayers", f.matched_layers);
    put(out, "tokens", f.tokens);
    put(out, "particles", f.particles);
    put(out, "positions", f.positions);
    put(out, "energyBefore", f.energy_before);
    put(out, "energyAfter", f.energy_after);
    put(out, "energyExact", f.energy_exact);
    put(out, "queryEnergy", f.query_energy);
    put(out, "slope", f.slope);
    put(out, "estimate", f.estimate);
    put(out, "estimateEnergy", f.estimate_energy);
    put(out, "exact", f.exact);
    put(out, "barrierBefore", f.barrier_before);
    put(out, "barrierAfter", f.barrier_after);
    put(out, "barrierExact", f.barrier_exact);
    put(out, "slopeError", f.slope_error);
    put(out, "meanError", f.mean_error);
    return out;
  });
}

val two_stage_frame(const TwoStageExperiment& experiment) {
  return guarded([&] {
    const TwoStageExperiment::Frame f = experiment.frame();
    val out = val::object();
    put(out, "layer", f.layer);
    put(out, "layers", f.layers);
    put(out, "count", f.count);
    put(out, "matchedLayers", f.matched_layers);
    put(out, "clean", f.clean);
    put(out, "tokens", f.tokens);
    put(out, "particles", f.particles);
    put(out, "estimates", f.estimates);
    put(out, "errors", f.errors);
    put(out, "draws", f.draws);
    put(out, "mean", f.mean);
    put(out, "sd", f.sd);
    put(out, "weightError", f.weight_error);
    return out;
  });
}

double self_test() { return kernels::exp_error(); }

std::string version() { return kVersion; }

EMSCRIPTEN_BINDINGS(denoising) {
  emscripten::function("version", &version);
  emscripten::function("selfTest", &self_test);
  emscripten::function("openParticles", &open_particles);
  emscripten::function("openBeforeAfter", &open_before_after);
  emscripten::function("openLandscape", &open_landscape);
  emscripten::function("openTwoStage", &open_two_stage);
  emscripten::class_<ParticlesExperiment>("ParticlesRun")
      .smart_ptr<std::shared_ptr<ParticlesExperiment>>("ParticlesRunPtr")
      .function("seek", &seek<ParticlesExperiment>)
      .function("frame", &particles_frame);
  emscripten::class_<BeforeAfterExperiment>("BeforeAfterRun")
      .smart_ptr<std::shared_ptr<BeforeAfterExperiment>>("BeforeAfterRunPtr")
      .function("seek", &seek<BeforeAfterExperiment>)
      .function("refine", &refine<BeforeAfterExperiment>)
      .function("frame", &before_after_frame);
  emscripten::class_<LandscapeExperiment>("LandscapeRun")
      .smart_ptr<std::shared_ptr<LandscapeExperiment>>("LandscapeRunPtr")
      .function("seek", &seek<LandscapeExperiment>)
      .function("frame", &landscape_frame);
  emscripten::class_<TwoStageExperiment>("TwoStageRun")
      .smart_ptr<std::shared_ptr<TwoStageExperiment>>("TwoStageRunPtr")
      .function("seek", &seek<TwoStageExperiment>)
      .function("refine", &refine<TwoStageExperiment>)
      .function("frame", &two_stage_frame);
}

}  // namespace
}  // namespace attn::wasm
