// The part `ledger`: what the ledger page and the build of the site call.
// web/src/engine/parts/ledger.ts declares it to TypeScript.
#include "attn/version.hpp"
#include "claims/claims.hpp"
#include "claims/recomputation.hpp"
#include "runs.hpp"
#include "self_test.hpp"

namespace attn::wasm {
namespace {

using claims::Claim;
using claims::Recomputation;

/// The list of all claims, as a run of one state.
struct Ledger {};

const char* name_of(claims::Agreement agreement) {
  switch (agreement) {
    case claims::Agreement::kWithin:
      return "within";
    case claims::Agreement::kSpread:
      return "spread";
    case claims::Agreement::kAbove:
      return "above";
    case claims::Agreement::kBelow:
      return "below";
    case claims::Agreement::kHolds:
      return "holds";
    case claims::Agreement::kNotTried:
      break;
  }
  return "not tried";
}

val open_ledger(const val&) { return val(std::make_shared<Ledger>()); }

std::string text(const char* function, const val& params, const char* name) {
  const val value = member(function, params, name);
  check_type(function, name, value, "string", "a text");
  return value.as<std::string>();
}

val open_claim(const val& params) {
  return guarded([&] {
    const val list = member("claim", params, "values");
    if (!list.isArray()) check_type("claim", "values", list, "array", "an array");
    std::vector<double> values(list["length"].as<std::size_t>());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const val value = list[i];
      check_type("claim", "an entry of values", value, "number", "a number");
      values[i] = value.as<double>();
    }
    return std::make_shared<Recomputation>(text("claim", params, "id"), std::move(values));
  });
}

val entry(const Claim& claim) {
  val out = val::object();
  const auto put_text = [&](const char* name, const std::string& value) { out.set(name, value); };
  put_text("id", claim.id);
  put_text("place", claim.place);
  put_text("statement", claim.statement);
  put_text("published", claim.published);
  put(out, "value", claim.value);
  put_text("agreement", name_of(claim.agreement));
  put(out, "tolerance", claim.tolerance);
  put_text("quantity", claim.quantity);
  put_text("recipe", claim.recipe);
  put_text("proof", claim.correction.proof);
  put(out, "corrected", claim.correction.ours);
  put(out, "correctedTolerance", claim.correction.tolerance);
  put(out, "seeds", claim.seeds);
  put(out, "slow", val(claim.slow));
  const claims::Stamp stamp = claims::stamp(claim);
  put_text("stamp", stamp.recipe);
  put(out, "probe", stamp.probe);
  return out;
}

val ledger_frame(const Ledger&) {
  return guarded([] {
    val list = val::array();
    for (const Claim& claim : claims::all()) list.call<void>("push", entry(claim));
    val out = val::object();
    put(out, "claims", list);
    return out;
  });
}

val claim_frame(const Recomputation& run) {
  return guarded([&] {
    const Recomputation::Frame f = run.frame();
    val out = val::object();
    put(out, "done", f.done);
    put(out, "seeds", f.seeds);
    put(out, "values", f.result.values.data(), static_cast<Index>(f.result.values.size()));
    put(out, "mean", f.result.mean);
    put(out, "sd", f.result.sd);
    put(out, "verdict", val(std::string(claims::name_of(f.result.verdict))));
    return out;
  });
}

std::string version() { return kVersion; }

EMSCRIPTEN_BINDINGS(ledger) {
  emscripten::function("version", &version);
  emscripten::function("selfTest", &self_test);
  emscripten::function("openClaims", &open_ledger);
  emscripten::function("openClaim", &open_claim);
  emscripten::class_<Ledger>("LedgerRun")
      .smart_ptr<std::shared_ptr<Ledger>>("LedgerRunPtr")
      .function("seek", &seek_only_state<Ledger>)
      .function("frame", &ledger_frame);
  emscripten::class_<Recomputation>("ClaimRun")
      .smart_ptr<std::shared_ptr<Recomputation>>("ClaimRunPtr")
      .function("seek", &seek_only_state<Recomputation>)
      .function("refine", &refine<Recomputation>)
      .function("frame", &claim_frame);
}

}  // namespace
}  // namespace attn::wasm
