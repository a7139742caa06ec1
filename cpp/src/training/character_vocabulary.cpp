#include "attn/training/character_vocabulary.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "attn/numerics/check.hpp"

namespace attn {
namespace {

constexpr Index kMaxBytes = Index{1} << 26;
constexpr char32_t kReplacement = 0xFFFD;
constexpr std::size_t kUnicode = 0x110000;

bool is_character(char32_t c) { return c < 0xD800 || (c >= 0xE000 && c < kUnicode); }

unsigned byte_at(std::string_view text, std::size_t place) {
  return static_cast<unsigned char>(text[place]);
}

// How many bytes a character takes.
std::size_t bytes_of(char32_t c) {
  if (c < 0x80) return 1;
  if (c < 0x800) return 2;
  return c < 0x10000 ? 3 : 4;
}

// The first byte of each length has so many ones, then a zero.
std::size_t length_from(unsigned first) {
  if (first < 0x80) return 1;
  if (first < 0xC0) return 0;
  if (first < 0xE0) return 2;
  if (first < 0xF0) return 3;
  return first < 0xF8 ? 4 : 0;
}

// The character that begins at a place; its length is 0 where none does.
struct Found {
  char32_t character;
  std::size_t length;
};

Found character_at(std::string_view text, std::size_t place) {
  const unsigned first = byte_at(text, place);
  const std::size_t length = length_from(first);
  if (length == 1) return {first, 1};
  if (length == 0 || length > text.size() - place) return {0, 0};
  char32_t c = first & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const unsigned next = byte_at(text, place + i);
    if ((next & 0xC0U) != 0x80U) return {0, 0};
    c = (c << 6U) | (next & 0x3FU);
  }
  // Another form of a shorter one is not accepted: a text would not come back as it was.
  if (!is_character(c) || bytes_of(c) != length) return {0, 0};
  return {c, length};
}

void check_length(const char* function, const char* argument, std::size_t length) {
  check::count(function, argument, length, 0, kMaxBytes);
}

// Calls take(character, place of its first byte) for each.
template <typename Take>
void for_each_character(const char* function, std::string_view text, const Take& take) {
  check_length(function, "the length of text", text.size());
  std::size_t place = 0;
  while (place < text.size()) {
    const Found found = character_at(text, place);
    if (found.length == 0) {
      check::refuse(function, {"text[", place, "]"}, {"byte ", byte_at(text, place)},
                    "the beginning of a character in UTF-8");
    }
    take(found.character, place);
    place += found.length;
  }
}

std::string name_of(char32_t c) {
  std::string digits;
  for (auto rest = static_cast<std::uint32_t>(c); rest != 0 || digits.size() < 4; rest >>= 4U) {
    digits.insert(digits.begin(), "0123456789ABCDEF"[rest & 15U]);
  }
  return "U+" + digits;
}

void append(std::string& text, char32_t c) {
  const std::size_t length = bytes_of(c);
  if (length == 1) {
    text += static_cast<char>(c);
    return;
  }
  const auto number = static_cast<std::uint32_t>(c);
  const std::uint32_t ones = (0xF00U >> length) & 0xFFU;
  text += static_cast<char>(ones | (number >> (6 * (length - 1))));
  for (std::size_t i = length - 1; i-- > 0;) {
    text += static_cast<char>(0x80U | ((number >> (6 * i)) & 0x3FU));
  }
}

std::vector<char32_t> distinct(const char* function, std::string_view text) {
  // A bit each: of most sixty-four none is in a text.
  std::vector<std::uint64_t> seen(kUnicode / 64);
  for_each_character(function, text, [&](char32_t c, std::size_t) {
    seen[c / 64] |= std::uint64_t{1} << (c % 64);
  });
  std::vector<char32_t> out;
  for (std::size_t word = 0; word < seen.size(); ++word) {
    std::size_t c = 64 * word;
    for (std::uint64_t rest = seen[word]; rest != 0; rest >>= 1U, ++c) {
      if ((rest & 1U) != 0) out.push_back(static_cast<char32_t>(c));
    }
  }
  return out;
}

}  // namespace

std::vector<char32_t> utf8_characters(std::string_view text) {
  std::vector<char32_t> out;
  for_each_character("utf8_characters", text, [&](char32_t c, std::size_t) { out.push_back(c); });
  return out;
}

