#include "attn/sequence/pattern_influence.hpp"

#include "sequence/fuzz_patterns.hpp"

FUZZ_TARGET(pattern_influence) {
  fuzz::Input input(data, size);
  const attn::Index d = input.size(0, 3), groups = input.size(0, 3);
  const attn::PatternTask task = fuzz::pattern_task(input, d, groups, input.size(0, 2));
  const attn::PatternContext context{fuzz::tokens(input, input.nearly(task.lags), d)};
  attn::Vector found;
  if (fuzz::returns("token_influences", [&] { found = attn::token_influences(task, context); })) {
    fuzz::expect_finite("token_influences", found);
    fuzz::expect(attn::lowest(found) >= 0.0, "token_influences", "below 0");
  }
  const attn::Index count = input.size(0, 3);
  const attn::PatternData contexts{input.nearly(task.lags),
                                   fuzz::tokens(input, input.nearly(count * task.lags), d),
                                   attn::Matrix::Constant(count, input.nearly(d), 0.5),
                                   {}};
  if (fuzz::returns("mean_influences", [&] { found = attn::mean_influences(task, contexts); }))
    fuzz::expect_finite("mean_influences", found);
  return 0;
}
