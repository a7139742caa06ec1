#include "attn/training/fast_pattern_trainer.hpp"

#include "training/fuzz_heads.hpp"

FUZZ_TARGET(fast_pattern_trainer) {
  fuzz::Input input(data, size);
  const attn::Index d = input.size(0, 7), lags = input.size(0, 5), contexts = input.size(0, 6);
  const attn::PatternData some = fuzz::pattern_data(input, d, lags, contexts);
  const attn::PatternHeads heads = fuzz::pattern_heads(input, d, lags);
  attn::PatternMoments moments{attn::Matrix::Zero(lags * d, d), 0.0};
  const attn::Matrix laws = input.matrix(input.nearly(contexts), d);
  if (fuzz::returns("pattern_moments", [&] { moments = attn::pattern_moments(some, laws); })) {
    fuzz::expect_finite("pattern_moments", moments.entropy, moments.means);
  }
  fuzz::returns("FastPatternPass", [&] {
    attn::FastPatternPass pass(some);
    double loss = 0.0;
    if (fuzz::returns("FastPatternPass::loss", [&] { loss = pass.loss(heads); }))
      fuzz::expect_finite("FastPatternPass::loss", loss);
    attn::PatternGradient g;
    if (fuzz::returns("FastPatternPass::gradient", [&] { g = pass.gradient(heads); })) {
      fuzz::expect_finite("FastPatternPass::gradient", g.loss, g.d.logits);
      for (const attn::Matrix& m : g.d.values) fuzz::expect_finite("FastPatternPass::gradient", m);
    }
    fuzz::returns("FastPatternPass::divergence", [&] {
      fuzz::expect_finite("FastPatternPass::divergence", pass.divergence(moments));
    });
    const std::vector<attn::Index> rows = fuzz::tokens(input, input.size(0, 5), contexts);
    attn::PatternHeads part;
    if (fuzz::returns("FastPatternPass::gradient_of",
                      [&] { part = pass.gradient_of(rows, heads); }))
      fuzz::expect_finite("FastPatternPass::gradient_of", part.logits);
  });
  attn::PatternTrainerOptions options;
  if (input.flip()) options.optimiser = attn::PatternOptimiser::kDescent;
  options.values_step = input.positive();
  options.logits_step = input.positive();
  options.decay = input.positive();
  options.batch = input.size(-1, 3);
  fuzz::returns("FastPatternTrainer", [&] {
    attn::FastPatternTrainer trainer(some, heads, options);
    fuzz::returns("FastPatternTrainer::step", [&] { trainer.step(input.size(-1, 3)); });
    fuzz::expect_finite("FastPatternTrainer", trainer.heads().logits);
  });
  return 0;
}
