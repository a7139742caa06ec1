#include "cli/train_command.hpp"

#include <hwy/targets.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <optional>
#include <sstream>
#include <thread>

#include "attn/numerics/check.hpp"
#include "attn/version.hpp"
#include "cli/commit.hpp"
#include "cli/files.hpp"
#include "cli/progress.hpp"
#include "cli/threads.hpp"
#include "experiments/arrays.hpp"

namespace attn::cli {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

// How long a run goes on while nothing can be written: a disk that is full for the night has room
// in the morning, but what cannot be kept is in the end not worth its computing.
constexpr std::chrono::hours kPatience{2};

double bits(double nats) { return nats / std::log(2.0); }

// The best instruction set that this machine and this program have in common: fused products have
// its bits. The macro is a number where there is one set alone, and Highway's library not there.
const char* instructions() {
  const auto common = static_cast<std::uint64_t>(HWY_SUPPORTED_TARGETS & HWY_TARGETS);
  return hwy::TargetName(static_cast<std::int64_t>(common & (~common + 1)));
}

// Which program takes the updates from this one on, and with fused products on which machine.
json program(Index update, bool fused) {
  json out = {{"update", update}, {"version", kVersion}, {"commit", commit()}};
  if (fused) out["instructions"] = instructions();
  return out;
}

// Whether two of them give the same bits, as far as is known.
bool same_program(const json& one, const json& other) {
  json a = one, b = other;
  a.erase("update");
  b.erase("update");
  return a == b;
}

// The lines of metrics that name a program, as a checkpoint of the first format leaves them there.
json programs_in(const std::string& metrics) {
  json out = json::array();
  if (!std::filesystem::exists(metrics)) return out;
  std::istringstream in(read_file(metrics));
  for (std::string line; std::getline(in, line);) {
    const json found = json::parse(line, nullptr, false);
    if (found.is_object() && found.contains("commit")) out.push_back(found);
  }
  return out;
}

// How much of a file is to be kept that ought to have so many bytes: less where it is shorter, and
// then no line that was cut.
std::uint64_t bytes_to_keep(const std::string& path, std::uint64_t expected) {
  std::error_code missing;
  const std::uintmax_t there = std::filesystem::file_size(path, missing);
  if (missing) return 0;
  if (there >= expected) return expected;
  const std::string text = read_file(path);
  const std::size_t last = text.rfind('\n');
  return last == std::string::npos ? 0 : last + 1;
}

// What is left, in words.
std::string eta(double seconds) {
  if (!(seconds < 1e7)) return "";
  const auto whole = static_cast<long>(seconds);
  char out[32];
  if (whole >= 3600) {
    std::snprintf(out, sizeof out, "%ld h %02ld min", whole / 3600, whole / 60 % 60);
  } else {
    std::snprintf(out, sizeof out, "%ld min %02ld s", whole / 60, whole % 60);
  }
  return out;
}

class Training {
 public:
  Training(const TrainOptions& options, const TrainRun& run, const RunFolder& folder,
           FastGptOptions model)
      : options_(options),
        config_(run.config),
        run_(run),
        folder_(folder),
        trainer_(run.text->tokens, run.config.trainer, std::move(model)),
        last_save_(Clock::now()) {
    const std::string path = folder.path() + "/metrics.jsonl";
    const std::optional<Checkpoint> found = folder.checkpoint(run);
    std::uint64_t kept = 0;
    if (found) {
      go_on_from(*found, path);
      kept = bytes_to_keep(path, found->metrics);
    }
    // Later lines are of updates that are taken again.
    metrics_.emplace("attn train", path, kept);
    start_ = trainer_.updates();
    if (found && kept < found->metrics)
      write({{"update", start_}, {"lost", "lines before this one"}});
    const json now = program(start_, config_.fused);
    if (programs_.empty() || !same_program(programs_.back(), now)) {
      programs_.push_back(now);
      write(now);
    }
    // Where a run goes on, whatever its update, this line is written.
    if (!found) evaluate();
  }

  // What the run has come to, or null where it was stopped before its end.
  json run() {
    const Index all = config_.trainer.schedule.updates;
    const Index last = options_.updates > 0 ? std::min(all, options_.updates) : all;
    while (trainer_.updates() < last && !interrupted()) {
      step();
      show(all);
      const std::chrono::duration<double> since = Clock::now() - last_save_;
      if (since.count() >= options_.save_seconds) keep([this] { save(); });
    }
    clear_progress();
    // Whoever has been told to stop, or that the run is done, may count on what is done.
    if (saved_ != trainer_.updates() || !lines_.empty()) save();
    if (!lines_.empty()) std::cerr << "attn train: the last lines of metrics are not written\n";
    json out = trainer_.updates() >= all ? result() : json();
    clear_progress();
    return out;
  }

