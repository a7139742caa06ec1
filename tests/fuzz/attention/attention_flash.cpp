#include "attn/attention/attention_flash.hpp"

#include "attention/fuzz_attention.hpp"

FUZZ_TARGET(attention_flash) {
  fuzz::Input input(data, size);
  const fuzz::AttentionShape shape = fuzz::attention_shape(input);
  const attn::AttentionOptions options = fuzz::attention_options(input, shape);
  const auto q = input.given(shape.n_q, shape.d_q);
  const auto k = input.given(shape.n_k, shape.d_k, {q});
  const auto v = input.given(input.nearly(shape.n_k), shape.d_v, {k, q});
  const auto d_output = input.given(input.nearly(shape.n_q), shape.d_v, {q, v});
  const attn::Index block = input.size(0, 5);
  attn::FlashAttention forward;
  if (fuzz::returns("flash_attention",
                    [&] { forward = attn::flash_attention(q, k, v, options, block); })) {
    fuzz::expect_finite("flash_attention", forward.output, forward.sum);
    for (attn::Index i = 0; i < forward.max.size(); ++i) {
      fuzz::expect(fuzz::finite(forward.max(i)) || forward.sum(i) == 0.0, "flash_attention",
                   "a maximum of keys");
    }
  }
  attn::FlashGradients g;
  if (fuzz::returns("flash_attention_backward", [&] {
        g = attn::flash_attention_backward(q, k, v, options, forward, d_output, block);
      })) {
    fuzz::expect_finite("flash_attention_backward", g.d_q, g.d_k, g.d_v);
  }
  return 0;
}
