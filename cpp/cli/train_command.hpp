// `attn train`.
#pragma once

#include <string>

#include "cli/train_config.hpp"

namespace attn::cli {

/// A folder that one process at a time works in, as long as this exists and the process does.
class FolderLock {
 public:
  FolderLock() = default;
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

  /// Whether the folder, which is made where it is missing, was free. Throws Error where it cannot
  /// be written. Once.
  [[nodiscard]] bool take(const std::string& folder);

 private:
  int file_ = -1;
};

struct TrainOptions {
  std::string config;          ///< a JSON file
  std::string text;            ///< instead of the configuration's
  std::string validation;      ///< likewise
  std::string out;             ///< folder of metrics and checkpoints; made where it is missing
  Index threads = 0;           ///< 0 for as many as there are cores
  Index updates = 0;           ///< stop after so many, to go on later; 0 for all
  double save_seconds = 30.0;  ///< between checkpoints
  bool fresh = false;          ///< begin again, whatever the folder holds
};

/// Trains a language model, or goes on with what the folder holds: metrics as JSON lines in
/// OUT/metrics.jsonl, checkpoints, and at the end OUT/model.json. Ctrl-C keeps what is done. What
/// stands in the metrics does not depend on interruptions or on the number of threads. Returns
/// whether the run has come to its end. Throws Error for bad input and where files cannot be
/// written.
bool train(const TrainOptions& options);

/// The same in a folder that is taken, with a configuration that has been read, and prints nothing
/// but progress: what OUT/model.json says, or null where the run has not come to its end.
nlohmann::json train_run(const TrainOptions& options, TrainConfig config);

/// What OUT/model.json says of this run, or null where it is not there. Throws Error where it is
/// that of another configuration or text, and says which settings differ.
nlohmann::json ended_run(const TrainOptions& options, TrainConfig config);

}  // namespace attn::cli
