// The test module: reference cases and experiments through wasm. Built from the same objects as the
// rest, never shipped.
#include "experiments/catalogue.hpp"
#include "reference/case_file.hpp"
#include "reference/experiment_json.hpp"
#include "wasm/convert.hpp"

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

val setting_hashes(const std::string& name) {
  return guarded([&] {
    val out = val::array();
    for (const std::string& hash : experiments::setting_hashes(experiments::named(name))) {
      out.call<void>("push", hash);
    }
    return out;
  });
}

std::string describe() { return reference::experiments_json().dump(); }

EMSCRIPTEN_BINDINGS(evaluate) {
  emscripten::function("checkCase", &check_case_text);
  emscripten::function("settingHashes", &setting_hashes);
  emscripten::function("describe", &describe);
}

}  // namespace
}  // namespace attn::wasm
