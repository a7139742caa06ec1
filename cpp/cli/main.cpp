// The `attn` command: list, describe, run, train, sweep, read, check, claims.
#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "attn/version.hpp"
#include "cli/claims_command.hpp"
#include "cli/files.hpp"
#include "cli/read_command.hpp"
#include "cli/run_command.hpp"
#include "cli/sweep_command.hpp"
#include "cli/train_command.hpp"
#include "reference/case_file.hpp"

namespace {

constexpr int kFailed = 1;
constexpr int kBadUsage = 2;
constexpr int kStopped = 3;
constexpr const char* kExitStatus =
    "Exit status: 0; 1 where a check failed, a claim differs, or some runs of a sweep failed and "
    "all others are done; 2 for bad usage and other errors; 3 where claims, read, run, train or "
    "sweep was stopped before its end, by Ctrl-C, SIGTERM or SIGHUP: the same command goes on, of "
    "claims with --full and --keep, run goes on with --restore, and read begins again.";

int status_of(attn::cli::SweepEnd end) {
  switch (end) {
    case attn::cli::SweepEnd::kDone:
      return 0;
    case attn::cli::SweepEnd::kFailed:
      return kFailed;
    case attn::cli::SweepEnd::kStopped:
      return kStopped;
  }
  return kBadUsage;
}

int status_of(attn::cli::ClaimsEnd end) {
  switch (end) {
    case attn::cli::ClaimsEnd::kAgree:
      return 0;
    case attn::cli::ClaimsEnd::kDiffer:
      return kFailed;
    case attn::cli::ClaimsEnd::kStopped:
      return kStopped;
  }
  return kBadUsage;
}

attn::reference::ReferenceCase case_in(const std::string& path) {
  const std::string text = attn::cli::read_file(path);
  try {
    return attn::reference::parse_case(text);
  } catch (const attn::Error& e) {
    throw attn::Error("attn check: " + path + ": " + e.what());
  }
}

int check(const std::vector<std::string>& files, bool as_json) {
  int status = 0;
  nlohmann::json report = nlohmann::json::array();
  for (const std::string& path : files) {
    std::string name = path;
    attn::reference::Verdict v;
    try {
      const attn::reference::ReferenceCase c = case_in(path);
      name = c.given.topic + "/" + c.given.name;
      v = attn::reference::check_case(c);
      if (!v.ok) status = std::max(status, kFailed);
    } catch (const attn::Error& e) {
      // The other files are compared all the same.
      v.problem = e.what();
      std::cerr << v.problem << '\n';
      status = kBadUsage;
      if (!as_json) continue;
    }
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
  // A file may have a name that is not in UTF-8.
  constexpr auto kReplace = nlohmann::json::error_handler_t::replace;
  if (as_json) std::cout << report.dump(1, ' ', false, kReplace) << '\n';
  return status;
}

// A file that is opened takes the lowest number that is free: where standard output is closed, what
// is printed would go into that file. What takes its place here cannot be written to.
void keep_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) == -1) ::open("/dev/null", O_RDONLY);
  }
}

// Names what is there, where nothing of that is asked for.
void refuse_unknown_command(const CLI::App& app, const std::string& given) {
  std::string names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names += (names.empty() ? "" : ", ") + command->get_name();
  }
  std::cerr << "attn: the command is '" << given << "', expected one of " << names << '\n';
}

