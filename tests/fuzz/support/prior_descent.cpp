#include "attn/support/prior_descent.hpp"

#include "support/fuzz_support.hpp"

FUZZ_TARGET(prior_descent) {
  fuzz::Input input(data, size);
  const attn::Index d = input.size(1, 2);
  const auto x = input.given(input.size(1, 4), d);
  const attn::HeadWeights weights = fuzz::head_weights(input, d, input.size(1, 2));
  const attn::ResidualOptions options = fuzz::residual_options(input);
  attn::PriorObjective objective;
  objective.sigma = input.positive();
  objective.weight = input.positive();
  if (input.flip()) objective.floor = input.positive();
  fuzz::returns("PriorDescent", [&] {
    attn::PriorDescent descent(x, weights, input.positive(), objective, options);
    const double before = descent.loss();
    descent.advance(2);
    fuzz::expect(descent.loss() <= before, "PriorDescent", "a loss that falls");
    fuzz::expect_finite("PriorDescent", descent.embeddings());
  });
  return 0;
}
