#include "attn/support/scalar_residual.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(scalar_residual) {
  fuzz::Input input(data, size);
  const attn::Vector x = input.vector(input.size(0, 5));
  const double a = input.number();
  const double sigma = input.positive();
  attn::ScalarResidual map;
  const bool there = fuzz::returns("scalar_residual", [&] { map = attn::scalar_residual(x, a); });
  if (there) {
    fuzz::expect_finite("scalar_residual", map.weights, map.mean, map.variance, map.third,
                        map.margin, map.residual);
    fuzz::expect(!std::isnan(map.barrier), "scalar_residual", "a number or Infinity");
    for (attn::Index t = 1; t < x.size(); ++t) {
      fuzz::expect_weights("scalar_residual", map.weights.row(t), false);
    }
    fuzz::returns("scalar_log_density", [&] {
      const double folded = attn::scalar_log_density(map, sigma);
      const double cut = attn::scalar_log_density(map, sigma, attn::BeyondBoundary::kExclude);
      fuzz::expect(cut <= folded, "scalar_log_density", "at most the folded one");
    });
  }
  attn::Matrix d_margin;
  if (fuzz::returns("scalar_margin_gradients",
                    [&] { d_margin = attn::scalar_margin_gradients(x, a); })) {
    fuzz::expect_finite("scalar_margin_gradients", d_margin);
  }
  attn::ScalarBarrierGradient g;
  if (fuzz::returns("scalar_barrier_gradient", [&] { g = attn::scalar_barrier_gradient(x, a); })) {
    fuzz::expect_finite("scalar_barrier_gradient", g.d_x, g.d_a);
  }
  return 0;
}
