// Three heads learn three clues: first all of them the loudest, then one leaves.
#include <attn/training/cross_entropy.hpp>
#include <attn/training/pattern_trainer.hpp>
#include <iostream>

int main() {
  const attn::PatternTask task = attn::clue_task(/*lags=*/12, /*factor=*/1.5, /*base=*/3.0);
  attn::Rng rng(1);
  const attn::PatternData data =
      attn::uniform_contexts(task, 500, attn::PatternTargets::kLaws, rng);
  attn::PatternTrainer trainer(data, attn::minimal_heads(3, 5, 12, /*u=*/0.1, rng));
  for (const attn::Index steps : {0, 100, 150, 250}) {
    trainer.step(steps);
    const attn::Matrix p = attn::pattern_predictions(data, trainer.heads());
    std::cout << "step " << trainer.steps() << ": excess "
              << attn::kl_divergences(data.laws, p).mean() << ", heads on the groups\n"
              << attn::pattern_masses(trainer.heads().logits, 3) << '\n';
  }
}

// Prints:
//  step 0: excess 0.774784, heads on the groups
//   0.32185  0.33521  0.34294
//  0.333231 0.337218 0.329552
//  0.333042 0.343722 0.323236
//  step 100: excess 0.318157, heads on the groups
//   0.860343 0.0651444 0.0745123
//   0.875045 0.0620681  0.062887
//   0.872314 0.0674858 0.0602003
//  step 250: excess 0.107718, heads on the groups
//    0.509397  0.0265061   0.464097
//    0.982751 0.00672144  0.0105272
//    0.307602   0.677286  0.0151114
//  step 500: excess 0.000492935, heads on the groups
//    0.391596  0.0136378   0.594766
//    0.995249 0.00198472  0.0027665
//    0.125901   0.866683 0.00741503
