#include "cli/train_data.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <initializer_list>

#include "attn/numerics/check.hpp"
#include "cli/files.hpp"
#include "experiments/arrays.hpp"

namespace attn::cli {
namespace {

using nlohmann::json;

// Of several texts, one after the other.
std::uint64_t hash_of(std::initializer_list<const std::string*> texts) {
  std::uint64_t out = experiments::hash_bytes(nullptr, 0);
  for (const std::string* text : texts) {
    out = experiments::hash_bytes(text->data(), text->size(), out);
  }
  return out;
}

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

TrainText read_text(const TrainConfig& config) {
  std::string text = first_characters(read_file(config.text), config.characters);
  const bool apart = !config.validation.empty();
  std::string unseen = apart ? read_file(config.validation) : "";
  // A text of its own may have characters that the other lacks.
  TrainText out{CharacterVocabulary(text, {apart}), {}, {}, std::move(text), std::move(unseen), {}};
  out.tokens = out.characters.encode(out.text);
  if (apart) {
    out.validation = out.characters.encode(out.unseen);
  } else {
    const auto size = static_cast<double>(out.tokens.size());
    const auto kept =
        static_cast<std::ptrdiff_t>(size - std::floor(size * config.validation_share));
    out.validation.assign(out.tokens.begin() + kept, out.tokens.end());
    out.tokens.resize(static_cast<std::size_t>(kept));
  }
  out.about = {{"hash", hex(hash_of({&out.text}))},
               {"characters", out.tokens.size()},
               {"validation_characters", out.validation.size()},
               {"vocabulary", out.characters.size()}};
  if (apart) out.about["validation_hash"] = hex(hash_of({&out.unseen}));
  return out;
}

// As the trainer checks them, over a text as short as may be.
void check_trainer(const GptTrainerOptions& options, const std::vector<Index>& tokens) {
  const auto enough = static_cast<std::size_t>(std::max<Index>(0, options.shape.context)) + 1;
  const auto size = static_cast<std::ptrdiff_t>(std::min(tokens.size(), enough));
  (void)GptTrainer({tokens.begin(), tokens.begin() + size}, options);
}

}  // namespace

std::shared_ptr<const TrainText> TrainTexts::text_of(const TrainConfig& config) {
  const std::string read =
      json{config.text, config.validation, config.characters, config.validation_share}.dump(
          -1, ' ', false, json::error_handler_t::replace);
  std::shared_ptr<const TrainText>& out = read_[read];
  if (!out) out = std::make_shared<TrainText>(read_text(config));
  return out;
}

TrainRun TrainTexts::run_of(TrainConfig config) {
  TrainRun out{std::move(config), nullptr, 0};
  out.text = text_of(out.config);
  GptTrainerOptions& trainer = out.config.trainer;
  trainer.shape.vocabulary = out.text->characters.size();
  if (out.config.epochs > 0.0) {
    const double read = static_cast<double>(trainer.batch) *
                        static_cast<double>(std::max<Index>(1, trainer.shape.context));
    const double updates =
        std::ceil(out.config.epochs * static_cast<double>(out.text->tokens.size()) / read);
    trainer.schedule.updates =
        check::count("attn train", "the updates of these epochs", updates, 1, check::kMaxBudget);
  }
  check_trainer(trainer, out.text->tokens);
  json settings = to_json(out.config);
  // Where the texts lie does not matter, what they say does.
  settings.erase("text");
  settings.erase("validation");
  const std::string recipe = settings.dump();
  out.recipe = hash_of({&recipe, &out.text->text, &out.text->unseen});
  return out;
}

std::string hex(std::uint64_t hash) {
  char out[17];
  std::snprintf(out, sizeof out, "%016llx", static_cast<unsigned long long>(hash));
  return out;
}

}  // namespace attn::cli
