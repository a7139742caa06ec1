#include "attn/training/routing.hpp"

#include "training/fuzz_training.hpp"

FUZZ_TARGET(routing) {
  fuzz::Input input(data, size);
  const attn::Index n_q = input.size(0, 4), n_k = input.size(0, 4), d = input.size(0, 3);
  const auto scores = input.given(n_q, n_k);
  const auto values = input.given(input.nearly(n_k), d, {scores});
  const auto u = input.given(n_q, input.nearly(d), {values});
  attn::RoutingOptions options;
  options.causal = input.flip();
  if (input.flip()) options.keep = input.matrix(input.nearly(n_q), n_k);
  attn::Routing r;
  if (fuzz::returns("routing_forward",
                    [&] { r = attn::routing_forward(scores, values, options); })) {
    fuzz::expect_finite("routing_forward", r.contexts);
    for (attn::Index i = 0; i < n_q; ++i)
      fuzz::expect_weights("routing_forward", r.weights.row(i), false);
  }
  attn::RoutingGradients g;
  if (fuzz::returns("routing_backward", [&] { g = attn::routing_backward(r, values, u, options); }))
    fuzz::expect_finite("routing_backward", g.compatibility, g.d_weights, g.mean_compatibility,
                        g.advantage, g.d_scores, g.d_values);
  return 0;
}
