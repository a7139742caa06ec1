#include "attn/attention/attention.hpp"

#include "attention/fuzz_attention.hpp"

FUZZ_TARGET(attention) {
  fuzz::Input input(data, size);
  const fuzz::AttentionShape shape = fuzz::attention_shape(input);
  const attn::AttentionOptions options = fuzz::attention_options(input, shape);
  const auto q = input.given(shape.n_q, shape.d_q);
  const auto k = input.given(shape.n_k, shape.d_k, {q});
  const auto v = input.given(input.nearly(shape.n_k), shape.d_v, {k, q});
  attn::Matrix m;
  if (fuzz::returns("attention_scores", [&] { m = attn::attention_scores(q, k, options); })) {
    fuzz::expect_finite("attention_scores", m);
  }
  if (fuzz::returns("attention", [&] { m = attn::attention(q, k, v, options); })) {
    fuzz::expect_finite("attention", m);
  }
  attn::Attention forward;
  if (fuzz::returns("attention_forward",
                    [&] { forward = attn::attention_forward(q, k, v, options); })) {
    fuzz::expect_finite("attention_forward", forward.scores, forward.weights, forward.output);
    for (attn::Index i = 0; i < forward.weights.rows(); ++i) {
      fuzz::expect_weights("attention_forward", forward.weights.row(i), true);
    }
    fuzz::expect(forward.output == m, "attention", "the output of attention_forward");
  }
  const auto scores = input.given(shape.n_q, shape.n_k);
  if (fuzz::returns("attention_weights", [&] { m = attn::attention_weights(scores, options); })) {
    fuzz::expect_finite("attention_weights", m);
    attn::Vector h;
    fuzz::expect(fuzz::returns("attention_entropy", [&] { h = attn::attention_entropy(m); }),
                 "attention_entropy", "an entropy of weights");
    fuzz::expect_finite("attention_entropy", h);
  }
  return 0;
}
