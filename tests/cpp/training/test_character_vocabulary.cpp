#include "attn/training/character_vocabulary.hpp"

#include <algorithm>

#include "attn/numerics/rng.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

using Characters = std::vector<char32_t>;
using Tokens = std::vector<Index>;

constexpr CharacterVocabularyOptions kWithUnknown{true};

// The message with which a text is refused, less the name of the function.
std::string problem_of(const std::string& text) {
  const std::string message = message_of([&] { return utf8_characters(text); });
  return message.substr(std::min(message.size(), std::string("utf8_characters: ").size()));
}

}  // namespace

TEST_CASE("characters are those that the standard lists") {
  // RFC 3629, section 7, and the first and last of each length.
  CHECK(utf8_characters("A\xE2\x89\xA2\xCE\x91.") == Characters{0x41, 0x2262, 0x391, 0x2E});
  CHECK(utf8_characters("\xED\x95\x9C\xEA\xB5\xAD\xEC\x96\xB4") ==
        Characters{0xD55C, 0xAD6D, 0xC5B4});
  CHECK(utf8_characters("\xEF\xBB\xBF\xF0\xA3\x8E\xB4") == Characters{0xFEFF, 0x233B4});
  CHECK(utf8_characters(std::string("\0\x7F", 2)) == Characters{0, 0x7F});
  CHECK(utf8_characters("\xC2\x80\xDF\xBF") == Characters{0x80, 0x7FF});
  CHECK(utf8_characters("\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF") ==
        Characters{0x800, 0xD7FF, 0xE000, 0xFFFF});
  CHECK(utf8_characters("\xF0\x90\x80\x80\xF4\x8F\xBF\xBF") == Characters{0x10000, 0x10FFFF});
  CHECK(utf8_characters("").empty());
  CHECK(utf8_text({}).empty());
}

TEST_CASE("every character comes back from its bytes") {
  Characters all;
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (c < 0xD800 || c >= 0xE000) all.push_back(c);
  }
  const std::string text = utf8_text(all);
  CHECK(all.size() == 1112064);
  CHECK(text.size() == 128 + 2 * 1920 + 3 * 61440 + 4 * 1048576);
  CHECK(utf8_characters(text) == all);
  // The order of bytes is the order of numbers.
  const CharacterVocabulary vocabulary(text);
  CHECK(vocabulary.characters() == all);
  CHECK(vocabulary.decode(vocabulary.encode(text)) == text);
}

TEST_CASE("bytes that are no UTF-8 are refused where they are") {
  const std::string expected = ", expected the beginning of a character in UTF-8";
  // A byte that only follows, and those that are in no character.
  CHECK(problem_of("ab\x80") == "text[2] is byte 128" + expected);
  CHECK(problem_of("\xBF") == "text[0] is byte 191" + expected);
  CHECK(problem_of("\xF8\x88\x80\x80\x80") == "text[0] is byte 248" + expected);
  CHECK(problem_of("a\xFF") == "text[1] is byte 255" + expected);
  // Longer forms of shorter ones.
  CHECK(problem_of("\xC1\xBF") == "text[0] is byte 193" + expected);
  CHECK(problem_of("\xE0\x9F\xBF") == "text[0] is byte 224" + expected);
  CHECK(problem_of("\xF0\x8F\xBF\xBF") == "text[0] is byte 240" + expected);
  // Surrogates, and what is beyond Unicode.
  CHECK(problem_of("\xED\xA0\x80") == "text[0] is byte 237" + expected);
  CHECK(problem_of("\xED\xBF\xBF") == "text[0] is byte 237" + expected);
  CHECK(problem_of("\xF4\x90\x80\x80") == "text[0] is byte 244" + expected);
  // Cut off, at the end and by another character.
  CHECK(problem_of("\xCE\x91\xCE") == "text[2] is byte 206" + expected);
  CHECK(problem_of("\xE2\x82") == "text[0] is byte 226" + expected);
  CHECK(problem_of("\xE2\x82"
                   "a") == "text[0] is byte 226" + expected);
  CHECK(problem_of("x\xF0\x9F\x98\xC3\xA9") == "text[1] is byte 240" + expected);
  CHECK_THAT(message_of([] { return CharacterVocabulary("a\x80").size(); }),
             contains("CharacterVocabulary: text[1] is byte 128"));
  const CharacterVocabulary vocabulary("a");
  CHECK_THAT(message_of([&] { return vocabulary.encode("a\x80"); }),
             contains("CharacterVocabulary::encode: text[1] is byte 128"));
}

