// A language model of characters, trained on a line, says it by heart.
#include <attn/training/character_vocabulary.hpp>
#include <attn/training/gpt_trainer.hpp>
#include <iostream>

int main() {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "the cat sat on the mat. ";
  const attn::CharacterVocabulary characters(text);
  attn::GptTrainerOptions options;
  options.shape = {characters.size(), 16, 16, 2, 1};
  options.batch = 8;
  options.schedule = {2e-2, 10, 150, 0.05};
  attn::GptTrainer trainer(characters.encode(text), options);
  for (int u = 0; u < 150; ++u) {
    const attn::GptUpdate update = trainer.step();
    if (u % 50 == 0) std::cout << "update " << u << ": " << update.loss << " nats\n";
  }
  std::cout << characters.decode(trainer.sample(characters.encode("the c"), 20, 0.0, 1)) << '\n';
}

// Prints:
// update 0: 2.39035 nats
// update 50: 0.161454 nats
// update 100: 0.0908974 nats
// at sat on the mat. t