int command(int argc, char** argv) {
  CLI::App app("Attention mathematics: run experiments, check reference cases.", "attn");
  app.set_version_flag("--version", attn::kVersion);
  app.require_subcommand(1);
  app.footer(kExitStatus);

  bool list_json = false;
  CLI::App* list_command =
      app.add_subcommand("list", "name the experiments and the topics of reference cases");
  list_command->add_flag("--json", list_json, "everything that is known of each, as JSON");

  bool list_bits = false;
  list_command->add_flag("--bits", list_bits,
                         "hashes of the experiments in double precision at three settings each");

  std::string described;
  CLI::App* describe_command =
      app.add_subcommand("describe", "an experiment's parameters and results");
  describe_command->add_option("EXPERIMENT", described, "its name, as in `attn list`")->required();

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
  CLI::Option* claims_json =
      claims_command->add_flag("--json", claims_options.as_json, "print the ledger as JSON");
  claims_command
      ->add_flag("--report", claims_options.report,
                 "print errata and confirmations, paper by paper, as Markdown")
      ->excludes(claims_json);
  claims_command->add_option("--only", claims_options.only,
                             "those alone whose ids begin so, as 004 or 002.section-7");
  claims_command->add_option("--keep", claims_options.keep,
                             "FILE of the slow ones' values; with --full it is written, and an "
                             "earlier run is gone on with");
  claims_command->add_option("--commit", claims_options.commit,
                             "what the source is called, for the stamp on kept values");

  attn::cli::RunOptions options;
  CLI::App* run_command = app.add_subcommand("run", "run an experiment");
  run_command->add_option("EXPERIMENT", options.experiment, "its name, as in `attn list`")
      ->required();
  run_command
      ->add_option(
          "--param", options.params,
          "name=value; a number, true, a name, or a list such as [1,2]; may be given again")
      ->take_all();
  run_command->add_option("--params", options.params_file, "FILE.json with parameters by name");
  run_command->add_option("--t", options.t,
                          "the step to look at; the last one where it is left out");
  run_command->add_option("--seed", options.seed, "the same as --param seed=S");
  run_command->add_option("--out", options.out, "write to FILE.json or FILE.csv");
  run_command->add_option(
      "--restore", options.restore,
      "FILE that --save has written: go on with the same parameters from there");
  run_command->add_option("--save", options.save,
                          "FILE to keep what trains in, now and then and at the end");
  run_command->add_option("--save-seconds", options.save_seconds, "from one time to the next");
  run_command->add_flag("--json", options.as_json, "print everything as JSON");

  attn::cli::TrainOptions training;
  CLI::App* train_command =
      app.add_subcommand("train", "train a small language model on a text, or go on with one");
  train_command->add_option("CONFIG", training.config, "FILE.json with the settings of the run")
      ->required();
  train_command->add_option("--out", training.out, "FOLDER of metrics and checkpoints")->required();
  train_command->add_option("--text", training.text, "FILE to train on, instead of the one named");
  train_command->add_option("--validation", training.validation,
                            "FILE to evaluate on, instead of the one named");
  train_command->add_option("--threads", training.threads, "all cores where it is left out");
  train_command->add_option("--updates", training.updates,
                            "stop after so many; the same command without it goes on");
  train_command->add_option("--save-seconds", training.save_seconds, "between checkpoints");
  train_command->add_flag("--fresh", training.fresh, "begin again, whatever the folder holds");

  attn::cli::SweepOptions swept;
  CLI::App* sweep_command = app.add_subcommand(
      "sweep", "train variants of a language model over seeds, by any number of processes");
  sweep_command
      ->add_option("CONFIG", swept.config, "FILE.json with shared settings, variants and seeds")
      ->required();
  sweep_command->add_option("--out", swept.out, "FOLDER with one for each run")->required();
  sweep_command->add_option("--text", swept.text, "as in `attn train`");
  sweep_command->add_option("--validation", swept.validation, "as in `attn train`");
  sweep_command->add_option("--threads", swept.threads,
                            "of each process; one where it is left out, 0 for all cores");
  sweep_command->add_option("--save-seconds", swept.save_seconds, "between checkpoints");

  attn::cli::ReadOptions reading;
  CLI::App* read_command = app.add_subcommand(
      "read", "read a trained head, or all heads of a model, by the five papers' quantities");
  read_command->add_option("PATH", reading.paths,
                           "FILE of a head (.npz, .safetensors, or several .npy and .csv; see "
                           "docs/own-head.md), or FOLDER of `attn train`");
  read_command->add_option("--row", reading.row, "of a file: one row alone, from 1");
  read_command->add_option("--windows", reading.windows,
                           "of a folder: windows of its validation text; all where left out");
  read_command->add_option("--text", reading.text,
                           "of a folder: FILE that it was trained on, if that lies elsewhere now");
  read_command->add_flag("--touch", reading.touch,
                         "of a folder: what each head is worth, and what foretells it");
  read_command->add_option("--weights", reading.weights,
                           "of a folder: write its weights to FILE instead, as half-precision "
                           "numbers in base64");
  CLI::Option* read_json = read_command->add_flag("--json", reading.as_json, "as JSON");
  read_command->add_flag("--csv", reading.as_csv, "as CSV")->excludes(read_json);
  read_command->add_option("--example", reading.example,
                           "write a head to FILE.npz instead: of a folder its first one, "
                           "without one a made-up one");

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    const std::vector<std::string> unknown = app.remaining();
    if (e.get_exit_code() != 0 && app.get_subcommands().empty() && !unknown.empty()) {
      return refuse_unknown_command(app, unknown.front()), kBadUsage;
    }
    return app.exit(e) == 0 ? 0 : kBadUsage;
  }
  try {
    if (list_bits) return attn::cli::list_bits(), 0;
    if (*list_command) return attn::cli::list(list_json), 0;
    if (*describe_command) return attn::cli::describe(described), 0;
    if (*claims_command) return status_of(attn::cli::claims(claims_options));
    if (*check_command) return check(files, check_json);
    if (*run_command) return attn::cli::run(options) ? 0 : kStopped;
    if (*read_command) return attn::cli::read(reading) ? 0 : kStopped;
    if (*sweep_command) return status_of(attn::cli::sweep(swept));
    if (*train_command) return attn::cli::train(training) ? 0 : kStopped;
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return kBadUsage;
  }
  return kBadUsage;
}

// What is printed waits in a buffer, so that a write may fail anywhere: whether one has is asked
// once, at the end. Then errno still is of the last that has: a stream that failed stays quiet.
int status_once_written(int status) {
  const bool flushed = std::fflush(stdout) == 0;
  if (flushed && std::ferror(stdout) == 0) return status;
  // Whoever reads from a pipe may leave early. Mostly SIGPIPE has ended this process by then.
  if (errno == EPIPE) return status;
  std::cerr << "attn: cannot write to standard output: " << std::strerror(errno) << '\n';
  return kBadUsage;
}

}  // namespace

int main(int argc, char** argv) {
  keep_standard_streams();
  return status_once_written(command(argc, argv));
}
