// The part `flows`: what the larger figures of chapter 5 call, theory and float kernels.
// web/src/engine/parts/flows.ts declares it to TypeScript.
#include "attn/version.hpp"
#include "experiments/denoising/gaussian_flow.hpp"
#include "experiments/denoising/million_particles.hpp"
#include "experiments/denoising/mse_depth.hpp"
#include "experiments/denoising/variance_decay.hpp"
#include "runs.hpp"
#include "self_test.hpp"

namespace attn::wasm {
namespace {

Index whole(const char* function, const val& params, const char* name) {
  return check::count(function, name, number(function, params, name), 0, kMost);
}

val open_variance(const val& params) {
  return guarded([&] {
    VarianceParams p;
    p.beta = number("variance", params, "beta");
    p.sigma2 = number("variance", params, "sigma2");
    p.count = whole("variance", params, "count");
    p.layers = whole("variance", params, "layers");
    p.seed = number("variance", params, "seed");
    return std::make_shared<VarianceExperiment>(p);
  });
}

val open_gaussian_flow(const val& params) {
  return guarded([&] {
    GaussianFlowParams p;
    p.major = number("gaussian_flow", params, "major");
    p.minor = number("gaussian_flow", params, "minor");
    p.angle = number("gaussian_flow", params, "angle");
    p.sigma2 = number("gaussian_flow", params, "sigma2");
    p.beta = number("gaussian_flow", params, "beta");
    p.count = whole("gaussian_flow", params, "count");
    p.layers = whole("gaussian_flow", params, "layers");
    p.seed = number("gaussian_flow", params, "seed");
    return std::make_shared<GaussianFlowExperiment>(p);
  });
}

val open_cloud(const val& params) {
  return guarded([&] {
    CloudParams p;
    p.shape = static_cast<CloudShape>(whole("cloud", params, "shape"));
    p.count = whole("cloud", params, "count");
    p.sigma2 = number("cloud", params, "sigma2");
    p.beta = number("cloud", params, "beta");
    p.layers = whole("cloud", params, "layers");
    p.seed = number("cloud", params, "seed");
    return std::make_shared<CloudExperiment>(p);
  });
}

constexpr struct {
  const char* name;
  Index MseParams::*member;
} kMseCounts[] = {{"dimension", &MseParams::dimension},
                  {"layers", &MseParams::layers},
                  {"repeats", &MseParams::repeats}};

constexpr struct {
  const char* name;
  double MseParams::*member;
} kMseNumbers[] = {{"centre", &MseParams::centre}, {"variance", &MseParams::variance},
                   {"sigma2", &MseParams::sigma2}, {"beta", &MseParams::beta},
                   {"eta", &MseParams::eta},       {"betaC", &MseParams::beta_c},
                   {"seed", &MseParams::seed}};

val open_mse(const val& params) {
  return guarded([&] {
    MseParams p;
    for (const auto& [name, member] : kMseCounts) {
      p.*member = check::count("mse", name, number("mse", params, name), 0, kMost);
    }
    for (const auto& [name, member] : kMseNumbers) p.*member = number("mse", params, name);
    p.counts = counts("mse", params, "counts", "an entry of counts", kMost);
    p.tied = flag("mse", params, "tied");
    return std::make_shared<MseExperiment>(p);
  });
}

val refine_mse(MseExperiment& experiment, double budget) {
  return guarded([&] { return experiment.refine(budget); });
}

val variance_frame(const VarianceExperiment& experiment) {
  return guarded([&] {
    const VarianceExperiment::Frame f = experiment.frame();
    val out = val::object();
    put(out, "layer", f.layer);
    put(out, "layers", f.layers);
    put(out, "eta", f.eta);
    put(out, "matchedTime", f.matched_time);
    put(out, "times", f.times);
    put(out, "limit", f.limit);
    put(out, "exact", f.exact);
    put(out, "recursion", f.recursion);
    put(out, "othersBeta", f.others_beta);
    put(out, "others", f.others);
    put(out, "draws", f.draws);
    put(out, "mean", f.mean);
    put(out, "sd", f.sd);
    put(out, "witnessError", f.witness_error);
    return out;
  });
}

val gaussian_flow_frame(const GaussianFlowExperiment& experiment) {
  return guarded([&] {
    const GaussianFlowExperiment::Frame f = experiment.frame();
    val out = val::object();
    put(out, "layer", f.layer);
    put(out, "layers", f.layers);
    put(out, "count", f.count);
    put(out, "eta", f.eta);
    put(out, "matchedLayers", f.matched_layers);
    put(out, "particles", f.particles);
    put(out, "covariance", f.covariance);
    put(out, "exact", f.exact);
    put(out, "clean", f.clean);
    put(out, "eigenvalues", f.eigenvalues);
    put(out, "simulated", f.simulated);
    put(out, "witnessError", f.witness_error);
    return out;
  });
}

val cloud_frame(const CloudExperiment& experiment) {
  return guarded([&] {
    const CloudExperiment::Frame f = experiment.frame();
    val out = val::object();
    put(out, "layer", f.layer);
    put(out, "layers", f.layers);
    put(out, "count", f.count);
    put(out, "eta", f.eta);
    put(out, "density", f.density);
    put(out, "inside", f.inside);
    put(out, "distance", f.distance);
    put(out, "stepError", f.step_error);
    put(out, "transform", val(f.transform));
    return out;
  });
}

constexpr struct {
  const char* name;
  MseExperiment::Errors MseExperiment::Bar::*member;
} kMseErrors[] = {{"twoStage", &MseExperiment::Bar::two_stage},
                  {"stage1Only", &MseExperiment::Bar::stage1_only},
                  {"stage2Only", &MseExperiment::Bar::stage2_only},
                  {"noisy", &MseExperiment::Bar::noisy}};

val mse_bar(const MseExperiment::Bar& b) {
  val out = val::object();
  put(out, "count", b.count);
  for (const auto& [name, member] : kMseErrors) {
    const MseExperiment::Errors& e = b.*member;
    val errors = val::object();
    put(errors, "values", e.values);
    put(errors, "mean", e.mean);
    put(errors, "sd", e.sd);
    put(out, name, errors);
  }
  return out;
}

val mse_frame(const MseExperiment& experiment) {
  return guarded([&] {
    const MseExperiment::Frame f = experiment.frame();
    val bars = val::array();
    for (const MseExperiment::Bar& b : f.bars) bars.call<void>("push", mse_bar(b));
    val out = val::object();
    put(out, "bars", bars);
    put(out, "running", f.running);
    put(out, "layer", f.layer);
    put(out, "progress", f.progress);
    put(out, "matchedLayers", f.matched_layers);
    put(out, "mmse", f.mmse);
    return out;
  });
}

std::string version() { return kVersion; }

EMSCRIPTEN_BINDINGS(flows) {
  emscripten::function("version", &version);
  emscripten::function("selfTest", &self_test);
  emscripten::function("openVariance", &open_variance);
  emscripten::function("openGaussianFlow", &open_gaussian_flow);
  emscripten::function("openCloud", &open_cloud);
  emscripten::function("openMse", &open_mse);
  emscripten::class_<VarianceExperiment>("VarianceRun")
      .smart_ptr<std::shared_ptr<VarianceExperiment>>("VarianceRunPtr")
      .function("seek", &seek<VarianceExperiment>)
      .function("refine", &refine<VarianceExperiment>)
      .function("frame", &variance_frame);
  emscripten::class_<GaussianFlowExperiment>("GaussianFlowRun")
      .smart_ptr<std::shared_ptr<GaussianFlowExperiment>>("GaussianFlowRunPtr")
      .function("seek", &seek<GaussianFlowExperiment>)
      .function("frame", &gaussian_flow_frame);
  emscripten::class_<CloudExperiment>("CloudRun")
      .smart_ptr<std::shared_ptr<CloudExperiment>>("CloudRunPtr")
      .function("seek", &seek<CloudExperiment>)
      .function("frame", &cloud_frame);
  emscripten::class_<MseExperiment>("MseRun")
      .smart_ptr<std::shared_ptr<MseExperiment>>("MseRunPtr")
      .function("seek", &seek_only_state<MseExperiment>)
      .function("refine", &refine_mse)
      .function("frame", &mse_frame);
}

}  // namespace
}  // namespace attn::wasm
