#include "cli/claims_command.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "attn/numerics/types.hpp"
#include "claims/claims.hpp"
#include "claims_kept.hpp"
#include "cli/files.hpp"
#include "cli/parse_json.hpp"
#include "cli/progress.hpp"
#include "cli/trained_run.hpp"

namespace attn::cli {
namespace {

using claims::Agreement;
using claims::Claim;
using claims::Result;
using claims::Verdict;
using nlohmann::json;

/// Values of a slow claim from an earlier run, seed by seed.
struct Kept {
  claims::Stamp stamp;
  std::string commit;
  std::vector<double> values;
};

/// All of them, as in the file.
class Keep {
 public:
  explicit Keep(const ClaimsOptions& options) : file_(options.keep), writes_(options.full) {
    std::string text = kClaimsKept;
    if (!file_.empty()) {
      std::ifstream in(file_, std::ios::binary);
      if (!in && !writes_) throw Error("attn claims: cannot read " + file_);
      text = in ? std::string(std::istreambuf_iterator<char>(in), {}) : "{}";
    }
    all_ = parse_json("attn claims: " + file_, text);
    if (!all_.is_object()) throw Error("attn claims: " + file_ + " holds no kept values");
  }

  bool has(const std::string& id) const { return all_.contains(id); }

  Kept of(const std::string& id) const {
    try {
      const json& entry = all_.at(id);
      return {{entry.at("recipe").get<std::string>(), entry.at("probe").get<double>()},
              entry.at("commit").get<std::string>(),
              entry.at("values").get<std::vector<double>>()};
    } catch (const json::exception& e) {
      throw Error("attn claims: the kept values of " + id + ": " + e.what());
    }
  }

  /// Another file takes the old one's place at once: who stops the command in the middle of it
  /// loses nothing.
  void put(const std::string& id, const Kept& kept) {
    all_[id] = {{"commit", kept.commit},
                {"recipe", kept.stamp.recipe},
                {"probe", kept.stamp.probe},
                {"values", kept.values}};
    if (file_.empty()) return;
    write_whole("attn claims", file_, all_.dump(1) + '\n');
  }