TEST_CASE("a string of two bytes is two characters, one, or none, as often as there are such") {
  int one = 0, two = 0;
  for (int a = 0; a < 256; ++a) {
    for (int b = 0; b < 256; ++b) {
      const std::string text{static_cast<char>(a), static_cast<char>(b)};
      try {
        const Characters found = utf8_characters(text);
        ++(found.size() == 1 ? one : two);
        CHECK(utf8_text(found) == text);
      } catch (const Error&) {
        continue;
      }
    }
  }
  CHECK(one == 1920);
  CHECK(two == 128 * 128);
}

TEST_CASE("tokens are the distinct characters of a text in the order of their numbers") {
  const CharacterVocabulary vocabulary(
      "b\xC3\xA9"
      "a\nbab");
  CHECK(vocabulary.size() == 4);
  CHECK(vocabulary.characters() == Characters{'\n', 'a', 'b', 0xE9});
  CHECK(vocabulary.encode("ab\xC3\xA9\n") == Tokens{1, 2, 3, 0});
  CHECK(vocabulary.decode({3, 3, 1}) ==
        "\xC3\xA9\xC3\xA9"
        "a");
  CHECK(vocabulary.encode("").empty());
  CHECK(vocabulary.decode({}).empty());
  CHECK(vocabulary.has('a'));
  CHECK_FALSE(vocabulary.has('c'));
  CHECK_FALSE(vocabulary.has(0x10FFFF));
}

TEST_CASE("a vocabulary that is made of its characters is the one that it was") {
  Rng rng(1);
  Characters drawn;
  for (int i = 0; i < 500; ++i) {
    drawn.push_back(static_cast<char32_t>(0x3000 + 300.0 * rng.uniform()));
  }
  const std::string text = utf8_text(drawn);
  const CharacterVocabulary vocabulary(text), again(vocabulary.characters());
  CHECK(again.characters() == vocabulary.characters());
  CHECK(again.encode(text) == vocabulary.encode(text));
  CHECK(vocabulary.decode(again.encode(text)) == text);
  // Tokens are ranks.
  const Tokens tokens = vocabulary.encode(text);
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    CHECK((tokens[i] < tokens[i - 1]) == (drawn[i] < drawn[i - 1]));
  }
}

TEST_CASE("a character that the vocabulary lacks is refused, or has the last token") {
  const CharacterVocabulary strict("ab"), lenient("ab", kWithUnknown);
  CHECK(message_of([&] { return strict.encode("ba\xE2\x82\xAC"); }) ==
        "CharacterVocabulary::encode: text[2] is U+20AC, expected a character of the vocabulary");
  CHECK(message_of([&] { return strict.encode("\xC3\xA9"); }) ==
        "CharacterVocabulary::encode: text[0] is U+00E9, expected a character of the vocabulary");
  CHECK(message_of([&] { return strict.encode("a\xF0\x9F\x98\x80"); }) ==
        "CharacterVocabulary::encode: text[1] is U+1F600, expected a character of the vocabulary");
  CHECK(strict.size() == 2);
  CHECK(lenient.size() == 3);
  CHECK(lenient.encode("b\xE2\x82\xAC"
                       "ac") == Tokens{1, 2, 0, 2});
  CHECK(lenient.decode({1, 2, 0}) ==
        "b\xEF\xBF\xBD"
        "a");
  // One that is known is what it is.
  const CharacterVocabulary mark("a\xEF\xBF\xBD", kWithUnknown);
  CHECK(mark.encode("\xEF\xBF\xBD"
                    "b") == Tokens{1, 2});
}

