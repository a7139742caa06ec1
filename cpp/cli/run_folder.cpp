#include "cli/run_folder.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "cli/disk.hpp"
#include "cli/files.hpp"
#include "cli/parse_json.hpp"

namespace attn::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Whether the texts of two runs are others, by their hashes; the second has none for the end of a
// text, as model.json of before they were named has none at all.
bool other_texts(const json& there, const json& here) {
  if (!there.is_object()) return false;
  for (const char* hash : {"hash", "validation_hash"}) {
    if (there.value(hash, json()) != here.value(hash, json())) return true;
  }
  return false;
}

// Refuses "config" and "texts" of another run; `there` is null where only the recipe is known.
void check_run(const std::string& folder, const json& there, const std::string& recipe,
               const TrainRun& run) {
  if (recipe == hex(run.recipe)) return;
  std::string differs;
  if (there.is_object()) {
    differs = differing_settings(there.value("config", json::object()), to_json(run.config),
                                 Settings::kOfTraining);
    const json texts = there.value("texts", json());
    if (differs.empty() && texts.is_object() && !other_texts(texts, run.text->about)) return;
    differs = ": " + (differs.empty() ? "the settings are the same, a text is not" : differs);
  }
  throw Error("attn train: " + folder + " holds a run of another configuration or text" + differs +
              "; give another --out, or remove that folder or its files (as --fresh does) to begin "
              "again");
}

json model_of(const std::string& folder) {
  const std::string path = folder + "/model.json";
  if (!fs::exists(path)) return nullptr;
  json model = parse_json("attn: " + path, read_file(path));
  const bool good = model.is_object() && model.contains("recipe") && model["recipe"].is_string() &&
                    model.value("config", json::object()).is_object();
  if (!good) throw Error("attn train: " + path + " is not what attn train writes");
  return model;
}

}  // namespace

RunFolder::~RunFolder() {
  if (lock_ >= 0) ::close(lock_);
}

bool RunFolder::take() {
  std::error_code failed;
  fs::create_directories(path_, failed);
  if (failed) throw Error("attn: cannot make " + path_ + ": " + failed.message());
  const std::string path = path_ + "/lock";
  lock_ = disk::open(path, 0);
  if (lock_ < 0) throw Error("attn: cannot write " + path + ": " + std::strerror(errno));
  int result = 0;
  do {
    result = disk::lock(lock_);
  } while (result != 0 && errno == EINTR);
  if (result != 0 && errno == EWOULDBLOCK) return false;
  if (result != 0) {
    throw Error("attn: cannot lock " + path + ": " + std::strerror(errno) +
                "; on a file system without locks two processes would write over each other");
  }
  // Only for people who read it, so that nothing hangs on whether there is room for it.
  std::array<char, 256> host{};
  (void)::gethostname(host.data(), host.size() - 1);
  const std::string who = "process " + std::to_string(::getpid()) + " on " + host.data() + '\n';
  if (::ftruncate(lock_, 0) == 0) (void)!::write(lock_, who.data(), who.size());
  return true;
}

std::string RunFolder::holder() const {
  std::string said = read_file(path_ + "/lock");
  if (said.empty() || said.back() != '\n') return "another process";
  said.pop_back();
  return said;
}

void RunFolder::check(const TrainRun& run) const {
  if (const json model = model_of(path_); !model.is_null()) {
    check_run(path_, model, model["recipe"], run);
  }
  if (const std::optional<Checkpoint> found = look_at_checkpoint(path_)) {
    check_run(path_, found->run, hex(found->recipe), run);
  }
}

json RunFolder::ended(const TrainRun& run) const {
  json model = model_of(path_);
  if (model.is_null()) return model;
  check_run(path_, model, model["recipe"], run);
  return model["recipe"] == hex(run.recipe) ? model : json();
}

std::optional<Checkpoint> RunFolder::checkpoint(const TrainRun& run) const {
  std::optional<Checkpoint> found = read_checkpoint(path_);
  if (found) check_run(path_, found->run, hex(found->recipe), run);
  return found;
}

void RunFolder::clear() const {
  for (const char* name : {"model.json", "checkpoint", "checkpoint.old", "metrics.jsonl"}) {
    remove_file("attn train", path_ + '/' + name);
  }
}

void RunFolder::end(const json& model) const {
  write_whole("attn train", path_ + "/model.json", model.dump(1) + '\n');
}

}  // namespace attn::cli
