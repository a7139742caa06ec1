// The folder of a training run: whose it is, whether a process is at it, and what it has come to.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cli/train_checkpoint.hpp"
#include "cli/train_data.hpp"

namespace attn::cli {

/// What `attn train` and `attn sweep` know of a folder, asked in one place: another run's is
/// refused here and nowhere else. A run is the same where its texts and the settings are on which
/// its weights hang; what is logged, evaluated or drawn from them may be changed on the way, or
/// after.
class RunFolder {
 public:
  explicit RunFolder(std::string path) : path_(std::move(path)) {}
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;
  ~RunFolder();

  const std::string& path() const { return path_; }

  /// Whether no other process was in the folder, which is made where it is missing. It is this
  /// process' as long as this exists and the process does, whatever ends that. Throws Error where
  /// it cannot be written, and where its file system has no locks. Once.
  [[nodiscard]] bool take();

  /// Whoever took it last, "process 12 on host" as its lock says, or "another process".
  std::string holder() const;

  /// Throws Error where the folder holds another run, and says which settings differ, or what
  /// attn train has not written.
  void check(const TrainRun& run) const;

  /// What model.json says, where it is of this run and of all its settings; otherwise null. Throws
  /// Error as check.
  nlohmann::json ended(const TrainRun& run) const;

  /// Where it goes on, as read_checkpoint. Throws Error as that and as check. In a folder that is
  /// taken, as all below.
  std::optional<Checkpoint> checkpoint(const TrainRun& run) const;

  /// Removes what is there of a run. Throws Error where that fails.
  void clear() const;

  /// Writes model.json. Throws Error where that fails.
  void end(const nlohmann::json& model) const;

 private:
  std::string path_;
  int lock_ = -1;
};

}  // namespace attn::cli
