#include "attn/training/character_vocabulary.hpp"

#include "fuzz_input.hpp"

namespace {

using attn::CharacterVocabulary;

// Bytes, mostly those of characters.
std::string text_of(fuzz::Input& input) {
  std::string out;
  const attn::Index length = input.size(0, 40);
  const bool any = input.byte() % 4 == 0;
  for (attn::Index i = 0; i < length; ++i) {
    if (any) {
      out += static_cast<char>(input.byte());
      continue;
    }
    // Of each length, surrogates and what is beyond Unicode among them.
    const char32_t bits =
        static_cast<char32_t>(input.byte() << 16 | input.byte() << 8 | input.byte());
    const char32_t c = (bits & 0x1FFFFFU) >> (7 * (input.byte() % 3));
    try {
      out += attn::utf8_text({c});
    } catch (const attn::Error&) {
      fuzz::expect((c >= 0xD800 && c < 0xE000) || c >= 0x110000, "utf8_text", "a character");
    }
  }
  return out;
}

void round_trip(const char* function, const CharacterVocabulary& vocabulary,
                const std::string& text, bool known) {
  std::vector<attn::Index> tokens;
  if (!fuzz::returns(function, [&] { tokens = vocabulary.encode(text); })) {
    fuzz::expect(!known, function, "encoded");
    return;
  }
  for (const attn::Index token : tokens)
    fuzz::expect(token >= 0 && token < vocabulary.size(), function, "a token");
  const std::string back = vocabulary.decode(tokens);
  bool all_known = true;
  for (const char32_t c : attn::utf8_characters(text)) all_known &= vocabulary.has(c);
  fuzz::expect((back == text) || !all_known, function, "the text again");
  fuzz::expect(attn::utf8_characters(back).size() == tokens.size(), function, "as many");
}

}  // namespace

FUZZ_TARGET(character_vocabulary) {
  fuzz::Input input(data, size);
  constexpr const char* kEncode = "CharacterVocabulary::encode";
  const std::string text = text_of(input), other = text_of(input);
  const attn::CharacterVocabularyOptions options{input.flip()};
  std::vector<char32_t> characters;
  if (fuzz::returns("utf8_characters", [&] { characters = attn::utf8_characters(text); })) {
    fuzz::expect(attn::utf8_text(characters) == text, "utf8_text", "the text again");
  }
  fuzz::returns("CharacterVocabulary", [&] {
    const CharacterVocabulary vocabulary(text, options);
    round_trip(kEncode, vocabulary, text, true);
    round_trip(kEncode, vocabulary, other, false);
    const CharacterVocabulary again(vocabulary.characters(), options);
    fuzz::expect(again.encode(text) == vocabulary.encode(text), kEncode, "the same tokens");
  });
  fuzz::returns("without_rare_characters", [&] {
    const attn::Index least = input.size(0, 4), most = input.size(1, 6);
    const std::string common = attn::without_rare_characters(text, least, most);
    fuzz::expect(attn::utf8_characters(common).size() == characters.size(),
                 "without_rare_characters", "as many");
    fuzz::expect(attn::without_rare_characters(common, least, most) == common,
                 "without_rare_characters", "what nothing more is taken from");
  });
  // In any order.
  fuzz::returns("CharacterVocabulary", [&] {
    const CharacterVocabulary vocabulary(characters, options);
    round_trip(kEncode, vocabulary, text, true);
  });
  std::vector<attn::Index> tokens;
  for (attn::Index i = input.size(0, 5); i > 0; --i) tokens.push_back(input.size(-1, 4));
  fuzz::returns("CharacterVocabulary::decode", [&] {
    const std::string made = CharacterVocabulary("abc", options).decode(tokens);
    fuzz::expect(attn::utf8_characters(made).size() == tokens.size(), "decode", "as many");
  });
  return 0;
}
