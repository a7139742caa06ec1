#include "attn/attention/multihead.hpp"

#include "attention/fuzz_attention.hpp"
#include "attn/attention/multihead_grad.hpp"

FUZZ_TARGET(multihead) {
  fuzz::Input input(data, size);
  const fuzz::AttentionShape shape = fuzz::attention_shape(input);
  const attn::Index b = input.size(1, 2), d = input.size(1, 2);
  const std::size_t heads = input.byte() % 4, key_heads = input.flip() ? 1 : heads;
  std::vector<attn::AttentionOptions> options(input.nearly(0) == 0 ? 0 : heads);
  if (input.flip()) options.assign(1, fuzz::attention_options(input, shape));
  attn::MultiHeadWeights weights;
  for (std::size_t h = 0; h < heads; ++h) {
    weights.w_q.push_back(input.matrix(b, shape.d_q));
    weights.w_o.push_back(input.matrix(shape.d_v, d));
  }
  for (std::size_t h = 0; h < key_heads; ++h) {
    weights.w_k.push_back(input.matrix(b, shape.d_k));
    weights.w_v.push_back(input.matrix(b, shape.d_v));
  }
  const auto x = input.given(shape.n_q, b), context = input.given(shape.n_k, b, {x});
  const auto d_output = input.given(shape.n_q, d, {x});
  attn::MultiHead forward;
  if (fuzz::returns(
          "multihead_forward",
          [&] { forward = attn::multihead_forward(x, context, weights, options); },
          "attention_forward")) {
    fuzz::expect_finite("multihead_forward", forward.output);
    std::vector<attn::Matrix> patterns;
    for (const attn::Attention& head : forward.heads) patterns.push_back(head.weights);
    double diversity;
    if (fuzz::returns("head_diversity", [&] { diversity = attn::head_diversity(patterns); })) {
      fuzz::expect(-1e-9 <= diversity && diversity <= 1.0 + 1e-9, "head_diversity", "0 to 1");
    }
  }
  attn::MultiHeadGradients gradients;
  if (fuzz::returns(
          "multihead_backward",
          [&] {
            gradients = attn::multihead_backward(x, context, weights, options, forward, d_output);
          },
          "attention_backward")) {
    fuzz::expect_finite("multihead_backward", gradients.d_x, gradients.d_context);
    for (const auto* list : {&gradients.d_weights.w_q, &gradients.d_weights.w_k,
                             &gradients.d_weights.w_v, &gradients.d_weights.w_o}) {
      for (const attn::Matrix& m : *list) fuzz::expect_finite("multihead_backward", m);
    }
  }
  std::vector<attn::Matrix> patterns(static_cast<std::size_t>(input.size(0, 3)));
  for (attn::Matrix& pattern : patterns) pattern = input.matrix(input.nearly(2), 2);
  double diversity;
  if (fuzz::returns("head_diversity", [&] { diversity = attn::head_diversity(patterns); })) {
    fuzz::expect_finite("head_diversity", diversity);
  }
  return 0;
}
