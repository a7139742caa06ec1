// Files from which a training run goes on, bit for bit.
#pragma once

#include <optional>
#include <string>

#include "attn/training/gpt_trainer.hpp"

namespace attn::cli {

/// What a checkpoint holds.
struct Checkpoint {
  std::uint64_t recipe = 0;   ///< hash of configuration and text: another run's is refused
  std::uint64_t metrics = 0;  ///< bytes of the file of metrics when it was written
  GptTrainerState state;
};

/// Writes FOLDER/checkpoint under another name first; what was there becomes FOLDER/checkpoint.old.
/// Throws Error where that fails, as on a full disk: then what was there still is.
void write_checkpoint(const std::string& folder, const Checkpoint& checkpoint);

/// The newest of the two that is whole and knows of no more metrics than FOLDER/metrics.jsonl has,
/// or none where there is neither. One that is passed over makes room for the other, and `notes`
/// says why. Throws Error where none that is there will do.
std::optional<Checkpoint> read_checkpoint(const std::string& folder, std::string& notes);

}  // namespace attn::cli
