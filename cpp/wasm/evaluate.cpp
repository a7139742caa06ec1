// The test module: reference cases and experiments through wasm. Built from the same objects as the
// rest, never shipped.
#include "claims/000/paper.hpp"
#include "claims/001/paper.hpp"
#include "claims/002/paper.hpp"
#include "claims/003/paper.hpp"
#include "claims/004/paper.hpp"
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

template <typename Paper>
void add_ledger(const char* part, nlohmann::json& list) {
  using experiments::catalogue::entry;
  list.push_back(reference::to_json(entry<claims::Ledger<Paper>>("ledger", part)));
  list.push_back(reference::to_json(entry<claims::PaperClaim<Paper>>("ledger", part)));
}

// All that can be opened, the ledgers of the papers among it.
std::string describe() {
  nlohmann::json list = reference::experiments_json();
  add_ledger<claims::Paper000>("ledger_000", list);
  add_ledger<claims::Paper001>("ledger_001", list);
  add_ledger<claims::Paper002>("ledger_002", list);
  add_ledger<claims::Paper003>("ledger_003", list);
  add_ledger<claims::Paper004>("ledger_004", list);
  return list.dump();
}

EMSCRIPTEN_BINDINGS(evaluate) {
  emscripten::function("checkCase", &check_case_text);
  emscripten::function("settingHashes", &setting_hashes);
  emscripten::function("describe", &describe);
}

}  // namespace
}  // namespace attn::wasm