 private:
  void go_on_from(const Checkpoint& found, const std::string& metrics) {
    if (!found.notes.empty()) std::cerr << "attn train: " << found.notes << '\n';
    trainer_.restore(found.state);
    saved_ = trainer_.updates();
    std::cerr << "attn train: going on from update " << trainer_.updates() << '\n';
    programs_ =
        found.run.is_object() ? found.run.value("programs", json::array()) : programs_in(metrics);
    if (!found.run.is_object()) return;
    const std::string differs = differing_settings(found.run.value("config", json::object()),
                                                   to_json(config_), Settings::kAll);
    if (!differs.empty()) std::cerr << "attn train: from now on " << differs << '\n';
    if (!config_.fused || programs_.empty()) return;
    const std::string before = programs_.back().value("instructions", instructions());
    if (before == instructions()) return;
    std::cerr << "attn train: products were fused with " << before << ", and are with "
              << instructions() << " from here: the bits are others than those of one machine\n";
  }

  // Each evaluation may take seconds; null where one was asked to stop between two.
  json result() {
    const Eigen::VectorXf weights = trainer_.weights();
    const double nats = trainer_.evaluate(run_.text->validation);
    const double size = trainer_.size_of_embeddings(run_.text->validation);
    json noise = json::array(), in_proportion = json::array();
    if (!with_noise(1.0, 0, noise) || !with_noise(size, 1, in_proportion)) return nullptr;
    json out = about_run();
    out.update(
        {{"recipe", hex(run_.recipe)},
         {"updates", trainer_.updates()},
         {"weights", weights.size()},
         {"hash", hex(experiments::hash_bytes(
                      weights.data(), static_cast<std::size_t>(weights.size()) * sizeof(float)))},
         {"validation_bpc", bits(nats)},
         {"embedding_rms", size},
         {"noise", noise},
         {"noise_in_proportion", in_proportion}});
    return out;
  }

  json about_run() const {
    return {{"config", to_json(config_)}, {"texts", run_.text->about}, {"programs", programs_}};
  }

  // Bits per character with noise of each of the levels, times this. Draws are those of the level.
  // False where they were not all taken.
  bool with_noise(double unit, int done, json& out) {
    std::uint64_t draws = config_.trainer.seed;
    const auto levels = static_cast<double>(config_.noise.size());
    for (const double sigma : config_.noise) {
      const double share = (done + static_cast<double>(out.size()) / levels) / 2.0;
      if (!show_progress_saying(share, "evaluations with noise")) return false;
      const double nats = trainer_.evaluate(run_.text->validation, sigma * unit, ++draws);
      out.push_back({{"sigma", sigma}, {"bpc", bits(nats)}});
    }
    return !interrupted();
  }

  void step() {
    const GptUpdate u = trainer_.step();
    const Index done = trainer_.updates();
    if (done % config_.log_every == 0 || done == 1) {
      json line = {{"update", done},
                   {"loss", u.loss},
                   {"bpc", bits(u.loss)},
                   {"norm", u.norm},
                   {"rate", u.rate}};
      if (config_.trainer.prior.kind != GptPriorKind::kNone) {
        line["prior"] = u.prior;
        line["log_det"] = u.log_det;
        line["rms"] = u.rms;
      }
      write(line);
    }
    const bool due = config_.evaluate_every > 0 && done % config_.evaluate_every == 0;
    if (due || done == config_.trainer.schedule.updates) evaluate();
  }

  void evaluate() {
    const double nats = trainer_.evaluate(run_.text->validation);
    json line = {
        {"update", trainer_.updates()}, {"validation", nats}, {"validation_bpc", bits(nats)}};
    if (config_.sample > 0) {
      const std::vector<Index> begin{run_.text->tokens.front()};
      line["sample"] = run_.text->characters.decode(
          trainer_.sample(begin, config_.sample, 1.0, config_.trainer.seed));
    }
    write(line);
  }

  // What a line says depends on the run alone. Lines wait where the disk takes none.
  void write(const json& line) {
    lines_ += line.dump() + '\n';
    if (!troubled_since_) keep([this] { write_lines(); });
  }

