// What readers of one, two and three groups of clues lack on average, over contexts drawn at
// random.
#include <attn/sequence/pattern_data.hpp>
#include <attn/training/cross_entropy.hpp>
#include <iostream>

int main() {
  const attn::PatternTask task = attn::clue_task(/*lags=*/12, /*factor=*/1.5, /*base=*/3.0);
  attn::Rng rng(1);
  const attn::PatternData data =
      attn::uniform_contexts(task, 1000, attn::PatternTargets::kLaws, rng);
  const attn::BestLaws best(task);
  for (attn::Index read = 0; read <= 3; ++read) {
    const attn::Matrix laws = attn::best_laws_of(best, data, read);
    std::cout << read << " read: " << attn::kl_divergences(data.laws, laws).mean() << " of "
              << best.stairs()(read) << '\n';
  }
}

// Prints:
//  0 read: 0.763943 of 0.769635
//  1 read: 0.33066 of 0.330259
//  2 read: 0.105812 of 0.107309
//  3 read: 0 of 0
