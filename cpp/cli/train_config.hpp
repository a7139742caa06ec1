// What `attn train` is told: a JSON object.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "attn/training/gpt_trainer.hpp"

namespace attn::cli {

/// A run of the language model on a text. Every member has its key in the file; what is left out is
/// as here.
struct TrainConfig {
  std::string text;               ///< file in UTF-8; needed
  std::string validation;         ///< file; empty for the end of `text`
  double validation_share = 0.1;  ///< of the text, where there is no file
  Index characters = 0;           ///< the first so many of the text; 0 for all
  GptTrainerOptions trainer;      ///< all but the vocabulary, which follows from the text
  double epochs = 0.0;   ///< instead of updates: how often as many characters are read as the text
                         ///< has; 0 for updates
  bool fused = false;    ///< faster, with bits that are this machine's own
  Index log_every = 10;  ///< updates between lines of metrics
  Index evaluate_every = 0;  ///< updates between evaluations; 0 for the end only
  std::vector<double>
      noise;  ///< deviations of the noise on embeddings under which it is evaluated at the end
  Index sample = 0;  ///< characters that are drawn with each evaluation
};

/// From the text of a file, called `name` in messages. Throws Error for what is no object, for keys
/// that are unknown or missing, for values of another type, and for epochs beside updates; ranges
/// are the trainer's to check.
TrainConfig parse_train_config(const std::string& text, const std::string& name);

/// All of it with its defaults, as it is read.
nlohmann::json to_json(const TrainConfig& config);

/// Settings that are compared.
enum class Settings {
  kAll,         ///< but where the texts lie: what they say is compared elsewhere
  kOfTraining,  ///< on which the weights hang, and not what is logged, evaluated or drawn from them
};

/// Names the settings, of two that to_json has written, that differ: "updates is 60 there and 90
/// here". Empty where none does. One that is missing, in a file of an earlier version, has its
/// default.
std::string differing_settings(const nlohmann::json& there, const nlohmann::json& here,
                               Settings which);

}  // namespace attn::cli