  void write_lines() {
    metrics_->append(lines_);
    lines_.clear();
  }

  // A checkpoint knows how long the metrics were, so these come first. Where they cannot be written
  // the training is kept all the same.
  void save() {
    const std::uint64_t length = metrics_->size() + lines_.size();
    std::string trouble;
    try {
      if (!lines_.empty()) write_lines();
      metrics_->sync();
    } catch (const Error& error) {
      trouble = error.what();
    }
    write_checkpoint(folder_.path(), {about_run(), run_.recipe, length, trainer_.save(), ""});
    saved_ = trainer_.updates();
    last_save_ = Clock::now();
    kept_ = true;
    if (!trouble.empty()) return tell(trouble);
    if (troubled_since_) std::cerr << "attn train: files can be written again\n";
    troubled_since_.reset();
  }

  void tell(const std::string& trouble) {
    if (!troubled_since_) {
      std::cerr << trouble << "; going on, it is tried again at the next checkpoint\n";
    }
    troubled_since_ = Clock::now();
  }

  // On the way a disk that takes nothing for a while is no reason to end, and it is tried again at
  // the next checkpoint; where it never took any it is, so that a wrong folder is known at once.
  template <typename Act>
  void keep(const Act& act) {
    try {
      act();
    } catch (const std::exception& error) {
      last_save_ = Clock::now();
      if (!kept_ || (troubled_since_ && last_save_ - *troubled_since_ > kPatience)) throw;
      if (!troubled_since_) tell(error.what());
    }
  }

  void show(Index all) {
    const Index done = trainer_.updates();
    const std::chrono::duration<double> since = Clock::now() - begin_;
    const double each = since.count() / static_cast<double>(done - start_);
    (void)show_progress_saying(static_cast<double>(done) / static_cast<double>(all),
                               eta(each * static_cast<double>(all - done)));
  }

  const TrainOptions& options_;
  const TrainConfig& config_;
  const TrainRun& run_;
  const RunFolder& folder_;
  GptTrainer trainer_;
  json programs_ = json::array();
  std::optional<GrowingFile> metrics_;
  std::string lines_;  // of metrics that are not in their file yet
  Clock::time_point last_save_, begin_ = Clock::now();
  std::optional<Clock::time_point> troubled_since_;
  bool kept_ = false;  // whether this process has written a checkpoint
  Index start_ = 0;
  Index saved_ = -1;  // the update of the newest checkpoint
};

}  // namespace

TrainConfig with_texts(TrainConfig config, const std::string& text, const std::string& validation) {
  if (!text.empty()) config.text = text;
  if (!validation.empty()) config.validation = validation;
  return config;
}

json train_run(const TrainOptions& options, const TrainRun& run, const RunFolder& folder) {
  if (options.fresh) folder.clear();
  // Also where a checkpoint is all that is there, or no more.
  folder.check(run);
  if (json model = folder.ended(run); !model.is_null()) return model;
  const Index cores = std::max<Index>(1, static_cast<Index>(std::thread::hardware_concurrency()));
  Threads threads(options.threads > 0 ? options.threads : cores);
  FastGptOptions model;
  model.fused = run.config.fused;
  model.parallel = [&threads](Index jobs, const std::function<void(Index)>& job) {
    threads.run(jobs, job);
  };
  Training training(options, run, folder, model);
  json result = training.run();
  if (!result.is_null()) folder.end(result);
  return result;
}

void check_options(const char* command, Index threads, double save_seconds) {
  check::count(command, "--threads", threads, 0, 1000);
  check::not_negative(command, "--save-seconds", save_seconds);
}

bool train(const TrainOptions& options) {
  const TrainConfig config = parse_train_config(read_file(options.config), options.config);
  check_options("attn train", options.threads, options.save_seconds);
  check::count("attn train", "--updates", options.updates, 0, check::kMaxBudget);
  listen_for_interrupts();
  TrainTexts texts;
  const TrainRun run = texts.run_of(with_texts(config, options.text, options.validation));
  RunFolder folder(options.out);
  if (!folder.take()) {
    throw Error("attn train: another process trains in " + options.out + ": " + folder.holder());
  }
  const json result = train_run(options, run, folder);
  if (result.is_null()) {
    std::cerr << "attn train: stopped; the same command goes on\n";
    return false;
  }
  std::cout << result.dump() << '\n';
  return true;
}

}  // namespace attn::cli
