#include "attn/reading/distance.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(distance) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 5), m = input.size(0, 5), d = input.size(0, 4);
  const auto q = input.given(n, d);
  const auto k = input.given(m, input.nearly(d), {q});
  attn::Matrix mask;
  if (input.flip()) {
    mask = input.matrix(input.nearly(n), m);
    for (double& added : mask.reshaped()) {
      if (input.byte() % 4 == 0) added = -HUGE_VAL;
    }
  }
  attn::DistanceShare found{};
  if (fuzz::returns("distance_share",
                    [&] { found = attn::distance_share(q, k, mask, input.number()); })) {
    fuzz::expect_finite("distance_share", found.slope);
    fuzz::expect(found.share >= 0.0 && found.share <= 1.0, "distance_share", "a share");
  }
  const auto clean = input.given(input.nearly(n), d, {q});
  const auto target = input.given(n, input.nearly(d), {clean, q});
  double left = 0.0;
  if (fuzz::returns("best_step_left", [&] { left = attn::best_step_left(q, clean, target); })) {
    fuzz::expect(left >= 0.0 && left <= 1.0, "best_step_left", "what is left of 1");
  }
  if (fuzz::returns("best_step_left", [&] { left = attn::best_step_left(q, clean, clean); })) {
    fuzz::expect(left < 1e-28, "best_step_left", "nothing, of a step to what is clean");
  }
  if (fuzz::returns("best_step_left", [&] { left = attn::best_step_left(q, clean, q); })) {
    fuzz::expect(left == 1.0, "best_step_left", "all, of no step");
  }
  return 0;
}
