#include "attn/attention/attention_batch.hpp"

#include "attention/fuzz_attention.hpp"

FUZZ_TARGET(attention_batch) {
  fuzz::Input input(data, size);
  fuzz::AttentionShape shape = fuzz::attention_shape(input);
  attn::BatchShape batch;
  batch.batch = input.size(0, 3);
  batch.heads = input.size(0, 3);
  batch.key_heads = input.flip() ? batch.heads : input.size(0, 2);
  const attn::Index queries = batch.batch * batch.heads, keys = batch.batch * batch.key_heads;
  std::vector<attn::AttentionOptions> options(
      static_cast<std::size_t>(input.flip() ? batch.batch : input.nearly(queries)));
  for (attn::AttentionOptions& o : options) o = fuzz::attention_options(input, shape);
  const auto q = input.given(input.nearly(queries * shape.n_q), shape.d_q);
  const auto k = input.given(input.nearly(keys * shape.n_k), shape.d_k, {q});
  const auto v = input.given(input.nearly(keys * shape.n_k), shape.d_v, {k, q});
  const auto d_output = input.given(queries * shape.n_q, shape.d_v, {q, v});
  attn::AttentionBatch forward;
  if (fuzz::returns(
          "attention_batch_forward",
          [&] { forward = attn::attention_batch_forward(q, k, v, batch, options); },
          "attention_forward")) {
    fuzz::expect_finite("attention_batch_forward", forward.output);
  }
  attn::AttentionBatchGradients g;
  if (fuzz::returns(
          "attention_batch_backward",
          [&] { g = attn::attention_batch_backward(q, k, v, batch, options, forward, d_output); },
          "attention_backward")) {
    fuzz::expect_finite("attention_batch_backward", g.d_q, g.d_k, g.d_v);
  }
  return 0;
}