std::string utf8_text(const std::vector<char32_t>& characters) {
  constexpr const char* kName = "utf8_text";
  check_length(kName, "the number of characters", characters.size());
  std::string out;
  for (std::size_t i = 0; i < characters.size(); ++i) {
    if (!is_character(characters[i])) {
      check::refuse(kName, {"characters[", i, "]"}, name_of(characters[i]), "a character");
    }
    append(out, characters[i]);
  }
  return out;
}

std::string without_rare_characters(std::string_view text, Index least, Index most) {
  constexpr const char* kName = "without_rare_characters";
  check::count(kName, "least", least, 1, kMaxBytes);
  check::count(kName, "most", most, 2, Index{kUnicode});
  std::vector<std::uint32_t> counts(kUnicode);
  for_each_character(kName, text, [&](char32_t c, std::size_t) { ++counts[c]; });
  std::vector<char32_t> kept;
  bool rare = false;
  for (std::size_t c = 0; c < kUnicode; ++c) {
    if (counts[c] == 0) continue;
    if (c != kReplacement && static_cast<Index>(counts[c]) >= least) {
      kept.push_back(static_cast<char32_t>(c));
    } else {
      rare = true;
    }
  }
  const auto room = static_cast<std::size_t>(most);
  if (kept.size() + (rare ? 1 : 0) > room) {
    // Stable: of equally frequent ones those that come first stay.
    std::stable_sort(kept.begin(), kept.end(),
                     [&](char32_t a, char32_t b) { return counts[a] > counts[b]; });
    kept.resize(room - 1);
    std::sort(kept.begin(), kept.end());
  }
  std::string out;
  out.reserve(text.size());
  for_each_character(kName, text, [&](char32_t c, std::size_t) {
    append(out, std::binary_search(kept.begin(), kept.end(), c) ? c : kReplacement);
  });
  return out;
}

CharacterVocabulary::CharacterVocabulary(std::string_view text,
                                         const CharacterVocabularyOptions& options)
    : characters_(distinct("CharacterVocabulary", text)), unknown_(options.unknown) {
  if (characters_.empty()) {
    check::refuse("CharacterVocabulary", "text", "empty", "at least one character");
  }
}

CharacterVocabulary::CharacterVocabulary(std::vector<char32_t> characters,
                                         const CharacterVocabularyOptions& options)
    : characters_(std::move(characters)), unknown_(options.unknown) {
  constexpr const char* kName = "CharacterVocabulary";
  check::count(kName, "the number of characters", characters_.size(), 1, Index{kUnicode});
  for (std::size_t i = 0; i < characters_.size(); ++i) {
    const char32_t c = characters_[i];
    if (!is_character(c)) {
      check::refuse(kName, {"characters[", i, "]"}, name_of(c), "a character");
    }
    if (i > 0 && c <= characters_[i - 1]) {
      check::refuse(kName, {"characters[", i, "]"}, name_of(c),
                    {"one above ", name_of(characters_[i - 1]), ", which is before it"});
    }
  }
}

Index CharacterVocabulary::size() const noexcept {
  return static_cast<Index>(characters_.size()) + (unknown_ ? 1 : 0);
}

bool CharacterVocabulary::has(char32_t character) const noexcept {
  return std::binary_search(characters_.begin(), characters_.end(), character);
}

std::vector<Index> CharacterVocabulary::encode(std::string_view text) const {
  constexpr const char* kName = "CharacterVocabulary::encode";
  std::vector<Index> out;
  for_each_character(kName, text, [&](char32_t c, std::size_t place) {
    const auto at = std::lower_bound(characters_.begin(), characters_.end(), c);
    if (at != characters_.end() && *at == c) {
      out.push_back(at - characters_.begin());
    } else if (unknown_) {
      out.push_back(static_cast<Index>(characters_.size()));
    } else {
      check::refuse(kName, {"text[", place, "]"}, name_of(c), "a character of the vocabulary");
    }
  });
  return out;
}

std::string CharacterVocabulary::decode(const std::vector<Index>& tokens) const {
  constexpr const char* kName = "CharacterVocabulary::decode";
  check_length(kName, "the number of tokens", tokens.size());
  std::string out;
  for (const Index token : tokens) {
    check::count(kName, "a token", token, 0, size() - 1);
    const auto at = static_cast<std::size_t>(token);
    append(out, at < characters_.size() ? characters_[at] : kReplacement);
  }
  return out;
}

}  // namespace attn
