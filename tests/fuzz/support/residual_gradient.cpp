#include "attn/support/residual_gradient.hpp"

#include "support/fuzz_support.hpp"

FUZZ_TARGET(residual_gradient) {
  fuzz::Input input(data, size);
  const attn::Index d = input.size(1, 3);
  const auto x = input.given(input.size(1, 4), d);
  const attn::HeadWeights weights = fuzz::head_weights(input, d, input.size(1, 3));
  const attn::ResidualOptions options = fuzz::residual_options(input);
  attn::ResidualMap map;
  if (!fuzz::returns("residual_map", [&] { map = attn::residual_map(x, weights, options); })) {
    return 0;
  }
  attn::PriorTerms terms;
  terms.energy = input.number();
  if (input.flip()) terms.barrier = input.vector(input.nearly(x.rows()));
  const double sigma = input.positive();
  attn::ResidualGradient g;
  const auto finite = [&](const char* function) {
    fuzz::expect_finite(function, g.d_x, g.weights.w_q, g.weights.w_k, g.weights.w_v);
  };
  if (fuzz::returns("residual_gradient",
                    [&] { g = attn::residual_gradient(x, weights, map, sigma, terms); })) {
    finite("residual_gradient");
  }
  if (fuzz::returns("barrier_gradient", [&] { g = attn::barrier_gradient(x, weights, map); })) {
    finite("barrier_gradient");
  }
  if (fuzz::returns("energy_gradient",
                    [&] { g = attn::energy_gradient(x, weights, map, sigma); })) {
    finite("energy_gradient");
  }
  return 0;
}
