#include "cli/train_command.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <optional>
#include <sstream>
#include <thread>

#include "attn/numerics/check.hpp"
#include "attn/training/character_vocabulary.hpp"
#include "attn/version.hpp"
#include "cli/commit.hpp"
#include "cli/disk.hpp"
#include "cli/files.hpp"
#include "cli/parse_json.hpp"
#include "cli/progress.hpp"
#include "cli/threads.hpp"
#include "cli/train_checkpoint.hpp"
#include "cli/train_config.hpp"
#include "experiments/arrays.hpp"

namespace attn::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

// Of several texts, one after the other.
std::uint64_t hash_of(std::initializer_list<const std::string*> texts) {
  std::uint64_t out = experiments::hash_bytes(nullptr, 0);
  for (const std::string* text : texts) {
    out = experiments::hash_bytes(text->data(), text->size(), out);
  }
  return out;
}

std::string hex(std::uint64_t x) {
  char out[17];
  std::snprintf(out, sizeof out, "%016llx", static_cast<unsigned long long>(x));
  return out;
}

double bits(double nats) { return nats / std::log(2.0); }

// The text in tokens, and what tells this run from others.
struct Data {
  CharacterVocabulary characters;
  std::vector<Index> text, validation;
  std::uint64_t recipe;
  json texts;  // their hashes and how many characters are read
};

std::string first_characters(const std::string& text, Index count) {
  if (count == 0) return text;
  std::vector<char32_t> all = utf8_characters(text);
  if (static_cast<Index>(all.size()) < count) {
    throw Error("attn train: characters is " + std::to_string(count) + ", expected at most the " +
                std::to_string(all.size()) + " of the text");
  }
  all.resize(static_cast<std::size_t>(count));
  return utf8_text(all);
}

Data read_data(const TrainOptions& options, TrainConfig& config) {
  if (!options.text.empty()) config.text = options.text;
  if (!options.validation.empty()) config.validation = options.validation;
  const std::string text = first_characters(read_file(config.text), config.characters);
  const bool apart = !config.validation.empty();
  const std::string unseen = apart ? read_file(config.validation) : "";
  // A text of its own may have characters that the other lacks.
  Data out{CharacterVocabulary(text, {apart}), {}, {}, 0, {}};
  out.text = out.characters.encode(text);
  if (apart) {
    out.validation = out.characters.encode(unseen);
  } else {
    const auto size = static_cast<double>(out.text.size());
    const auto kept =
        static_cast<std::ptrdiff_t>(size - std::floor(size * config.validation_share));
    out.validation.assign(out.text.begin() + kept, out.text.end());
    out.text.resize(static_cast<std::size_t>(kept));
  }
  GptTrainerOptions& trainer = config.trainer;
  trainer.shape.vocabulary = out.characters.size();
  if (config.epochs > 0.0) {
    const double read = static_cast<double>(trainer.batch) *
                        static_cast<double>(std::max<Index>(1, trainer.shape.context));
    const double updates = std::ceil(config.epochs * static_cast<double>(out.text.size()) / read);
    trainer.schedule.updates =
        check::count("attn train", "the updates of these epochs", updates, 1, check::kMaxBudget);
  }
  json settings = to_json(config);
  // Where the texts lie does not matter, what they say does.
  settings.erase("text");
  settings.erase("validation");
  const std::string recipe = settings.dump();
  out.recipe = hash_of({&recipe, &text, &unseen});
  out.texts = {{"hash", hex(hash_of({&text}))},
               {"characters", out.text.size()},
               {"validation_characters", out.validation.size()},
               {"vocabulary", out.characters.size()}};
  if (apart) out.texts["validation_hash"] = hex(hash_of({&unseen}));
  return out;
}

// What is known of the run that a folder holds; null where it has not come to its end.
json model_of(const std::string& folder) {
  const std::string path = folder + "/model.json";
  return fs::exists(path) ? parse_json("attn: " + path, read_file(path)) : json();
}

// Of that run there is the hash, and perhaps the model.
[[noreturn]] void refuse_other(const std::string& folder, const std::string& recipe,
                               const TrainConfig& config) {
  const json model = model_of(folder);
  std::string differs;
  if (model.is_object() && model.value("recipe", "") == recipe) {
    differs = differing_settings(model.value("config", json::object()), to_json(config));
    differs = ": " + (differs.empty() ? "the settings are the same, a text is not" : differs);
  }
  throw Error("attn train: " + folder + " holds a run of another configuration or text" + differs +
              "; give another --out, or remove that folder or its files (as --fresh does) to begin "
              "again");
}

// Which program takes the updates from this one on.
json program(Index update) {
  return {{"update", update}, {"version", kVersion}, {"commit", commit()}};
}

