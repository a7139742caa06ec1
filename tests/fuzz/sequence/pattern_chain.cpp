#include "attn/sequence/pattern_chain.hpp"

#include "sequence/fuzz_patterns.hpp"

FUZZ_TARGET(pattern_chain) {
  fuzz::Input input(data, size);
  const attn::Index d = input.size(0, 4), groups = input.size(0, 3);
  const attn::PatternTask task = fuzz::pattern_task(input, d, groups, input.size(0, 2));
  const attn::PatternContext context{fuzz::tokens(input, input.nearly(task.lags), d)};
  attn::Vector law;
  if (fuzz::returns("pattern_law", [&] { law = attn::pattern_law(task, context); }))
    fuzz::expect_weights("pattern_law", law, false);
  attn::Matrix laws;
  if (fuzz::returns("truncated_laws", [&] { laws = attn::truncated_laws(task, context); })) {
    for (attn::Index i = 0; i < laws.rows(); ++i)
      fuzz::expect_weights("truncated_laws", laws.row(i), false);
  }
  attn::Vector logits;
  const attn::Index read = input.size(-1, 4);
  if (fuzz::returns("pattern_logits", [&] { logits = attn::pattern_logits(task, context, read); }))
    fuzz::expect_finite("pattern_logits", logits);
  attn::Rng rng(input.byte());
  attn::PatternSample sample;
  const attn::Index length = input.size(-1, 5);
  if (fuzz::returns("sample_pattern_chain",
                    [&] { sample = attn::sample_pattern_chain(task, length, rng); })) {
    fuzz::expect_finite("sample_pattern_chain", sample.entropies);
  }
  const attn::Index seen = input.size(-1, 8), lags = input.size(-1, 4);
  fuzz::returns("context_of", [&] { (void)attn::context_of(sample.tokens, seen, lags); });
  fuzz::returns("context_of", [&] { (void)attn::context_of(sample, seen); });
  attn::Vector scales;
  const double factor = input.number(), base = input.number();
  if (fuzz::returns("importance_scales",
                    [&] { scales = attn::importance_scales(groups, factor, base); })) {
    fuzz::expect_finite("importance_scales", scales);
  }
  attn::Matrix turned;
  if (fuzz::returns("haar_orthogonal", [&] { turned = attn::haar_orthogonal(d, rng); }))
    fuzz::expect_finite("haar_orthogonal", turned);
  fuzz::returns(
      "haar_task", [&] { (void)attn::haar_task(d, groups, task.lags, factor, base, rng); },
      "importance_scales");
  return 0;
}
