#include "attn/sequence/best_laws.hpp"

#include "sequence/fuzz_patterns.hpp"

FUZZ_TARGET(best_laws) {
  fuzz::Input input(data, size);
  const attn::Index d = input.size(0, 3), groups = input.size(0, 3);
  const attn::PatternTask task = fuzz::pattern_task(input, d, groups, input.size(0, 2));
  const attn::PatternContext context{fuzz::tokens(input, input.nearly(task.lags), d)};
  const attn::Index read = input.size(-1, 4);
  fuzz::returns(
      "BestLaws",
      [&] {
        const attn::BestLaws best(task);
        fuzz::expect_finite("BestLaws", best.stairs());
        for (attn::Index i = 1; i < groups; ++i)
          fuzz::expect_finite("BestLaws::gain", best.gain(i));
        fuzz::expect_weights("BestLaws", best.law(context, read), false);
      },
      "BestLaws::law");
  return 0;
}
