// Characters of a text as tokens. A character is a Unicode scalar value, read from UTF-8; what is
// no UTF-8 is an error that says where. Nothing here changes once it is made: any thread may call
// all of it. Texts have at most 2^26 bytes, and as many characters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "attn/numerics/types.hpp"

namespace attn {

/// The characters of a text in UTF-8: the shortest form of numbers up to U+10FFFF that are no
/// surrogates, as in RFC 3629. An empty text has none. Throws Error for other bytes, with the place
/// of the first byte that begins no character, counted from 0, and for a text that is too long.
[[nodiscard]] std::vector<char32_t> utf8_characters(std::string_view text);

/// The text of these characters in UTF-8. Throws Error for a number that is no character, and for
/// too many.
[[nodiscard]] std::string utf8_text(const std::vector<char32_t>& characters);

/// The text with U+FFFD in place of rare characters: of those that it has fewer than `least` >= 1
/// times, and of all but the `most` - 1 most frequent where more than `most` >= 2 would be left
/// with it; of equally frequent ones the lower numbers stay. So a small model of a text has no
/// tokens that it can hardly learn. Throws Error for other arguments, and as utf8_characters.
[[nodiscard]] std::string without_rare_characters(std::string_view text, Index least, Index most);

/// What CharacterVocabulary makes of characters that it does not have.
struct CharacterVocabularyOptions {
  /// Whether they have a token, one for all of them, after those of characters; else they are
  /// errors.
  bool unknown = false;
};

/// Characters and the tokens, 0, 1, ..., that stand for them, in the order of their numbers in
/// Unicode.
class CharacterVocabulary {
 public:
  /// The distinct characters of a text, of which there is at least one. Throws Error otherwise, and
  /// as utf8_characters.
  explicit CharacterVocabulary(std::string_view text,
                               const CharacterVocabularyOptions& options = {});
  /// At least one character, in ascending order, none twice: what characters() gives. Throws Error
  /// otherwise.
  explicit CharacterVocabulary(std::vector<char32_t> characters,
                               const CharacterVocabularyOptions& options = {});

  /// How many tokens there are, the one of unknown characters included: tokens are below this.
  [[nodiscard]] Index size() const noexcept;
  /// That of each token; not of the token of unknown characters.
  [[nodiscard]] const std::vector<char32_t>& characters() const noexcept { return characters_; }
  /// Whether a character has a token of its own.
  [[nodiscard]] bool has(char32_t character) const noexcept;

  /// The tokens of a text, one for each character. Throws Error as utf8_characters, and for a
  /// character without a token, with the place of its first byte.
  [[nodiscard]] std::vector<Index> encode(std::string_view text) const;
  /// The text of tokens, from 0 to size() - 1: what was encoded, but for U+FFFD in place of unknown
  /// characters. Throws Error for other tokens, and for too many.
  [[nodiscard]] std::string decode(const std::vector<Index>& tokens) const;

 private:
  std::vector<char32_t> characters_;
  bool unknown_;
};

}  // namespace attn
