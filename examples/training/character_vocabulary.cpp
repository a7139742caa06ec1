// A text as tokens, and back.
#include <attn/training/character_vocabulary.hpp>
#include <iostream>

int main() {
  const attn::CharacterVocabulary vocabulary("to be, or not to be");
  std::cout << vocabulary.size() << " tokens:";
  for (const char32_t c : vocabulary.characters()) std::cout << " '" << static_cast<char>(c) << "'";
  std::cout << '\n';
  const std::vector<attn::Index> tokens = vocabulary.encode("not one bet");
  for (const attn::Index token : tokens) std::cout << token << ' ';
  std::cout << "are \"" << vocabulary.decode(tokens) << "\"\n";
  try {
    (void)vocabulary.encode("to sleep");
  } catch (const attn::Error& error) {
    std::cout << error.what() << '\n';
  }
}

// Prints:
//  8 tokens: ' ' ',' 'b' 'e' 'n' 'o' 'r' 't'
//  4 5 7 0 5 4 3 0 2 3 7 are "not one bet"
//  CharacterVocabulary::encode: text[3] is U+0073, expected a character of the vocabulary
