#include "attn/training/gpt_layers.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(gpt_layers) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 4), d = input.size(0, 4), vocabulary = input.size(0, 4);
  std::vector<attn::Index> ids;
  for (attn::Index i = 0; i < n; ++i) ids.push_back(input.size(0, 4));
  const attn::Index length = input.size(-1, 4);
  const auto tokens = input.given(vocabulary, d),
             positions = input.given(input.size(0, 4), input.nearly(d));
  attn::Matrix x;
  if (fuzz::returns("embed_forward",
                    [&] { x = attn::embed_forward(ids, length, tokens, positions); })) {
    fuzz::expect_finite("embed_forward", x);
  }
  const auto d_x = input.given(input.nearly(n), d);
  attn::EmbedGradients e;
  if (fuzz::returns("embed_backward", [&] {
        e = attn::embed_backward(ids, length, vocabulary, positions.rows(), d_x);
      })) {
    fuzz::expect_finite("embed_backward", e.d_tokens, e.d_positions);
  }
  const attn::Index outputs = input.size(0, 4);
  const auto w = input.given(input.nearly(d), outputs),
             d_y = input.given(input.nearly(n), input.nearly(outputs));
  const attn::Vector b = input.vector(input.nearly(outputs));
  if (fuzz::returns("affine_forward", [&] { x = attn::affine_forward(d_x, w, b); })) {
    fuzz::expect_finite("affine_forward", x);
  }
  attn::AffineGradients a;
  if (fuzz::returns("affine_backward", [&] { a = attn::affine_backward(d_x, w, d_y); })) {
    fuzz::expect_finite("affine_backward", a.d_x, a.d_w, a.d_b);
  }
  if (fuzz::returns("gelu_forward", [&] { x = attn::gelu_forward(d_x); })) {
    fuzz::expect_finite("gelu_forward", x);
  }
  if (fuzz::returns("gelu_backward", [&] { x = attn::gelu_backward(d_x, d_y); })) {
    fuzz::expect_finite("gelu_backward", x);
  }
  const attn::Index heads = input.size(-1, 3);
  const auto qkv = input.given(n, input.nearly(3 * d));
  attn::CausalHeads forward;
  if (!fuzz::returns(
          "causal_heads_forward", [&] { forward = attn::causal_heads_forward(qkv, heads); },
          "attention_forward")) {
    return 0;
  }
  fuzz::expect_finite("causal_heads_forward", forward.output);
  if (fuzz::returns(
          "causal_heads_backward", [&] { x = attn::causal_heads_backward(qkv, forward, d_x); },
          "attention_backward")) {
    fuzz::expect_finite("causal_heads_backward", x);
  }
  return 0;
}
