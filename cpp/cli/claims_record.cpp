#include "cli/claims_record.hpp"

#include <cctype>
#include <cmath>

#include "claims/ledger.hpp"

namespace attn::cli {
namespace {

using nlohmann::json;

bool is_blank(char sign) { return sign == ' '; }

// Also the bytes of letters that ASCII has not.
bool is_letter(char sign) {
  const auto byte = static_cast<unsigned char>(sign);
  return byte >= 0x80 || std::isalnum(byte) != 0;
}

bool opens(const std::string& text, std::size_t at) {
  const bool behind_letter = at > 0 && is_letter(text[at - 1]);
  return !behind_letter && at + 1 < text.size() && !is_blank(text[at + 1]) && text[at + 1] != '*';
}

}  // namespace

Quotation read_quotation(const std::string& published) {
  for (std::size_t begin = published.find('*'); begin != std::string::npos;
       begin = published.find('*', begin + 1)) {
    if (!opens(published, begin)) continue;
    const std::size_t end = published.find('*', begin + 1);
    if (end == std::string::npos) break;
    if (is_blank(published[end - 1])) continue;
    const std::string printed = published.substr(begin + 1, end - begin - 1);
    return {published.substr(0, begin) + printed + published.substr(end + 1), printed};
  }
  return {published, {}};
}

double standard_error(const claims::Result& result) {
  const auto n = static_cast<double>(result.values.size());
  return n > 1.0 ? result.sd / std::sqrt(n) : 0.0;
}

json record_of(const Recomputed& recomputed) {
  const claims::Claim& claim = *recomputed.claim;
  const claims::Result& result = recomputed.result;
  // Source and agreement are called as in the ledger of the site.
  const claims::LedgerEntry entry = claims::ledger_of({claim}).claims.front();
  const Quotation quotation = read_quotation(claim.published);
  json out = {{"id", claim.id},
              {"source", entry.source},
              {"place", claim.place},
              {"statement", claim.statement},
              {"agreement", entry.agreement},
              {"tolerance", claim.tolerance},
              {"quantity", claim.quantity},
              {"recipe", claim.recipe},
              {"proof", claim.correction.proof},
              {"slow", claim.slow},
              {"stale", recomputed.stale},
              {"verdict", claims::name_of(result.verdict)},
              {"seeds", result.values.size()}};
  if (!claim.published.empty()) out["quotation"] = quotation.words;
  if (!quotation.printed.empty()) out["printed"] = quotation.printed;
  if (!claim.command.empty()) out["command"] = claim.command;
  if (!claim.baseline.of.empty()) {
    out["baseline"] = {{"value", claim.baseline.value}, {"of", claim.baseline.of}};
  }
  if (!result.values.empty()) {
    out["value"] = claim.value;
    out["mean"] = result.mean;
    out["sd"] = result.sd;
    out["values"] = result.values;
    if (result.values.size() > 1) out["standard_error"] = standard_error(result);
  }
  if (!claim.correction.proof.empty()) {
    out["ours"] = claim.correction.ours;
    out["ours_tolerance"] = claim.correction.tolerance;
  }
  if (!claim.correction.other_readings.empty()) {
    out["other_readings"] = claim.correction.other_readings;
  }
  for (const claims::Reading& reading : claim.readings) {
    out["readings"].push_back({{"words", reading.words}, {"ours", reading.ours}});
  }
  if (!recomputed.commit.empty()) out["commit"] = recomputed.commit;
  if (!recomputed.trained.empty()) out["trained"] = recomputed.trained;
  return out;
}

}  // namespace attn::cli
