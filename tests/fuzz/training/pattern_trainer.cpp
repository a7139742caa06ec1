#include "attn/training/pattern_trainer.hpp"

#include "training/fuzz_heads.hpp"

FUZZ_TARGET(pattern_trainer) {
  fuzz::Input input(data, size);
  const attn::Index d = input.size(0, 4), lags = input.size(0, 4), contexts = input.size(0, 4);
  const attn::PatternData some = fuzz::pattern_data(input, d, lags, contexts);
  const attn::PatternHeads heads = fuzz::pattern_heads(input, d, lags);
  attn::Matrix found;
  if (fuzz::returns("pattern_predictions",
                    [&] { found = attn::pattern_predictions(some, heads); })) {
    for (attn::Index n = 0; n < found.rows(); ++n)
      fuzz::expect_weights("pattern_predictions", found.row(n), false);
  }
  attn::PatternGradient g;
  if (fuzz::returns("pattern_gradient", [&] { g = attn::pattern_gradient(some, heads); })) {
    fuzz::expect_finite("pattern_gradient", g.loss, g.d.logits);
    for (const attn::Matrix& m : g.d.values) fuzz::expect_finite("pattern_gradient", m);
  }
  attn::PatternTrainerOptions options;
  if (input.flip()) options.optimiser = attn::PatternOptimiser::kDescent;
  options.values_step = input.positive();
  options.logits_step = input.positive();
  options.decay = input.positive();
  options.first = input.number();
  options.batch = input.size(-1, 3);
  options.clip = input.positive();
  fuzz::returns(
      "PatternTrainer",
      [&] {
        attn::PatternTrainer trainer(some, heads, options);
        trainer.step(input.size(-1, 3));
        fuzz::expect_finite("PatternTrainer", trainer.heads().logits);
      },
      "PatternTrainer::step");
  attn::Matrix masses;
  if (fuzz::returns("pattern_masses",
                    [&] { masses = attn::pattern_masses(heads.logits, input.size(-1, 3)); })) {
    fuzz::expect_finite("pattern_masses", masses);
  }
  attn::Rng rng(input.byte());
  const double u = input.positive();
  fuzz::returns("minimal_heads",
                [&] { (void)attn::minimal_heads(heads.logits.rows(), d, lags, u, rng); });
  return 0;
}
