// The test module: reference cases and experiments through wasm. Built from the same objects as the
// rest, never shipped.
#include <emscripten/bind.h>

#include "convert.hpp"
#include "reference/case_file.hpp"

namespace attn::wasm {
namespace {

val check_case_text(const std::string& text) {
  return guarded([&] {
    const reference::Verdict v = reference::check_case(reference::parse_case(text));
    val out = val::object();
    out.set("ok", v.ok);
    out.set("problem", v.problem);
    out.set("hash", v.hash);
    return out;
  });
}

val experiment_hash(const std::string& name) {
  return guarded([&] { return reference::hash_text(reference::run_experiment(name, {})); });
}

val experiment_output(const std::string& name, const std::string& params,
                      const std::string& output) {
  return guarded([&] {
    const auto values = nlohmann::json::parse(params).get<std::map<std::string, double>>();
    const reference::Array a = reference::run_experiment(name, values).at(output);
    return float64_array(a.data.data(), static_cast<Index>(a.data.size()));
  });
}

EMSCRIPTEN_BINDINGS(evaluate) {
  emscripten::function("checkCase", &check_case_text);
  emscripten::function("experimentHash", &experiment_hash);
  emscripten::function("experimentOutput", &experiment_output);
}

}  // namespace
}  // namespace attn::wasm
