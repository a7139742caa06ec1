#include "attn/training/pattern_trainer.hpp"

#include "sequence/fuzz_patterns.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const attn::Index d = input.size(0, 4), lags = input.size(0, 4), contexts = input.size(0, 4);
  attn::PatternData some;
  some.lags = lags;
  some.tokens = fuzz::tokens(input, input.nearly(contexts * lags), d);
  some.targets = attn::Matrix(contexts, d);
  for (attn::Index n = 0; n < contexts; ++n) some.targets.row(n) = input.distribution(d);
  some.laws = some.targets;
  attn::PatternHeads heads;
  const attn::Index count = input.size(0, 3);
  for (attn::Index k = 0; k < count; ++k) heads.values.push_back(input.matrix(input.nearly(d), d));
  heads.logits = input.matrix(input.nearly(count), input.nearly(lags));
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
  fuzz::returns("minimal_heads", [&] { (void)attn::minimal_heads(count, d, lags, u, rng); });
  return 0;
}
