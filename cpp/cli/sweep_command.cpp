#include "cli/sweep_command.hpp"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <optional>
#include <set>
#include <thread>
#include <vector>

#include "cli/files.hpp"
#include "cli/parse_json.hpp"
#include "cli/progress.hpp"
#include "cli/train_command.hpp"

namespace attn::cli {
namespace {

using nlohmann::json;

struct Run {
  std::string name;  // of its folder, too
  std::string variant;
  json seed;
  std::optional<TrainRun> run;  // none where its settings are refused
  json model;                   // what it has come to; null until then
  std::string failure;          // why it has not; empty where nothing is wrong

  bool is_left() const { return model.is_null() && failure.empty(); }
};

bool is_name(const std::string& text) {
  return !text.empty() && text.front() != '.' &&
         text.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") ==
             std::string::npos;
}

// Calls it; what is wrong becomes that of the run, and others go on.
template <typename Act>
void attempt(Run& run, const Act& act) {
  try {
    act();
  } catch (const std::exception& error) {
    run.failure = error.what();
    std::cerr << "attn sweep: " << run.name << " fails: " << run.failure << '\n';
  }
}

void check_seeds(const std::string& where, const json& seeds) {
  if (!seeds.is_array() || seeds.empty()) {
    throw Error(where + ": seeds, expected a list of whole numbers");
  }
  std::set<json> known;
  for (const json& seed : seeds) {
    if (!known.insert(seed).second) throw Error(where + ": seeds has " + seed.dump() + " twice");
  }
}

// All runs, in one order: each variant with each seed.
std::vector<Run> runs_of(const SweepOptions& options) {
  const std::string& file = options.config;
  const std::string where = "attn sweep: " + file;
  const json config = parse_json(where, read_file(file));
  if (!config.is_object()) throw Error(where + " is no JSON object");
  for (const auto& [key, value] : config.items()) {
    if (key != "settings" && key != "variants" && key != "seeds") {
      throw Error(where + ": no member '" + key + "', expected settings, variants and seeds");
    }
  }
  const json settings = config.value("settings", json());
  const json variants = config.value("variants", json()), seeds = config.value("seeds", json());
  if (!settings.is_object()) throw Error(where + ": settings, expected those of attn train");
  if (!variants.is_object() || variants.empty()) {
    throw Error(where + ": variants, expected an object with settings by the names of variants");
  }
  check_seeds(where, seeds);
  TrainTexts texts;
  std::vector<Run> out;
  for (const auto& [name, own] : variants.items()) {
    if (!is_name(name)) {
      throw Error(where + ": the variant '" + name +
                  "', expected a name of letters, digits, dots, hyphens and underscores");
    }
    if (!own.is_object()) {
      throw Error(where + ": the variant '" + name + "' is " + own.dump() +
                  ", expected an object with settings");
    }
    for (const json& seed : seeds) {
      json all = settings;
      all.merge_patch(own);
      all["seed"] = seed;
      out.push_back({name + '-' + seed.dump(), name, seed, {}, json(), ""});
      attempt(out.back(), [&] {
        Run& run = out.back();
        const TrainConfig one = parse_train_config(all.dump(), file + ", variant " + run.variant);
        run.run = texts.run_of(with_texts(one, options.text, options.validation));
      });
    }
  }
  return out;
}

// Settings of one, as train_run takes them.
TrainOptions options_of(const Run& run, const SweepOptions& options) {
  TrainOptions one;
  one.out = options.out + '/' + run.name;
  one.threads = options.threads;
  one.save_seconds = options.save_seconds;
  return one;
}

// What it has come to, where it has; otherwise trains it, if no other process does.
void take_run(Run& run, const SweepOptions& options) {
  const TrainOptions one = options_of(run, options);
  RunFolder folder(one.out);
  run.model = folder.ended(*run.run);
  if (!run.model.is_null() || interrupted() || !folder.take()) return;
  run.model = train_run(one, *run.run, folder);
  if (!run.model.is_null()) std::cerr << "attn sweep: " << run.name << " is done\n";
}

// Takes each run that has not come to its end and that none is at. Returns whether any is left.
bool take_runs(std::vector<Run>& runs, const SweepOptions& options) {
  bool left = false;
  for (Run& run : runs) {
    if (run.is_left()) attempt(run, [&] { take_run(run, options); });
    left = left || run.is_left();
  }
  return left;
}

// Waits a little longer each time, so that a hundred processes do not keep a file server busy.
void wait_for_others(int times) {
  if (times == 0) {
    std::cerr << "attn sweep: waiting for other processes, which are at what is left\n";
  }
  constexpr int kShortest = 100, kLongest = 2000;
  const int milliseconds = std::min(kLongest, kShortest * (1 + times));
  for (int waited = 0; waited < milliseconds && !interrupted(); waited += kShortest) {
    std::this_thread::sleep_for(std::chrono::milliseconds(kShortest));
  }
}

// What all have come to, as sweep.json. A run that has failed here may have come to its end in
// another process since.
json results(std::vector<Run>& runs, const SweepOptions& options) {
  json done = json::array(), failed = json::array();
  for (Run& run : runs) {
    if (run.model.is_null() && run.run) {
      run.model = RunFolder(options_of(run, options).out).ended(*run.run);
    }
    json one = {{"run", run.name}, {"variant", run.variant}, {"seed", run.seed}};
    if (run.model.is_null()) {
      one["error"] = run.failure;
      failed.push_back(one);
    } else {
      one.update(run.model);
      done.push_back(one);
    }
  }
  json out = {{"runs", done}};
  if (!failed.empty()) out["failed"] = failed;
  return out;
}

void refuse_if_all_fail(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    if (run.failure.empty()) return;
  }
  throw Error("attn sweep: no run is left: " + runs.front().failure);
}

}  // namespace

SweepEnd sweep(const SweepOptions& options) {
  check_options("attn sweep", options.threads, options.save_seconds);
  listen_for_interrupts();
  std::vector<Run> runs = runs_of(options);
  refuse_if_all_fail(runs);
  // What the folder holds of other settings is refused before any is trained.
  for (const Run& run : runs) {
    if (run.run) RunFolder(options_of(run, options).out).check(*run.run);
  }
  // A process that is at what is left may be killed at any time, and its run is then free.
  for (int times = 0; take_runs(runs, options); ++times) {
    if (interrupted()) {
      std::cerr << "attn sweep: stopped; the same command goes on\n";
      return SweepEnd::kStopped;
    }
    wait_for_others(times);
  }
  const json all = results(runs, options);
  if (all["runs"].empty()) refuse_if_all_fail(runs);
  const std::string path = options.out + "/sweep.json";
  write_whole("attn sweep", path, all.dump(1) + '\n');
  std::cout << path << '\n';
  if (!all.contains("failed")) return SweepEnd::kDone;
  for (const json& one : all["failed"]) {
    std::cerr << "attn sweep: " << one["run"].get<std::string>()
              << " has failed: " << one["error"].get<std::string>() << '\n';
  }
  std::cerr << "attn sweep: the same command tries again what has failed\n";
  return SweepEnd::kFailed;
}

}  // namespace attn::cli
