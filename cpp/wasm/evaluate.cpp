// The test module: reference cases and experiments through wasm. Built from the same objects as the
// rest, never shipped.
#include "claims/described.hpp"
#include "experiments/catalogue.hpp"
#include "reference/case_file.hpp"
#include "reference/experiment_json.hpp"
#include "wasm/guarded.hpp"

namespace attn::wasm {
namespace {

using emscripten::val;

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

// All that can be opened: the experiments, then the ledgers.
std::string describe() {
  std::vector<experiments::Experiment> list = experiments::all();
  for (const experiments::Experiment& ledger : claims::ledgers()) list.push_back(ledger);
  return reference::to_json(list).dump();
}

EMSCRIPTEN_BINDINGS(evaluate) {
  emscripten::function("checkCase", &check_case_text);
  emscripten::function("settingHashes", &setting_hashes);
  emscripten::function("describe", &describe);
}

}  // namespace
}  // namespace attn::wasm
