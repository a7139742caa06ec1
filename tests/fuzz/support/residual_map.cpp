#include "attn/support/residual_map.hpp"

#include "support/fuzz_support.hpp"

FUZZ_TARGET(residual_map) {
  fuzz::Input input(data, size);
  const attn::Index d = input.size(0, 3);
  const auto x = input.given(input.size(0, 4), d);
  const attn::HeadWeights weights = fuzz::head_weights(input, d, input.size(0, 3));
  const attn::ResidualOptions options = fuzz::residual_options(input);
  attn::ResidualMap map;
  if (fuzz::returns("residual_map", [&] { map = attn::residual_map(x, weights, options); })) {
    fuzz::expect_finite("residual_map", map.queries, map.keys, map.values, map.weights, map.mean,
                        map.residual);
    for (const attn::Matrix& block : map.blocks) fuzz::expect_finite("residual_map", block);
    fuzz::expect(!std::isnan(map.barrier), "residual_map", "a number or Infinity");
    const attn::Vector margins = attn::determinant_margins(map);
    (void)attn::support_token(margins);
    fuzz::returns("residual_energy", [&] { (void)attn::residual_energy(map, input.positive()); });
    fuzz::returns("residual_log_density", [&] {
      fuzz::expect(!std::isnan(attn::residual_log_density(map, input.positive())),
                   "residual_log_density", "a number or an infinity");
    });
    fuzz::returns("value_covariances", [&] {
      for (const attn::Matrix& m : attn::value_covariances(map)) {
        fuzz::expect_finite("value_covariances", m);
      }
    });
  }
  fuzz::returns("published_residual_blocks", [&] {
    for (const attn::Matrix& m : attn::published_residual_blocks(x, weights, options)) {
      fuzz::expect_finite("published_residual_blocks", m);
    }
  });
  fuzz::returns("residual_jacobian", [&] {
    fuzz::expect_finite("residual_jacobian", attn::residual_jacobian(x, weights, options));
  });
  return 0;
}
