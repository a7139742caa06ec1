// The `attn` command: list, check, run, claims. Exit status 0, 1 (a check failed), 2 (bad usage).
#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>

#include "attn/version.hpp"
#include "cli/claims_command.hpp"
#include "cli/progress.hpp"
#include "reference/case_file.hpp"

namespace {

using attn::reference::Arrays;

constexpr int kFailed = 1;
constexpr int kBadUsage = 2;

int list() {
  std::cout << "Experiments (attn run NAME):\n";
  for (const auto& e : attn::reference::experiments()) {
    std::cout << "  " << e.name << ": " << e.about << "\n   ";
    for (const auto& [name, value] : e.defaults) std::cout << ' ' << name << '=' << value;
    std::cout << '\n';
  }
  std::cout << "Topics (attn check FILE):\n";
  for (const std::string& topic : attn::reference::topics()) std::cout << "  " << topic << '\n';
  return 0;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw attn::Error("attn: cannot read " + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

attn::reference::Verdict check_file(const std::string& path, std::string& name) {
  name = path;
  try {
    const attn::reference::ReferenceCase c = attn::reference::parse_case(read_file(path));
    name = c.given.topic + "/" + c.given.name;
    return attn::reference::check_case(c);
  } catch (const attn::Error& e) {
    attn::reference::Verdict v;
    v.problem = e.what();
    return v;
  }
}

int check(const std::vector<std::string>& files, bool as_json) {
  bool all_ok = true;
  nlohmann::json report = nlohmann::json::array();
  for (const std::string& path : files) {
    std::string name;
    const attn::reference::Verdict v = check_file(path, name);
    all_ok = all_ok && v.ok;
    if (as_json) {
      report.push_back({{"case", name},
                        {"ok", v.ok},
                        {"absolute", v.absolute},
                        {"relative", v.relative},
                        {"problem", v.problem},
                        {"hash", v.hash}});
    } else {
      std::printf("%-40s abs %.2e  rel %.2e  %s\n", name.c_str(), v.absolute, v.relative,
                  v.ok ? "ok" : v.problem.c_str());
    }
  }
  if (as_json) std::cout << report.dump(1) << '\n';
  return all_ok ? 0 : kFailed;
}

double parse_number(const std::string& key, const std::string& text) {
  std::size_t used = 0;
  double value = 0.0;
  try {
    value = std::stod(text, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  if (used == 0 || used != text.size()) {
    throw attn::Error("attn run: parameter " + key + " is '" + text + "', expected a number");
  }
  return value;
}

std::map<std::string, double> parse_params(const std::vector<std::string>& pairs,
                                           const std::string& seed) {
  std::map<std::string, double> params;
  for (const std::string& pair : pairs) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw attn::Error("attn run: --param is '" + pair + "', expected name=value");
    }
    const std::string key = pair.substr(0, equals);
    params[key] = parse_number(key, pair.substr(equals + 1));
  }
  if (!seed.empty()) params["seed"] = parse_number("seed", seed);
  return params;
}

// One column per array, scalars and shorter arrays padded with nothing; matrices flattened row by
// row.
std::string to_csv(const Arrays& arrays) {
  std::ostringstream text;
  text.precision(17);
  std::size_t rows = 0;
  const char* comma = "";
  for (const auto& [name, a] : arrays) {
    text << comma << name;
    comma = ",";
    rows = std::max(rows, a.data.size());
  }
  text << '\n';
  for (std::size_t i = 0; i < rows; ++i) {
    comma = "";
    for (const auto& [name, a] : arrays) {
      text << comma;
      if (i < a.data.size()) text << a.data[i];
      comma = ",";
    }
    text << '\n';
  }
  return text.str();
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

void print_summary(const Arrays& arrays) {
  for (const auto& [name, a] : arrays) {
    std::printf("%-20s", name.c_str());
    if (a.data.size() > 8) {
      std::printf(" %zu numbers, the last %.17g\n", a.data.size(), a.data.back());
      continue;
    }
    for (const double x : a.data) std::printf(" %.17g", x);
    std::printf("\n");
  }
}

struct RunOptions {
  std::string experiment;
  std::vector<std::string> params;
  std::string seed;
  std::string out;
  bool as_json = false;
};

int run(const RunOptions& options) {
  const bool csv = ends_with(options.out, ".csv");
  if (!options.out.empty() && !csv && !ends_with(options.out, ".json")) {
    throw attn::Error("attn run: --out is '" + options.out +
                      "', expected a name that ends in .json or .csv");
  }
  const auto params = parse_params(options.params, options.seed);
  attn::cli::listen_for_interrupts();
  const Arrays result =
      attn::reference::run_experiment(options.experiment, params, attn::cli::show_progress);
  attn::cli::clear_progress();
  if (attn::cli::interrupted())
    std::cerr << "attn run: stopped; what follows is what was done until then\n";
  const nlohmann::json json = {{"experiment", options.experiment},
                               {"version", attn::kVersion},
                               {"params", params},
                               {"complete", !attn::cli::interrupted()},
                               {"hash", attn::reference::hash_text(result)},
                               {"outputs", attn::reference::to_json(result)}};
  if (!options.out.empty()) {
    std::ofstream file(options.out, std::ios::binary);
    file << (csv ? to_csv(result) : json.dump(1) + '\n');
    if (!file.flush()) throw attn::Error("attn run: cannot write " + options.out);
  }
  if (options.as_json) {
    std::cout << json.dump(1) << '\n';
  } else {
    print_summary(result);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Attention mathematics: run experiments, check reference cases.", "attn");
  app.set_version_flag("--version", attn::kVersion);
  app.require_subcommand(1);

  CLI::App* list_command =
      app.add_subcommand("list", "name the experiments and the topics of reference cases");

  std::vector<std::string> files;
  bool check_json = false;
  CLI::App* check_command =
      app.add_subcommand("check", "compare reference cases with what the library computes");
  check_command->add_option("FILE", files, "JSON files of reference cases")->required();
  check_command->add_flag("--json", check_json, "print the report as JSON");

  attn::cli::ClaimsOptions claims_options;
  CLI::App* claims_command = app.add_subcommand(
      "claims", "recompute what the papers state; exit status 1 if something differs unexplained");
  claims_command->add_flag("--full", claims_options.full, "the slow ones too: a minute or more");
  claims_command->add_flag("--json", claims_options.as_json, "print the ledger as JSON");
  claims_command->add_option("--keep", claims_options.keep,
                             "FILE of the slow ones' values; with --full it is written, and an "
                             "earlier run is gone on with");
  claims_command->add_option("--commit", claims_options.commit,
                             "what the source is called, for the stamp on kept values");

  RunOptions options;
  CLI::App* run_command = app.add_subcommand("run", "run an experiment");
  run_command->add_option("EXPERIMENT", options.experiment, "its name, as in `attn list`")
      ->required();
  run_command->add_option("--param", options.params, "name=value; may be given again")->take_all();
  run_command->add_option("--seed", options.seed, "the same as --param seed=S");
  run_command->add_option("--out", options.out, "write to FILE.json or FILE.csv");
  run_command->add_flag("--json", options.as_json, "print everything as JSON");

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : kBadUsage;
  }
  try {
    if (*list_command) return list();
    if (*claims_command) return attn::cli::claims(claims_options) ? 0 : kFailed;
    if (*check_command) return check(files, check_json);
    if (*run_command) return run(options);
  } catch (const attn::Error& e) {
    std::cerr << e.what() << '\n';
    return kBadUsage;
  }
  return kBadUsage;
}
