// The loss stops on stairs that are known before any training: the best that can be known of the
// next token by who reads some of its groups.
#include <attn/training/fast_pattern_trainer.hpp>
#include <iostream>

int main() {
  const attn::PatternTask task = attn::clue_task(/*lags=*/12, /*factor=*/1.5, /*base=*/3.0);
  attn::Rng rng(1);
  const attn::PatternData data =
      attn::uniform_contexts(task, 1500, attn::PatternTargets::kLaws, rng);
  const attn::PatternMoments laws = attn::pattern_moments(data, data.laws);
  std::cout << "stairs " << attn::BestLaws(task).stairs().transpose() << '\n';
  attn::FastPatternTrainer trainer(data, attn::minimal_heads(3, 5, 12, /*u=*/0.1, rng));
  for (const attn::Index steps : {0, 100, 150, 250, 500}) {
    trainer.step(steps);
    std::cout << "step " << trainer.steps() << ": excess " << trainer.divergence(laws) << '\n';
  }
}

// Prints:
//  stairs 0.769635 0.330259 0.107309        0
//  step 0: excess 0.779434
//  step 100: excess 0.328189
//  step 250: excess 0.129635
//  step 500: excess 0.101791
//  step 1000: excess 1.30547e-05