 private:
  std::string file_;
  bool writes_;
  json all_;
};

/// What came out, and where it is from.
struct Entry {
  Result result;
  std::string commit;  ///< of kept values
  bool stale = false;  ///< there are kept values, of another recipe or other code
};

Entry look_up(const Claim& claim, const Keep& keep) {
  if (!keep.has(claim.id)) return {};
  const Kept kept = keep.of(claim.id);
  if (!claims::is_current(claim, kept.stamp)) return {{}, kept.commit, true};
  if (kept.values.size() != static_cast<std::size_t>(claim.seeds)) return {};
  return {claims::judge(claim, kept.values), kept.commit, false};
}

// Of one that is read from runs, if they are there.
std::optional<double> from_runs(const Claim& claim) {
  const char* const folder = std::getenv("ATTN_RUNS");
  std::vector<claims::TrainedRun> runs;
  for (const std::string& name : claim.runs) {
    const std::string run = folder ? std::string(folder) + '/' + name : "";
    if (!folder || !std::filesystem::exists(run + "/model.json")) {
      clear_progress();
      std::cerr << "attn claims: " << claim.id << " is left out: "
                << (folder ? "no " + run + "/model.json" : "ATTN_RUNS names no folder") << '\n';
      return {};
    }
    runs.push_back(read_trained_run(run));
  }
  return claim.from_runs(runs);
}

Entry recompute_slow(const Claim& claim, const ClaimsOptions& options, Keep& keep) {
  Kept kept{claims::stamp(claim), options.commit, {}};
  if (!options.keep.empty() && keep.has(claim.id)) {
    const Kept old = keep.of(claim.id);
    if (claims::is_current(claim, old.stamp)) kept = old;
  }
  const auto seeds = static_cast<std::size_t>(claim.seeds);
  while (kept.values.size() < seeds) {
    const auto done = static_cast<double>(kept.values.size());
    std::optional<double> value;
    if (claim.from_runs) {
      value = from_runs(claim);
      if (!value) return look_up(claim, keep);
    } else {
      value = claim.recompute(kept.values.size() + 1, [&](double share) {
        return show_progress((done + share) / static_cast<double>(seeds));
      });
    }
    if (interrupted()) return {};
    kept.values.push_back(*value);
    keep.put(claim.id, kept);
  }
  return {claims::judge(claim, kept.values), kept.commit, false};
}

const char* name_of(Agreement agreement) {
  switch (agreement) {
    case Agreement::kWithin:
      return "within the tolerance";
    case Agreement::kInterval:
      return "in the interval";
    case Agreement::kSpread:
      return "within two standard deviations over seeds";
    case Agreement::kAbove:
      return "above the published";
    case Agreement::kBelow:
      return "below the published";
    case Agreement::kHolds:
      return "the statement holds";
    case Agreement::kNotTried:
      break;
  }
  return "none";
}

json to_json(const Claim& claim, const Entry& entry) {
  const Result& result = entry.result;
  json out = {{"id", claim.id},
              {"place", claim.place},
              {"statement", claim.statement},
              {"published", claim.published},
              {"agreement", name_of(claim.agreement)},
              {"tolerance", claim.tolerance},
              {"quantity", claim.quantity},
              {"recipe", claim.recipe},
              {"proof", claim.correction.proof},
              {"slow", claim.slow},
              {"stale", entry.stale},
              {"verdict", claims::name_of(result.verdict)},
              {"seeds", result.values.size()}};
  if (!result.values.empty()) {
    out["value"] = claim.value;
    out["mean"] = result.mean;
    out["sd"] = result.sd;
    out["values"] = result.values;
  }
  if (!claim.correction.proof.empty()) {
    out["ours"] = claim.correction.ours;
    out["ours_tolerance"] = claim.correction.tolerance;
  }
  if (!entry.commit.empty()) out["commit"] = entry.commit;
  return out;
}

void print(const Claim& claim, const Entry& entry) {
  const Result& result = entry.result;
  std::printf("%-33s %-15s", claim.id.c_str(), claims::name_of(result.verdict));
  if (!result.values.empty()) {
    std::printf(" %.4g", result.mean);
    if (result.values.size() > 1)
      std::printf(" (sd %.2g, %zu seeds)", result.sd, result.values.size());
    std::printf(", published %s", claim.published.empty() ? "in words" : claim.published.c_str());
  }
  if (entry.stale) {
    std::printf(" the values kept from commit %s are out of date", entry.commit.c_str());
  } else if (!entry.commit.empty()) {
    std::printf(", kept from commit %s", entry.commit.c_str());
  }
  std::printf("\n    %s\n", claim.statement.c_str());
}

}  // namespace

bool claims(const ClaimsOptions& options) {
  const bool writes = options.full && !options.keep.empty();
  if (writes == options.commit.empty())
    throw Error("attn claims: --commit is for --full with --keep, and needed there");
  Keep keep(options);
  listen_for_interrupts();
  bool good = true;
  json report = json::array();
  bool any = false;
  for (const Claim& claim : claims::all()) {
    if (claim.id.rfind(options.only, 0) != 0) continue;
    any = true;
    Entry entry;
    if (!claim.slow) {
      entry.result = claims::recompute(claim, show_progress);
    } else {
      entry = options.full ? recompute_slow(claim, options, keep) : look_up(claim, keep);
    }
    clear_progress();
    if (interrupted()) break;
    good = good && entry.result.verdict != Verdict::kDiffers && !entry.stale;
    if (options.as_json) {
      report.push_back(to_json(claim, entry));
    } else {
      print(claim, entry);
    }
  }
  if (!any) throw Error("attn claims: --only is '" + options.only + "', with which no id begins");
  if (options.as_json) std::cout << report.dump(1) << '\n';
  if (interrupted()) std::cerr << "attn claims: stopped; the rest was not recomputed\n";
  return good;
}

}  // namespace attn::cli
