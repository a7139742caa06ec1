#include "attn/sequence/pattern_data.hpp"

#include "sequence/fuzz_patterns.hpp"

FUZZ_TARGET(pattern_data) {
  fuzz::Input input(data, size);
  const attn::Index d = input.size(0, 4), groups = input.size(0, 3);
  const attn::PatternTask task = fuzz::pattern_task(input, d, groups, input.size(0, 2));
  attn::Rng rng(input.byte());
  const auto targets = input.flip() ? attn::PatternTargets::kLaws : attn::PatternTargets::kDrawn;
  const attn::Index count = input.size(-1, 5), length = input.size(-1, 3);
  attn::PatternData some;
  if (fuzz::returns("uniform_contexts",
                    [&] { some = attn::uniform_contexts(task, count, targets, rng); })) {
    for (attn::Index n = 0; n < some.laws.rows(); ++n) {
      fuzz::expect_weights("uniform_contexts", some.laws.row(n), false);
      fuzz::expect_weights("uniform_contexts", some.targets.row(n), false);
    }
    const attn::Index read = input.size(-1, 4);
    fuzz::returns("truncated_laws_of", [&] { (void)attn::truncated_laws_of(task, some, read); });
    fuzz::returns("context_of", [&] { (void)attn::context_of(some, read); });
    const attn::Index lags = input.size(-1, 6);
    attn::PatternData cut;
    if (fuzz::returns("newest_tokens", [&] { cut = attn::newest_tokens(some, lags); }))
      fuzz::expect(cut.lags == lags, "newest_tokens", "of so many lags");
  }
  fuzz::returns(
      "chain_contexts", [&] { (void)attn::chain_contexts(task, count, length, targets, rng); },
      "sample_pattern_chain");
  return 0;
}
