#include "cli/claims_command.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "attn/numerics/types.hpp"
#include "claims/claims.hpp"
#include "claims_kept.hpp"
#include "cli/claims_record.hpp"
#include "cli/claims_report.hpp"
#include "cli/commit.hpp"
#include "cli/files.hpp"
#include "cli/parse_json.hpp"
#include "cli/progress.hpp"
#include "cli/trained_run.hpp"

namespace attn::cli {
namespace {

using claims::Claim;
using claims::Result;
using claims::Verdict;
using nlohmann::json;

/// Values of a slow claim from an earlier run, seed by seed.
struct Kept {
  claims::Stamp stamp;
  std::string commit;
  std::vector<double> values;
  std::vector<std::string> trained;  ///< commits that trained the runs they are read from
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
    for (const auto& [id, entry] : all_.items()) {
      // Of another file: what is kept would be written into it.
      if (entry.is_object() && entry.contains("recipe")) continue;
      throw Error("attn claims: " + file_ + ": what stands at " + id + " is no kept value");
    }
  }

  bool has(const std::string& id) const { return all_.contains(id); }

  Kept of(const std::string& id) const {
    try {
      const json& entry = all_.at(id);
      return {{entry.at("recipe").get<std::string>(), entry.at("probe").get<double>()},
              entry.at("commit").get<std::string>(),
              entry.at("values").get<std::vector<double>>(),
              entry.value("trained", std::vector<std::string>())};
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
    if (!kept.trained.empty()) all_[id]["trained"] = kept.trained;
    if (file_.empty()) return;
    write_whole("attn claims", file_, all_.dump(1) + '\n');
  }

 private:
  std::string file_;
  bool writes_;
  json all_;
};

Recomputed look_up(const Claim& claim, const Keep& keep) {
  if (!keep.has(claim.id)) return {&claim, {}, {}};
  const Kept kept = keep.of(claim.id);
  if (!claims::is_current(claim, kept.stamp)) return {&claim, {}, kept.commit, true};
  if (kept.values.size() != static_cast<std::size_t>(claim.seeds)) return {&claim, {}, {}};
  return {&claim, claims::judge(claim, kept.values), kept.commit, false, kept.trained};
}

// Of one that is read from runs, if they are there; and which commits trained them.
std::optional<double> from_runs(const Claim& claim, std::size_t seed,
                                std::vector<std::string>& trained) {
  const char* const folder = std::getenv("ATTN_RUNS");
  std::vector<claims::TrainedRun> runs;
  for (std::string name : claim.runs) {
    if (const auto at = name.find('*'); at != std::string::npos) {
      name.replace(at, 1, std::to_string(seed));
    }
    const std::string run = folder ? std::string(folder) + '/' + name : "";
    if (!folder || !std::filesystem::exists(run + "/model.json")) {
      clear_progress();
      std::cerr << "attn claims: " << claim.id << " is left out: "
                << (folder ? "no " + run + "/model.json" : "ATTN_RUNS names no folder") << '\n';
      return {};
    }
    runs.push_back(read_trained_run(run));
    const std::string& commit = runs.back().commit;
    if (std::find(trained.begin(), trained.end(), commit) == trained.end()) {
      trained.push_back(commit);
    }
  }
  return claim.from_runs(runs);
}

Recomputed recompute_slow(const Claim& claim, const ClaimsOptions& options, Keep& keep) {
  Kept kept{claims::stamp(claim), options.commit, {}, {}};
  if (!options.keep.empty() && keep.has(claim.id)) {
    const Kept old = keep.of(claim.id);
    if (claims::is_current(claim, old.stamp)) kept = old;
  }
  const auto seeds = static_cast<std::size_t>(claim.seeds);
  while (kept.values.size() < seeds) {
    const auto done = static_cast<double>(kept.values.size());
    std::optional<double> value;
    if (claim.from_runs) {
      value = from_runs(claim, kept.values.size() + 1, kept.trained);
      if (!value) return look_up(claim, keep);
    } else {
      value = claim.recompute(kept.values.size() + 1, [&](double share) {
        return show_progress((done + share) / static_cast<double>(seeds));
      });
    }
    if (interrupted()) return {&claim, {}, {}};
    kept.values.push_back(*value);
    keep.put(claim.id, kept);
  }
  return {&claim, claims::judge(claim, kept.values), kept.commit, false, kept.trained};
}

void print(const Recomputed& entry) {
  const Claim& claim = *entry.claim;
  const Result& result = entry.result;
  std::printf("%-33s %-15s", claim.id.c_str(), claims::name_of(result.verdict));
  if (!result.values.empty()) {
    std::printf(" %.4g", result.mean);
    if (result.values.size() > 1)
      std::printf(" (sd %.2g, %zu seeds)", result.sd, result.values.size());
  }
  if (!claim.published.empty()) {
    const Quotation quotation = read_quotation(claim.published);
    std::printf(", published \"%s\"", quotation.words.c_str());
  }
  if (entry.stale) {
    std::printf(" the values kept from commit %s are out of date", entry.commit.c_str());
  } else if (!entry.commit.empty()) {
    std::printf(", kept from commit %s", entry.commit.c_str());
  }
  for (const std::string& commit : entry.trained) std::printf(", trained at %s", commit.c_str());
  std::printf("\n    %s\n", claim.statement.c_str());
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::array<char, 16> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d", std::gmtime(&now));
  return text.data();
}

}  // namespace

ClaimsEnd claims(const ClaimsOptions& options) {
  const bool writes = options.full && !options.keep.empty();
  if (writes == options.commit.empty())
    throw Error("attn claims: --commit is for --full with --keep, and needed there");
  Keep keep(options);
  listen_for_interrupts();
  bool good = true;
  std::vector<Recomputed> all;
  for (const Claim& claim : claims::all()) {
    if (claim.id.rfind(options.only, 0) != 0) continue;
    Recomputed entry{&claim, {}, {}};
    if (!claim.slow) {
      entry.result = claims::recompute(claim, show_progress);
    } else {
      entry = options.full ? recompute_slow(claim, options, keep) : look_up(claim, keep);
    }
    clear_progress();
    if (interrupted()) {
      // A part of the ledger would pass for the whole.
      std::cerr << "attn claims: stopped; "
                << (options.as_json || options.report ? "nothing is printed"
                                                      : "the rest was not recomputed")
                << (writes ? "; the same command goes on\n" : "\n");
      return ClaimsEnd::kStopped;
    }
    good = good && entry.result.verdict != Verdict::kDiffers && !entry.stale;
    if (!options.as_json && !options.report) print(entry);
    all.push_back(std::move(entry));
  }
  if (all.empty())
    throw Error("attn claims: --only is '" + options.only + "', with which no id begins");
  if (options.as_json) {
    json out = json::array();
    for (const Recomputed& one : all) out.push_back(record_of(one));
    std::cout << out.dump(1) << '\n';
  }
  if (options.report) std::cout << report_of(all, today(), commit());
  return good ? ClaimsEnd::kAgree : ClaimsEnd::kDiffer;
}

}  // namespace attn::cli
