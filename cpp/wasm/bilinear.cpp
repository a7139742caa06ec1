// The part `bilinear`: what the figures of chapter 1 call. web/src/engine/parts/bilinear.ts declares
// it to TypeScript.
#include "experiments/bilinear-form/bilinear.hpp"
#include "attn/version.hpp"
#include "bilinear_params.hpp"
#include "runs.hpp"

namespace attn::wasm {
namespace {

val open_softmax(const val& params) {
  return guarded([&] {
    SoftmaxParams p;
    p.scores = vector("softmax", params, "scores");
    p.temperature = number("softmax", params, "temperature");
    p.weights = vector_or_none("softmax", params, "weights");
    return std::make_shared<SoftmaxExperiment>(std::move(p));
  });
}

val softmax_frame(const SoftmaxExperiment& experiment) {
  return guarded([&] {
    const SoftmaxExperiment::Frame f = experiment.frame();
    val out = val::object();
    put(out, "weights", f.weights);
    put(out, "entropy", f.entropy);
    put(out, "normalisedEntropy", f.normalised_entropy);
    put(out, "meanEnergy", f.mean_energy);
    put(out, "freeEnergy", f.free_energy);
    put(out, "jacobian", f.jacobian);
    put(out, "otherFreeEnergy", f.other_free_energy);
    put(out, "gap", f.gap);
    put(out, "weightError", f.weight_error);
    put(out, "identityError", f.identity_error);
    put(out, "jacobianError", f.jacobian_error);
    return out;
  });
}

[[gnu::noinline]] void read_head(const char* function, const val& params, Matrix& q, Matrix& k,
                                 Matrix& v, AttentionOptions& o) {
  q = matrix(function, params, "q");
  k = matrix(function, params, "k");
  v = matrix(function, params, "v");
  o = options(function, params);
}

val open_attention(const val& params) {
  return guarded([&] {
    constexpr const char* kName = "attention";
    AttentionParams p;
    read_head(kName, params, p.q, p.k, p.v, p.options);
    p.d_output = matrix_or_none(kName, params, "dOutput");
    return std::make_shared<AttentionExperiment>(std::move(p));
  });
}

[[gnu::noinline]] void put_forward(val& out, const Attention& a) {
  put(out, "scores", a.scores);
  put(out, "weights", a.weights);
  put(out, "output", a.output);
}

val attention_frame(const AttentionExperiment& experiment) {
  return guarded([&] {
    const AttentionExperiment::Frame f = experiment.frame();
    val out = val::object();
    put_forward(out, f.forward);
    put(out, "entropy", f.entropy);
    put(out, "dWeights", f.gradients.d_weights);
    put(out, "dScores", f.gradients.d_scores);
    put(out, "dQ", f.gradients.d_q);
    put(out, "dK", f.gradients.d_k);
    put(out, "dV", f.gradients.d_v);
    put(out, "dMetric", f.gradients.d_metric);
    put(out, "dBias", f.gradients.d_bias);
    put(out, "dRelative", f.gradients.d_relative);
    put(out, "dTemperature", f.gradients.d_temperature);
    put(out, "verified", val(f.verified));
    put(out, "weightError", f.weight_error);
    put(out, "gradientError", f.gradient_error);
    return out;
  });
}

val open_heads(const val& params) {
  return guarded([&] {
    constexpr const char* kName = "heads";
    MultiHeadParams p;
    p.x = matrix(kName, params, "x");
    p.weights = {matrices(kName, params, "wQ"), matrices(kName, params, "wK"),
                 matrices(kName, params, "wV"), matrices(kName, params, "wO")};
    p.options = options(kName, params);
    return std::make_shared<MultiHeadExperiment>(std::move(p));
  });
}

val heads_frame(const MultiHeadExperiment& experiment) {
  return guarded([&] {
    const MultiHeadExperiment::Frame f = experiment.frame();
    val heads = val::array();
    for (const Attention& head : f.forward.heads) {
      val one = val::object();
      put_forward(one, head);
      heads.call<void>("push", one);
    }
    val out = val::object();
    put(out, "heads", heads);
    put(out, "output", f.forward.output);
    put(out, "diversity", f.diversity);
    put(out, "weightError", f.weight_error);
    put(out, "sumError", f.sum_error);
    return out;
  });
}

val open_flash(const val& params) {
  return guarded([&] {
    constexpr const char* kName = "flash";
    FlashParams p;
    read_head(kName, params, p.q, p.k, p.v, p.options);
    p.block = check::count(kName, "block", number(kName, params, "block"), 1, kMost);
    return std::make_shared<FlashExperiment>(std::move(p));
  });
}

val flash_frame(const FlashExperiment& experiment) {
  return guarded([&] {
    const FlashExperiment::Frame f = experiment.frame();
    val out = val::object();
    put(out, "block", f.block);
    put(out, "blocks", f.blocks);
    put(out, "max", f.max);
    put(out, "sum", f.sum);
    put(out, "output", f.output);
    put(out, "scores", f.scores);
    put(out, "numbersHeld", f.numbers_held);
    put(out, "numbersSaved", f.numbers_saved);
    put(out, "outputError", f.output_error);
    return out;
  });
}

val open_fast_attention(const val& params) {
  return guarded([&] {
    constexpr const char* kName = "fast_attention";
    FastAttentionParams p;
    p.q = matrix(kName, params, "q").cast<float>();
    p.k = matrix(kName, params, "k").cast<float>();
    p.v = matrix(kName, params, "v").cast<float>();
    p.options = options(kName, params);
    p.d_output = matrix_or_none(kName, params, "dOutput").cast<float>();
    return std::make_shared<FastAttentionExperiment>(p);
  });
}

val fast_attention_frame(const FastAttentionExperiment& experiment) {
  return guarded([&] {
    const FastAttentionExperiment::Frame& f = experiment.frame();
    val out = val::object();
    put(out, "output", f.forward.output);
    put(out, "logNormaliser", f.forward.log_normaliser);
    put(out, "dQ", f.gradients.d_q);
    put(out, "dK", f.gradients.d_k);
    put(out, "dV", f.gradients.d_v);
    put(out, "outputError", f.output_error);
    put(out, "memoryBytes", f.memory_bytes);
    return out;
  });
}

val open_norm(const val& params) {
  return guarded([&] {
    constexpr const char* kName = "norm";
    NormParams p;
    p.x = matrix(kName, params, "x");
    p.scale = vector(kName, params, "scale");
    p.bias = vector_or_none(kName, params, "bias");
    p.epsilon = number_or(kName, params, "epsilon", p.epsilon);
    p.rms = flag_or(kName, params, "rms", p.rms);
    p.d_output = matrix_or_none(kName, params, "dOutput");
    return std::make_shared<NormExperiment>(p);
  });
}

val norm_frame(const NormExperiment& experiment) {
  return guarded([&] {
    const NormExperiment::Frame& f = experiment.frame();
    val out = val::object();
    put(out, "output", f.forward.output);
    put(out, "mean", f.forward.mean);
    put(out, "inverseStdDev", f.forward.inverse_std_dev);
    put(out, "dX", f.gradients.d_x);
    put(out, "dScale", f.gradients.d_scale);
    put(out, "dBias", f.gradients.d_bias);
    put(out, "invarianceError", f.invariance_error);
    return out;
  });
}

// The float kernels against the double path, on a number of tokens that is no multiple of a vector's
// length.
double self_test() {
  FastAttentionParams p;
  p.q.resize(37, 3);
  for (Index i = 0; i < p.q.size(); ++i) {
    p.q.data()[i] = static_cast<float>(i % 7) * 0.5F - static_cast<float>(i % 11) * 0.25F;
  }
  p.k = p.q;
  p.v = p.q;
  p.options.causal = true;
  return FastAttentionExperiment(p).frame().output_error;
}

std::string version() { return kVersion; }

EMSCRIPTEN_BINDINGS(bilinear) {
  emscripten::function("version", &version);
  emscripten::function("selfTest", &self_test);
  emscripten::function("openSoftmax", &open_softmax);
  emscripten::function("openAttention", &open_attention);
  emscripten::function("openHeads", &open_heads);
  emscripten::function("openFlash", &open_flash);
  emscripten::function("openFastAttention", &open_fast_attention);
  emscripten::function("openNorm", &open_norm);
  emscripten::class_<SoftmaxExperiment>("SoftmaxRun")
      .smart_ptr<std::shared_ptr<SoftmaxExperiment>>("SoftmaxRunPtr")
      .function("seek", &seek_only_state<SoftmaxExperiment>)
      .function("frame", &softmax_frame);
  emscripten::class_<AttentionExperiment>("AttentionRun")
      .smart_ptr<std::shared_ptr<AttentionExperiment>>("AttentionRunPtr")
      .function("seek", &seek_only_state<AttentionExperiment>)
      .function("frame", &attention_frame);
  emscripten::class_<MultiHeadExperiment>("HeadsRun")
      .smart_ptr<std::shared_ptr<MultiHeadExperiment>>("HeadsRunPtr")
      .function("seek", &seek_only_state<MultiHeadExperiment>)
      .function("frame", &heads_frame);
  emscripten::class_<FlashExperiment>("FlashRun")
      .smart_ptr<std::shared_ptr<FlashExperiment>>("FlashRunPtr")
      .function("seek", &seek<FlashExperiment>)
      .function("frame", &flash_frame);
  emscripten::class_<FastAttentionExperiment>("FastAttentionRun")
      .smart_ptr<std::shared_ptr<FastAttentionExperiment>>("FastAttentionRunPtr")
      .function("seek", &seek_only_state<FastAttentionExperiment>)
      .function("frame", &fast_attention_frame);
  emscripten::class_<NormExperiment>("NormRun")
      .smart_ptr<std::shared_ptr<NormExperiment>>("NormRunPtr")
      .function("seek", &seek_only_state<NormExperiment>)
      .function("frame", &norm_frame);
}

}  // namespace
}  // namespace attn::wasm
