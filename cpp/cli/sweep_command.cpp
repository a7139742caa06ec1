#include "cli/sweep_command.hpp"

#include <chrono>
#include <iostream>
#include <thread>
#include <vector>

#include "attn/numerics/check.hpp"
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
  TrainConfig config;
  json model;  // what it has come to; null until then
};

bool is_name(const std::string& text) {
  return !text.empty() && text.front() != '.' &&
         text.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") ==
             std::string::npos;
}

// All runs, in one order: each variant with each seed.
std::vector<Run> runs_of(const std::string& file) {
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
  if (!seeds.is_array() || seeds.empty()) {
    throw Error(where + ": seeds, expected a list of whole numbers");
  }
  std::vector<Run> out;
  for (const auto& [name, own] : variants.items()) {
    if (!is_name(name)) {
      throw Error(where + ": the variant '" + name +
                  "', expected a name of letters, digits, dots, hyphens and underscores");
    }
    for (const json& seed : seeds) {
      json all = settings;
      all.merge_patch(own);
      all["seed"] = seed;
      out.push_back({name + '-' + seed.dump(), name,
                     parse_train_config(all.dump(), file + ", variant " + name), json()});
    }
  }
  return out;
}

// Settings of one, as train_run takes them.
TrainOptions options_of(const Run& run, const SweepOptions& options) {
  TrainOptions one;
  one.out = options.out + '/' + run.name;
  one.text = options.text;
  one.validation = options.validation;
  one.threads = options.threads;
  one.save_seconds = options.save_seconds;
  return one;
}

// Takes each run that has not come to its end and that none is at. Returns whether any is left.
bool take_runs(std::vector<Run>& runs, const SweepOptions& options) {
  bool left = false;
  for (Run& run : runs) {
    const TrainOptions one = options_of(run, options);
    FolderLock lock;
    if (run.model.is_null() && !interrupted() && lock.take(one.out)) {
      run.model = ended_run(one, run.config);
      if (run.model.is_null()) {
        run.model = train_run(one, run.config);
        if (!run.model.is_null()) std::cerr << "attn sweep: " << run.name << " is done\n";
      }
    }
    left = left || run.model.is_null();
  }
  return left;
}

}  // namespace

bool sweep(const SweepOptions& options) {
  check::count("attn sweep", "--threads", options.threads, 0, 1000);
  std::vector<Run> runs = runs_of(options.config);
  listen_for_interrupts();
  // What the folder holds of other settings is refused before any is trained.
  for (Run& run : runs) run.model = ended_run(options_of(run, options), run.config);
  // A process that is at what is left may be killed at any time, and its run is then free.
  for (bool waits = false; take_runs(runs, options); waits = true) {
    if (interrupted()) {
      std::cerr << "attn sweep: stopped; the same command goes on\n";
      return false;
    }
    if (!waits) std::cerr << "attn sweep: waiting for other processes, which are at what is left\n";
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  json all = json::array();
  for (const Run& run : runs) {
    json one = {{"run", run.name}, {"variant", run.variant}, {"seed", run.config.trainer.seed}};
    one.update(run.model);
    all.push_back(one);
  }
  const std::string path = options.out + "/sweep.json";
  write_whole("attn sweep", path, json{{"runs", all}}.dump(1) + '\n');
  std::cout << path << '\n';
  return true;
}

}  // namespace attn::cli
