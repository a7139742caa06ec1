#include "attn/attention/attention_flash_fast.hpp"

#include "attention/fuzz_attention.hpp"

FUZZ_TARGET(attention_flash_fast) {
  fuzz::Input input(data, size);
  const fuzz::AttentionShape shape = fuzz::attention_shape(input);
  attn::AttentionOptions options = fuzz::attention_options(input, shape);
  // Refused: of that little is learned.
  if (input.byte() % 16 != 0) options.relative.resize(0, 0);
  using fuzz::to_float;
  const auto q = input.given_floats(shape.n_q, shape.d_q, to_float);
  const auto k = input.given_floats(shape.n_k, shape.d_k, to_float, {q});
  const auto v = input.given_floats(input.nearly(shape.n_k), shape.d_v, to_float, {k, q});
  const auto d_output = input.given_floats(input.nearly(shape.n_q), shape.d_v, to_float, {q, v});
  attn::FloatFlashAttention forward;
  if (fuzz::returns("flash_attention_fast",
                    [&] { forward = attn::flash_attention_fast(q, k, v, options); })) {
    fuzz::expect_finite("flash_attention_fast", forward.output);
    fuzz::expect((forward.log_normaliser.array() < std::numeric_limits<double>::infinity()).all(),
                 "flash_attention_fast", "a logarithm of a finite sum");
  }
  attn::FloatFlashGradients g;
  if (fuzz::returns("flash_attention_fast_backward", [&] {
        g = attn::flash_attention_fast_backward(q, k, v, options, forward, d_output);
      })) {
    fuzz::expect_finite("flash_attention_fast_backward", g.d_q, g.d_k, g.d_v);
  }
  return 0;
}
