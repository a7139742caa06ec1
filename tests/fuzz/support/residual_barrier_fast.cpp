#include "attn/support/residual_barrier_fast.hpp"

#include <cmath>

#include "fuzz_input.hpp"

FUZZ_TARGET(residual_barrier_fast) {
  fuzz::Input input(data, size);
  const attn::Index d = input.size(0, 9);
  const double factor = input.flip() ? 0.125 : 1.0;
  const auto narrow = [factor](double x) { return fuzz::to_float(factor * x); };
  const auto x = input.given_floats(input.size(0, 9), d, narrow);
  const auto w = input.given_floats(input.nearly(d), input.nearly(d), narrow, {x});
  attn::FastBarrierOptions options;
  options.fused = input.flip();
  for (attn::Index i = input.size(0, 3); i-- > 0;) options.tokens.push_back(input.size(-1, 9));
  attn::FastBarrier barrier{};
  if (fuzz::returns("residual_barrier_fast",
                    [&] { barrier = attn::residual_barrier_fast(x, w, options); })) {
    fuzz::expect(barrier.barrier > -HUGE_VAL, "residual_barrier_fast", "a number or Infinity");
  }
  attn::FastBarrierGradient gradient{};
  if (fuzz::returns("residual_barrier_fast_gradient",
                    [&] { gradient = attn::residual_barrier_fast_gradient(x, w, options); })) {
    fuzz::expect_finite("residual_barrier_fast_gradient", gradient.value.log_abs_det, gradient.d_x,
                        gradient.d_w);
  }
  return 0;
}
