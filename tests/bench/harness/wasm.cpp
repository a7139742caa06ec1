// The contestants of the library in wasm. Built for benchmarks, never shipped.
#include "harness/contest.hpp"
#include "harness/versions.hpp"
#include "wasm/guarded.hpp"

namespace bench {
namespace {

using attn::wasm::guarded;
using emscripten::val;

std::vector<std::string> keys(const val& object) {
  return emscripten::vecFromJSArray<std::string>(val::global("Object").call<val>("keys", object));
}

val open_contestant(const std::string& workload, const std::string& name, const val& params,
                    const val& inputs) {
  return guarded([&] {
    Case c;
    for (const std::string& key : keys(params)) c.params[key] = params[key].as<double>();
    for (const std::string& key : keys(inputs))
      c.inputs[key] = emscripten::convertJSArrayToNumberVector<float>(inputs[key]);
    return std::shared_ptr<Contestant>(open(workload, name, c));
  });
}

val output(const Contestant& contestant) {
  return guarded([&] {
    const std::vector<float> numbers = contestant.output();
    const val view(emscripten::typed_memory_view(numbers.size(), numbers.data()));
    return val::global("Float32Array").new_(view);
  });
}

val names_of(const std::string& workload) { return val::array(names(workload)); }

val all_versions() {
  val out = val::object();
  for (const auto& [name, version] : versions()) out.set(name, version);
  return out;
}

EMSCRIPTEN_BINDINGS(bench) {
  emscripten::function("open", &open_contestant);
  emscripten::function("names", &names_of);
  emscripten::function("versions", &all_versions);
  emscripten::class_<Contestant>("Contestant")
      .smart_ptr<std::shared_ptr<Contestant>>("ContestantPtr")
      .function("run", &Contestant::run)
      .function("bytes", &Contestant::bytes)
      .function("output", &output);
}

}  // namespace
}  // namespace bench
