// Files from which a training run goes on, bit for bit.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "attn/training/gpt_trainer.hpp"

namespace attn::cli {

/// What a checkpoint holds.
struct Checkpoint {
  /// "config", "texts" and "programs" as model.json has them; null in files of the first format,
  /// which know of their run only the hash.
  nlohmann::json run;
  std::uint64_t recipe = 0;   ///< that of TrainRun
  std::uint64_t metrics = 0;  ///< bytes of the file of metrics when it was written
  GptTrainerState state;
  std::string notes;  ///< read: what is to be said of it; empty where nothing is
};

/// Writes FOLDER/checkpoint under another name first; what was there becomes FOLDER/checkpoint.old.
/// Throws Error where that fails, as on a full disk: then what was there still is.
void write_checkpoint(const std::string& folder, const Checkpoint& checkpoint);

/// The newest of the two that is whole and knows of no more metrics than FOLDER/metrics.jsonl has;
/// where there is none such, the newest that is whole: lines that are lost cost no training. None
/// where there is neither. One that is passed over makes room for the other. Throws Error where
/// none that is there is whole. For the process that has the folder's lock.
std::optional<Checkpoint> read_checkpoint(const std::string& folder);

/// The newest that is whole, or none: for those who ask whose it is, while another may write.
std::optional<Checkpoint> look_at_checkpoint(const std::string& folder);

}  // namespace attn::cli
