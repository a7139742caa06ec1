#include "cli/sweep_command.hpp"

#include <filesystem>
#include <iostream>
#include <optional>
#include <set>
#include <vector>

#include "attn/numerics/check.hpp"
#include "cli/files.hpp"
#include "cli/progress.hpp"
#include "cli/train_command.hpp"

namespace attn::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Run {
  std::string name;  // of its folder, too
  std::string variant;
  json settings;
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
  const json config = json::parse(read_file(file), nullptr, false);
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
      // Before the first of them is trained.
      (void)parse_train_config(all.dump(), file + ", variant " + name);
      out.push_back({name + '-' + seed.dump(), name, all});
    }
  }
  return out;
}

bool is_done(const std::string& folder) { return fs::exists(folder + "/model.json"); }

// What all runs have come to, or none while one is missing.
std::optional<json> results(const std::vector<Run>& runs, const std::string& out) {
  json all = json::array();
  for (const Run& run : runs) {
    const std::string folder = out + '/' + run.name;
    if (!is_done(folder)) return {};
    json one = {{"run", run.name}, {"variant", run.variant}, {"seed", run.settings["seed"]}};
    one.update(json::parse(read_file(folder + "/model.json")));
    all.push_back(one);
  }
  return json{{"runs", all}};
}

}  // namespace

void sweep(const SweepOptions& options) {
  check::count("attn sweep", "--threads", options.threads, 0, 1000);
  const std::vector<Run> runs = runs_of(options.config);
  listen_for_interrupts();
  for (const Run& run : runs) {
    TrainOptions one;
    one.out = options.out + '/' + run.name;
    one.text = options.text;
    one.validation = options.validation;
    one.threads = options.threads;
    one.save_seconds = options.save_seconds;
    if (interrupted()) break;
    if (is_done(one.out)) continue;
    FolderLock lock;
    // Another process is at it, or was until just now.
    if (!lock.take(one.out) || is_done(one.out)) continue;
    const TrainConfig config = parse_train_config(run.settings.dump(), options.config);
    if (!train_run(one, config).is_null()) {
      std::cerr << "attn sweep: " << run.name << " is done\n";
    }
  }
  if (const std::optional<json> all = results(runs, options.out)) {
    write_whole("attn sweep", options.out + "/sweep.json", all->dump(1) + '\n');
    std::cout << options.out + "/sweep.json\n";
    return;
  }
  std::cerr << "attn sweep: other processes are at what is left, or it was ended; the same command "
               "goes on\n";
}

}  // namespace attn::cli
