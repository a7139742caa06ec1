#include "wasm/part.hpp"

namespace attn::wasm {
namespace {

// Numbers from JavaScript, where a cast would truncate in silence; the run knows its own limits.
Index whole(const char* name, double value) {
  return check::count("run", name, value, 0, check::kMaxBudget);
}

// Of what is kept; more than there is memory.
constexpr Index kMostBytes = 1 << 30;

experiments::Training& training(Run& run) {
  experiments::Training* const training = run.training();
  if (training == nullptr) throw Error("this run does not train");
  return *training;
}

}  // namespace

val open_in(const Opener* openers, std::size_t count, const std::string& name, const val& params) {
  return guarded([&] {
    for (std::size_t i = 0; i < count; ++i) {
      if (name != openers[i].name) continue;
      return std::shared_ptr<Run>(openers[i].open(JsSource(openers[i].name, params)));
    }
    throw Error("there is no experiment '" + name + "' in this part");
  });
}

val seek(Run& run, double t, double budget) {
  return guarded([&] { return run.seek(whole("t", t), whole("budget", budget)); });
}

val refine(Run& run, double budget) {
  return guarded([&] { return run.refine(whole("budget", budget)); });
}

val frame(const Run& run) {
  return guarded([&] {
    JsSink sink;
    run.frame(sink);
    return sink.object();
  });
}

val frontier(Run& run) {
  const experiments::Training* const training = run.training();
  return training == nullptr ? val::undefined() : val(static_cast<double>(training->frontier()));
}

val save(Run& run) {
  return guarded([&] {
    const experiments::Bytes bytes = training(run).save();
    return val::global("Uint8Array")
        .new_(val(emscripten::typed_memory_view(bytes.size(), bytes.data())));
  });
}

val restore(Run& run, const val& bytes) {
  return guarded([&] {
    if (!bytes.instanceof (val::global("Uint8Array"))) throw Error("restore: expected bytes");
    training(run).restore(emscripten::convertJSArrayToNumberVector<unsigned char>(bytes));
    return true;
  });
}

val keep_within(Run& run, double bytes) {
  return guarded([&] {
    training(run).keep_within(
        static_cast<std::size_t>(check::count("run", "bytes", bytes, 0, kMostBytes)));
    return true;
  });
}

}  // namespace attn::wasm
