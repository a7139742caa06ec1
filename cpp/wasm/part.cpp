#include "wasm/part.hpp"

namespace attn::wasm {
namespace {

// Numbers from JavaScript, where a cast would truncate in silence; the run knows its own limits.
Index whole(const char* name, double value) {
  return check::count("run", name, value, 0, check::kMaxBudget);
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

}  // namespace attn::wasm
