#include "attn/sequence/pattern_construction.hpp"

#include "sequence/fuzz_patterns.hpp"

FUZZ_TARGET(pattern_construction) {
  fuzz::Input input(data, size);
  const attn::Index d = input.size(0, 3);
  const attn::PatternTask task = fuzz::pattern_task(input, d, input.size(0, 3), input.size(0, 2));
  const auto tokens = fuzz::tokens(input, task.lags + input.size(-1, 4), d);
  const double lambda = input.number();
  attn::PatternConstruction out;
  if (fuzz::returns("pattern_construction",
                    [&] { out = attn::pattern_construction(task, tokens, lambda); })) {
    fuzz::expect_finite("pattern_construction", out.logits, out.limit);
    for (const attn::Matrix& a : out.attention) {
      for (attn::Index t = 0; t < a.rows(); ++t)
        fuzz::expect_weights("pattern_construction", a.row(t), false);
    }
  }
  double leak = 0.0;
  const attn::Index visible = input.size(-1, 9), read = input.size(-1, 9);
  if (fuzz::returns("pattern_leak", [&] { leak = attn::pattern_leak(read, visible, lambda); }))
    fuzz::expect(leak >= 0.0 && leak <= 1.0, "pattern_leak", "a share");
  attn::Matrix reads = input.matrix(input.size(0, 3), input.size(0, 4));
  if (input.byte() % 8 != 0) reads = reads.unaryExpr([](double x) { return x > 0.0 ? 1.0 : 0.0; });
  attn::Matrix weights;
  if (fuzz::returns("pattern_weights",
                    [&] { weights = attn::pattern_weights(reads, visible, lambda); })) {
    for (attn::Index k = 0; k < weights.rows(); ++k)
      fuzz::expect_weights("pattern_weights", weights.row(k), false);
  }
  return 0;
}
