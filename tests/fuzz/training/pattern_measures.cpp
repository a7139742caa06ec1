#include "attn/training/pattern_measures.hpp"

#include "training/fuzz_heads.hpp"

FUZZ_TARGET(pattern_measures) {
  fuzz::Input input(data, size);
  const attn::Index d = input.size(0, 4), groups = input.size(1, 3), contexts = input.size(0, 4);
  const attn::PatternTask task = fuzz::pattern_task(input, d, groups, input.size(1, 2));
  const attn::PatternData some = fuzz::pattern_data(input, d, input.nearly(task.lags), contexts);
  const attn::PatternHeads heads = fuzz::pattern_heads(input, d, task.lags);
  attn::Vector strengths;
  if (fuzz::returns("pattern_strengths",
                    [&] { strengths = attn::pattern_strengths(task, heads); })) {
    fuzz::expect_finite("pattern_strengths", strengths);
  }
  attn::Matrix best;
  if (fuzz::returns("best_strengths", [&] { best = attn::best_strengths(task, some); })) {
    fuzz::expect_finite("best_strengths", best);
  }
  double purity = 0.0;
  if (fuzz::returns("pattern_purity", [&] { purity = attn::pattern_purity(heads.logits); })) {
    fuzz::expect_finite("pattern_purity", purity);
  }
  double index = 0.0;
  if (fuzz::returns("competition", [&] { index = attn::competition(heads.logits); })) {
    fuzz::expect(index >= 0.0 && index <= 1.0 + 1e-12, "competition", "within 0 and 1");
  }
  return 0;
}
