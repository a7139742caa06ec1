// What a model has of each clue on a plateau: less than all of the first, since it cannot read what
// else is said.
#include <attn/training/fast_pattern_trainer.hpp>
#include <attn/training/pattern_measures.hpp>
#include <iostream>

int main() {
  const attn::PatternTask task = attn::clue_task(/*lags=*/12, /*factor=*/1.5, /*base=*/3.0);
  attn::Rng rng(1);
  const attn::PatternData data =
      attn::uniform_contexts(task, 1500, attn::PatternTargets::kLaws, rng);
  std::cout << "best for who reads 1, 2, 3 groups\n" << attn::best_strengths(task, data) << '\n';
  attn::FastPatternTrainer trainer(data, attn::minimal_heads(3, 5, 12, /*u=*/0.1, rng));
  for (const attn::Index steps : {100, 250, 850}) {
    trainer.step(steps);
    std::cout << "step " << trainer.steps() << ": "
              << attn::pattern_strengths(task, trainer.heads()).transpose() << ", competition "
              << attn::competition(trainer.heads().logits) << '\n';
  }
}

// Prints:
//  best for who reads 1, 2, 3 groups
//  0.743179        0        0
//  0.912238 0.894402        0
//         1        1        1
//  step 100:   0.755673 0.00690671  0.0076458, competition 0.963048
//  step 350:   0.907137   0.887225 0.00110657, competition 0.30398
//  step 1200: 0.999846 0.999837 0.999786, competition 0.200927
