// The part `denoising`: what the figures of chapter 5 call. web/src/engine/parts/denoising.ts
// declares it to TypeScript.
#include <algorithm>
#include <cmath>

#include "attn/denoiser.hpp"
#include "attn/denoiser_fast.hpp"
#include "attn/denoising_experiments.hpp"
#include "attn/version.hpp"
#include "convert.hpp"

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
    TokenParams p;
    read_tokens("particles", params, p);
    return std::make_shared<ParticlesExperiment>(p);
  });
}

val open_before_after(const val& params) {
  return guarded([&] {
    QueryParams p;
    read_tokens("before_after", params, p);
    p.query = number("before_after", params, "query");
    return std::make_shared<BeforeAfterExperiment>(p);
  });
}

template <typename Experiment>
val seek(Experiment& experiment, double layer, double budget) {
  return guarded([&] {
    constexpr Index kMost = 1000000000;
    return experiment.seek(check::count("seek", "t", layer, 0, kMost),
                           check::count("seek", "budget", budget, 1, kMost));
  });
}

val refine(BeforeAfterExperiment& experiment, double budget) {
  return guarded(
      [&] { return experiment.refine(check::count("refine", "budget", budget, 1, 1000000000)); });
}

val particles_frame(const ParticlesExperiment& experiment) {
  return guarded([&] {
    const ParticlesExperiment::Frame f = experiment.frame();
    val out = val::object();
    out.set("layer", static_cast<double>(f.layer));
    out.set("layers", static_cast<double>(f.layers));
    out.set("count", static_cast<double>(f.count));
    out.set("trail", float64_array(f.trail));
    out.set("mode", float64_array(f.mode));
    out.set("withinVariance", float64_array(f.within_variance));
    out.set("matchedLayers", f.matched_layers);
    out.set("weightError", f.weight_error);
    out.set("stepError", f.step_error);
    return out;
  });
}

val spread(const BeforeAfterExperiment::Spread& s) {
  val out = val::object();
  out.set("mean", s.mean);
  out.set("sd", s.sd);
  out.set("rms", s.rms);
  return out;
}

val before_after_frame(const BeforeAfterExperiment& experiment) {
  return guarded([&] {
    const BeforeAfterExperiment::Frame f = experiment.frame();
    val out = val::object();
    out.set("layer", static_cast<double>(f.layer));
    out.set("layers", static_cast<double>(f.layers));
    out.set("count", static_cast<double>(f.count));
    out.set("tokens", float64_array(f.tokens));
    out.set("particles", float64_array(f.particles));
    out.set("weightsBefore", float64_array(f.weights_before));
    out.set("weightsAfter", float64_array(f.weights_after));
    out.set("before", f.before);
    out.set("after", f.after);
    out.set("exact", f.exact);
    out.set("drawsBefore", float64_array(f.draws_before));
    out.set("drawsAfter", float64_array(f.draws_after));
    out.set("draws", static_cast<double>(BeforeAfterExperiment::kDraws));
    out.set("spreadBefore", spread(f.spread_before));
    out.set("spreadAfter", spread(f.spread_after));
    out.set("gradientError", f.gradient_error);
    out.set("weightError", f.weight_error);
    return out;
  });
}

// One step of a small cloud by the float kernel and by the double oracle; the length is no multiple
// of a vector's.
double self_test() {
  constexpr Index kCount = 37;
  Matrix z(kCount, 2);
  for (Index i = 0; i < kCount; ++i) {
    z(i, 0) = static_cast<double>(i % 7) * 0.5 - 1.5;
    z(i, 1) = static_cast<double>(i % 11) * 0.25 - 1.25;
  }
  std::vector<float> narrow;
  for (Index i = 0; i < z.size(); ++i) narrow.push_back(static_cast<float>(z.data()[i]));
  const Matrix exact = stage1_step(z, 5.0, 1.0);
  const std::vector<float> fast = stage1_step_fast(narrow, kCount, 2, 5.0, 1.0);
  double largest = 0.0;
  for (Index i = 0; i < z.size(); ++i) {
    const double error =
        std::fabs(static_cast<double>(fast[static_cast<std::size_t>(i)]) - exact.data()[i]);
    largest = error > largest || std::isnan(error) ? error : largest;
  }
  return largest;
}

std::string version() { return kVersion; }

EMSCRIPTEN_BINDINGS(denoising) {
  emscripten::function("version", &version);
  emscripten::function("selfTest", &self_test);
  emscripten::function("openParticles", &open_particles);
  emscripten::function("openBeforeAfter", &open_before_after);
  emscripten::class_<ParticlesExperiment>("ParticlesRun")
      .smart_ptr<std::shared_ptr<ParticlesExperiment>>("ParticlesRunPtr")
      .function("seek", &seek<ParticlesExperiment>)
      .function("frame", &particles_frame);
  emscripten::class_<BeforeAfterExperiment>("BeforeAfterRun")
      .smart_ptr<std::shared_ptr<BeforeAfterExperiment>>("BeforeAfterRunPtr")
      .function("seek", &seek<BeforeAfterExperiment>)
      .function("refine", &refine)
      .function("frame", &before_after_frame);
}

}  // namespace
}  // namespace attn::wasm
