// `attn train`.
#pragma once

#include <string>

#include "cli/run_folder.hpp"
#include "cli/train_data.hpp"

namespace attn::cli {

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
/// OUT/metrics.jsonl, checkpoints, and at the end OUT/model.json. Ctrl-C, SIGTERM and SIGHUP keep
/// what is done. What stands in the metrics does not depend on interruptions or on the number of
/// threads. While files cannot be written, a run that has once written them goes on for two hours,
/// and tries again at each checkpoint. Returns whether the run has come to its end. Throws Error
/// for bad input, for a folder that holds another run or that another process is in, for one that
/// cannot be locked, and where files cannot be written in the end.
bool train(const TrainOptions& options);

/// The same in a folder that is taken, and prints nothing but progress: what OUT/model.json says,
/// or null where the run has not come to its end.
nlohmann::json train_run(const TrainOptions& options, const TrainRun& run, const RunFolder& folder);

/// A configuration with texts in place of its own, where they are given.
TrainConfig with_texts(TrainConfig config, const std::string& text, const std::string& validation);

/// Throws Error where options that `attn train` and `attn sweep` share are out of range.
void check_options(const char* command, Index threads, double save_seconds);

}  // namespace attn::cli