TEST_CASE("vocabularies refuse what does not fit") {
  CHECK(message_of([] { return CharacterVocabulary("").size(); }) ==
        "CharacterVocabulary: text is empty, expected at least one character");
  CHECK(message_of([] { return CharacterVocabulary(Characters{}).size(); }) ==
        "CharacterVocabulary: the number of characters is 0, expected a whole number from 1 to "
        "1114112");
  CHECK(message_of([] {
          return CharacterVocabulary(Characters{'a', 'a'}).size();
        }) ==
        "CharacterVocabulary: characters[1] is U+0061, expected one above U+0061, which is before "
        "it");
  CHECK(message_of([] { return CharacterVocabulary(Characters{0xDFFF}).size(); }) ==
        "CharacterVocabulary: characters[0] is U+DFFF, expected a character");
  CHECK(message_of([] {
          return utf8_text({'a', 0x110000});
        }) == "utf8_text: characters[1] is U+110000, expected a character");
  const CharacterVocabulary vocabulary("ab");
  CHECK(message_of([&] {
          return vocabulary.decode({0, 2});
        }) == "CharacterVocabulary::decode: a token is 2, expected a whole number from 0 to 1");
  CHECK(message_of([&] { return vocabulary.decode({-1}); }) ==
        "CharacterVocabulary::decode: a token is -1, expected a whole number from 0 to 1");
  const std::string longest((std::size_t{1} << 26) + 1, 'a');
  CHECK(message_of([&] { return vocabulary.encode(longest); }) ==
        "CharacterVocabulary::encode: the length of text is 67108865, expected a whole number from "
        "0 to 67108864");
}

TEST_CASE("rare characters of a text have one place in it, and common ones stay") {
  CHECK(without_rare_characters("aabbc", 2, 10) == "aabb\xEF\xBF\xBD");
  CHECK(without_rare_characters("aabbc", 1, 10) == "aabbc");
  CHECK(without_rare_characters("", 1, 2).empty());
  // One of the places is that of all others.
  CHECK(without_rare_characters("abcabca", 1, 2) ==
        "a\xEF\xBF\xBD\xEF\xBF\xBD"
        "a\xEF\xBF\xBD\xEF\xBF\xBD"
        "a");
  CHECK(without_rare_characters("abcabca", 1, 3) == "abcabca");
  // b and c are equally frequent: the lower number stays.
  CHECK(without_rare_characters("dabcabcad", 1, 3) ==
        "\xEF\xBF\xBD"
        "ab\xEF\xBF\xBD"
        "ab\xEF\xBF\xBD"
        "a\xEF\xBF\xBD");
  // What stands for others already goes on to, however rare it is.
  CHECK(without_rare_characters("aa\xEF\xBF\xBD", 1, 2) == "aa\xEF\xBF\xBD");
}

TEST_CASE("a text without its rare characters is left as it is, and has as many characters") {
  Rng rng(3);
  for (int trial = 0; trial < 50; ++trial) {
    Characters drawn;
    for (int i = 0; i < 300; ++i) {
      const double u = rng.uniform();
      drawn.push_back(static_cast<char32_t>(0x3B1 + 200.0 * u * u * u));
    }
    const std::string text = utf8_text(drawn);
    const auto least = static_cast<Index>(1 + trial % 7), most = static_cast<Index>(2 + trial);
    const std::string common = without_rare_characters(text, least, most);
    const Characters left = utf8_characters(common);
    REQUIRE(left.size() == drawn.size());
    for (std::size_t i = 0; i < left.size(); ++i) {
      CHECK((left[i] == drawn[i] || left[i] == 0xFFFD));
    }
    const CharacterVocabulary vocabulary(common);
    CHECK(vocabulary.size() <= most);
    for (const char32_t c : vocabulary.characters()) {
      if (c != 0xFFFD) CHECK(std::count(left.begin(), left.end(), c) >= least);
    }
    CHECK(without_rare_characters(common, least, most) == common);
  }
  CHECK(message_of([] { return without_rare_characters("a", 0, 2); }) ==
        "without_rare_characters: least is 0, expected a whole number from 1 to 67108864");
  CHECK(message_of([] { return without_rare_characters("a", 1, 1); }) ==
        "without_rare_characters: most is 1, expected a whole number from 2 to 1114112");
  CHECK(message_of([] { return without_rare_characters("a\x80", 1, 2); }) ==
        "without_rare_characters: text[1] is byte 128, expected the beginning of a character in "
        "UTF-8");
}