// The lines of metrics that name a program.
json programs(const std::string& folder) {
  json out = json::array();
  std::istringstream in(read_file(folder + "/metrics.jsonl"));
  for (std::string line; std::getline(in, line);) {
    const json found = json::parse(line, nullptr, false);
    if (found.is_object() && found.contains("commit")) out.push_back(found);
  }
  return out;
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
  Training(const TrainOptions& options, const TrainConfig& config, const Data& data,
           FastGptOptions model)
      : options_(options),
        config_(config),
        data_(data),
        trainer_(data.text, config.trainer, std::move(model)),
        last_save_(Clock::now()) {
    std::string notes;
    const std::optional<Checkpoint> found = read_checkpoint(options.out, notes);
    if (!notes.empty()) std::cerr << "attn train: " << notes << '\n';
    if (found) {
      if (found->recipe != data.recipe) refuse_other(options.out, hex(found->recipe), config);
      trainer_.restore(found->state);
      saved_ = trainer_.updates();
      std::cerr << "attn train: going on from update " << trainer_.updates() << '\n';
    }
    // Later lines are of updates that are taken again.
    metrics_.emplace("attn train", options.out + "/metrics.jsonl", found ? found->metrics : 0);
    start_ = trainer_.updates();
    const json before = programs(options.out);
    if (before.empty() || before.back()["commit"] != commit()) write(program(start_));
    // Where a run goes on, whatever its update, this line is written.
    if (!found) evaluate();
  }

  // Whether the run has come to its end.
  bool run() {
    const Index all = config_.trainer.schedule.updates;
    const Index last = options_.updates > 0 ? std::min(all, options_.updates) : all;
    while (trainer_.updates() < last && !interrupted()) {
      step();
      show(all);
      const std::chrono::duration<double> since = Clock::now() - last_save_;
      if (since.count() >= options_.save_seconds) save();
    }
    clear_progress();
    if (saved_ != trainer_.updates()) save();
    return trainer_.updates() >= all;
  }

  // What the run has come to.
  json result() {
    const Eigen::VectorXf weights = trainer_.weights();
    const double nats = trainer_.evaluate(data_.validation);
    const double size = trainer_.size_of_embeddings(data_.validation);
    return {
        {"recipe", hex(data_.recipe)},
        {"config", to_json(config_)},
        {"texts", data_.texts},
        {"programs", programs(options_.out)},
        {"updates", trainer_.updates()},
        {"weights", weights.size()},
        {"hash", hex(experiments::hash_bytes(
                     weights.data(), static_cast<std::size_t>(weights.size()) * sizeof(float)))},
        {"validation_bpc", bits(nats)},
        {"embedding_rms", size},
        {"noise", with_noise(1.0)},
        {"noise_in_proportion", with_noise(size)}};
  }

 private:
  // Bits per character with noise of each of the levels, times this. Draws are those of the level.
  json with_noise(double unit) {
    json out = json::array();
    std::uint64_t draws = config_.trainer.seed;
    for (const double sigma : config_.noise) {
      const double nats = trainer_.evaluate(data_.validation, sigma * unit, ++draws);
      out.push_back({{"sigma", sigma}, {"bpc", bits(nats)}});
    }
    return out;
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
    const double nats = trainer_.evaluate(data_.validation);
    json line = {
        {"update", trainer_.updates()}, {"validation", nats}, {"validation_bpc", bits(nats)}};
    if (config_.sample > 0) {
      const std::vector<Index> begin{data_.text.front()};
      line["sample"] = data_.characters.decode(
          trainer_.sample(begin, config_.sample, 1.0, config_.trainer.seed));
    }
    write(line);
  }

  // What a line says depends on the run alone.
  void write(const json& line) { metrics_->append(line.dump() + '\n'); }

  // A checkpoint knows how long the metrics were, so these come first.
  void save() {
    const std::uint64_t written = metrics_->sync();
    write_checkpoint(options_.out, {data_.recipe, written, trainer_.save()});
    saved_ = trainer_.updates();
    last_save_ = Clock::now();
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
  const Data& data_;
  GptTrainer trainer_;
  std::optional<GrowingFile> metrics_;
  Clock::time_point last_save_, begin_ = Clock::now();
  Index start_ = 0;
  Index saved_ = -1;  // the update of the newest checkpoint
};

}  // namespace

bool FolderLock::take(const std::string& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) throw Error("attn: cannot make " + folder + ": " + failed.message());
  const std::string path = folder + "/lock";
  file_ = disk::open(path, 0);
  if (file_ < 0) throw Error("attn: cannot write " + path + ": " + std::strerror(errno));
  return ::flock(file_, LOCK_EX | LOCK_NB) == 0;
}

FolderLock::~FolderLock() {
  if (file_ >= 0) ::close(file_);
}

json train_run(const TrainOptions& options, TrainConfig config) {
  const Data data = read_data(options, config);
  if (options.fresh) {
    for (const char* name : {"model.json", "checkpoint", "checkpoint.old", "metrics.jsonl"}) {
      remove_file("attn train", options.out + '/' + name);
    }
  }
  const Index cores = std::max<Index>(1, static_cast<Index>(std::thread::hardware_concurrency()));
  Threads threads(options.threads > 0 ? options.threads : cores);
  FastGptOptions model;
  model.fused = config.fused;
  model.parallel = [&threads](Index jobs, const std::function<void(Index)>& job) {
    threads.run(jobs, job);
  };
  Training training(options, config, data, model);
  if (!training.run()) return nullptr;
  json result = training.result();
  write_whole("attn train", options.out + "/model.json", result.dump(1) + '\n');
  return result;
}

json ended_run(const TrainOptions& options, TrainConfig config) {
  json model = model_of(options.out);
  if (model.is_null()) return model;
  const Data data = read_data(options, config);
  if (!model.is_object() || !model.contains("recipe")) {
    throw Error("attn train: " + options.out + "/model.json is not what attn train writes");
  }
  if (model["recipe"] != hex(data.recipe)) refuse_other(options.out, model["recipe"], config);
  return model;
}

bool train(const TrainOptions& options) {
  const TrainConfig config = parse_train_config(read_file(options.config), options.config);
  check::count("attn train", "--threads", options.threads, 0, 1000);
  listen_for_interrupts();
  FolderLock lock;
  if (!lock.take(options.out)) {
    throw Error("attn train: another process trains in " + options.out);
  }
  const json result = train_run(options, config);
  if (result.is_null()) {
    std::cerr << "attn train: stopped; the same command goes on\n";
    return false;
  }
  std::cout << result.dump() << '\n';
  return true;
}

}  // namespace attn::cli
