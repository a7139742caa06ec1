#include "attn/attention/attention_grad.hpp"

#include "attention/fuzz_attention.hpp"

FUZZ_TARGET(attention_grad) {
  fuzz::Input input(data, size);
  const fuzz::AttentionShape shape = fuzz::attention_shape(input);
  const attn::AttentionOptions options = fuzz::attention_options(input, shape);
  const auto q = input.given(shape.n_q, shape.d_q);
  const auto k = input.given(shape.n_k, shape.d_k, {q});
  const auto v = input.given(shape.n_k, shape.d_v, {k, q});
  const auto d_output = input.given(input.nearly(shape.n_q), shape.d_v, {q, v});
  attn::Attention forward;
  fuzz::returns("attention_forward", [&] { forward = attn::attention_forward(q, k, v, options); });
  attn::AttentionGradients g;
  if (fuzz::returns("attention_backward",
                    [&] { g = attn::attention_backward(q, k, v, options, forward, d_output); })) {
    fuzz::expect_finite("attention_backward", g.d_weights, g.d_scores, g.d_q, g.d_k, g.d_v,
                        g.d_metric, g.d_bias, g.d_relative, g.d_temperature);
  }
  return 0;
}
