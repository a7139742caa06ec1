#include "attn/memory/patterns.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(patterns) {
  fuzz::Input input(data, size);
  attn::Rng rng(input.byte());
  const attn::Index count = input.size(-1, 5), n = input.size(-1, 100);
  attn::Matrix p;
  if (fuzz::returns("random_patterns", [&] { p = attn::random_patterns(count, n, rng); }))
    fuzz::expect(attn::lowest(p.cwiseAbs()) == 1.0, "random_patterns", "signs");
  const attn::Index entries = input.size(0, 6);
  const attn::Vector x = input.vector(entries), y = input.vector(input.nearly(entries));
  const attn::Index flips = input.size(-1, 7);
  attn::Vector turned;
  if (fuzz::returns("flip_signs", [&] { turned = attn::flip_signs(x, flips, rng); })) {
    fuzz::expect_finite("flip_signs", turned);
    fuzz::expect(turned.cwiseAbs() == x.cwiseAbs(), "flip_signs", "the same but for signs");
  }
  double share;
  if (fuzz::returns("overlap", [&] { share = attn::overlap(x, y); }))
    fuzz::expect_finite("overlap", share);
  return 0;
}
