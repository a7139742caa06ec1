// The texts of a training run, and what tells that run from others.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "attn/training/character_vocabulary.hpp"
#include "cli/train_config.hpp"

namespace attn::cli {

/// A text in tokens.
struct TrainText {
  CharacterVocabulary characters;
  std::vector<Index> tokens;      ///< that are trained on
  std::vector<Index> validation;  ///< that are evaluated
  std::string text, unseen;       ///< as they were read; `unseen` empty for the end of `text`
  nlohmann::json about;           ///< their hashes and numbers of characters, for model.json
};

/// A run before it begins.
struct TrainRun {
  TrainConfig config;  ///< with the vocabulary and updates that the text gives
  std::shared_ptr<const TrainText> text;
  std::uint64_t recipe = 0;  ///< hash of all settings and of the texts: of what model.json says
};

/// Texts that have been read, so that the runs of a sweep share them.
class TrainTexts {
 public:
  /// The run of a configuration. Throws Error where a text cannot be read, and for settings that
  /// GptTrainer refuses, before anything is written or trained.
  TrainRun run_of(TrainConfig config);

 private:
  std::shared_ptr<const TrainText> text_of(const TrainConfig& config);

  std::map<std::string, std::shared_ptr<const TrainText>> read_;
};

/// A hash as 16 hexadecimal digits.
std::string hex(std::uint64_t hash);

}  // namespace attn::cli
