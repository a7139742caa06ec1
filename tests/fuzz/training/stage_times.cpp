#include "attn/training/stage_times.hpp"

#include <cmath>

#include "fuzz_input.hpp"

FUZZ_TARGET(stage_times) {
  fuzz::Input input(data, size);
  const attn::Vector plateaus = input.vector(input.size(0, 4));
  attn::Vector levels;
  if (fuzz::returns("mid_levels", [&] { levels = attn::mid_levels(plateaus); })) {
    fuzz::expect_finite("mid_levels", levels);
  }
  const attn::Vector curve = input.vector(input.size(0, 8));
  fuzz::returns("stage_times", [&] {
    // Infinity is what never happens.
    for (const double t : attn::stage_times(curve, levels)) {
      if (!std::isinf(t)) fuzz::expect_finite("stage_times", t);
    }
  });
  const double u = input.number(), m1 = input.number(), m2 = input.number();
  const attn::Index heads = input.size(-1, 3), lags = input.size(-1, 4);
  double c = 0.0;
  if (fuzz::returns("wait_rate", [&] { c = attn::wait_rate(m1, m2, heads, lags); })) {
    fuzz::expect_finite("wait_rate", c);
  }
  double t = 0.0;
  if (fuzz::returns("expected_wait", [&] { t = attn::expected_wait(u, m1, m2, heads, lags); })) {
    fuzz::expect_finite("expected_wait", t);
  }
  return 0;
}
