#include "experiments/one-head/reading_source.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "attn/numerics/check.hpp"
#include "attn/training/character_vocabulary.hpp"
#include "experiments/one-head/kept_weights.hpp"

namespace attn::experiments {

namespace {

// Of so many windows it is kept what the model says: as many as a first picture waits for, each a
// third of a megabyte.
constexpr Index kKeptForwards = 20;

ReadingSource read_anew(const char* experiment, const ReadingSourceParams& params) {
  try {
    const CharacterVocabulary characters(params.text);
    const std::vector<Index> tokens = characters.encode(params.text);
    // As attn train does by default: the end of the text.
    const auto first = static_cast<std::ptrdiff_t>(tokens.size() - tokens.size() / 10);
    const std::vector<Index> unseen(tokens.begin() + first, tokens.end());
    ReadingSource out;
    out.shape.vocabulary = characters.size();
    const Index length = out.shape.context;
    check::count("the text", "its last tenth, in characters", unseen.size(), length + 1,
                 check::kMaxBudget);
    for (const char32_t c : characters.characters()) {
      out.characters.push_back(static_cast<Index>(c));
    }
    // Each window ends with the token that the next begins with.
    out.windows = {(static_cast<Index>(unseen.size()) - 1) / length, length, {}};
    for (Index w = 0; w < out.windows.sequences; ++w) {
      const auto at = unseen.begin() + w * length;
      out.windows.tokens.insert(out.windows.tokens.end(), at, at + length + 1);
    }
    out.weights = weights_from_text("the model", params.weights, gpt_size(out.shape));
    return out;
  } catch (const Error& error) {
    check::fail({experiment, ": ", error.what()});
  }
}

}  // namespace

// Figures ask the same model again with each move of a hand: it is read once, and kept until
// another one is asked.
ReadingSource reading_source(const char* experiment, const ReadingSourceParams& params) {
  static thread_local ReadingSourceParams asked;
  static thread_local ReadingSource kept;
  static thread_local std::uint64_t read = 0;
  if (kept.weights.size() == 0 || asked.text != params.text || asked.weights != params.weights) {
    ReadingSource found = read_anew(experiment, params);
    // No model for as long as it is not known whose it is.
    kept.weights.resize(0);
    asked = params;
    kept = std::move(found);
    kept.number = ++read;
  }
  return kept;
}

GptBatch window_of(const GptBatch& windows, Index window) {
  const Index length = windows.length;
  const auto first = windows.tokens.begin() + window * (length + 1);
  return {1, length, {first, first + length + 1}};
}

GptBatch window_of(const ReadingSource& source, Index window) {
  return window_of(source.windows, window);
}

const GptForward& forward_of(const ReadingSource& source, Index window) {
  static thread_local std::uint64_t number = 0;
  static thread_local std::vector<std::optional<GptForward>> kept;
  if (number != source.number || kept.empty()) {
    kept.clear();
    kept.resize(kKeptForwards + 1);
    number = source.number;
  }
  std::optional<GptForward>& found =
      kept[static_cast<std::size_t>(std::min(window, kKeptForwards))];
  // The last is of any other.
  if (!found || window >= kKeptForwards) {
    found = gpt_forward(source.shape, source.weights, window_of(source, window));
  }
  return *found;
}

Vector characters_of(const ReadingSource& source, const GptBatch& window) {
  Vector out(window.length);
  for (Index i = 0; i < window.length; ++i) {
    const Index token = window.tokens[static_cast<std::size_t>(i)];
    out(i) = static_cast<double>(source.characters[static_cast<std::size_t>(token)]);
  }
  return out;
}

ReadingSourceParams made_up_source(std::uint64_t seed) {
  Rng rng(seed);
  ReadingSourceParams out;
  static constexpr const char* kLetters = "aeinst ,.";
  while (out.text.size() < 700) out.text += kLetters[static_cast<std::size_t>(9.0 * rng.uniform())];
  GptShape shape;
  shape.vocabulary = CharacterVocabulary(out.text).size();
  out.weights = weights_to_text(gpt_start(shape, rng, 0.2));
  return out;
}

}  // namespace attn::experiments
