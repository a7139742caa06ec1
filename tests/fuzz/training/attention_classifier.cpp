#include "attn/training/attention_classifier.hpp"

#include "training/fuzz_training.hpp"

FUZZ_TARGET(attention_classifier) {
  fuzz::Input input(data, size);
  const fuzz::Classifier c = fuzz::classifier(input);
  attn::ClassifierForward f;
  if (!fuzz::returns_or_refuses([&] {
        f = attn::classifier_forward(c.x, c.weights, c.targets, c.options, c.free_values);
      }))
    return 0;
  fuzz::expect_finite("classifier_forward", f.logits, f.contexts, f.prediction.loss);
  attn::ClassifierGradients g;
  if (!fuzz::returns_or_refuses(
          [&] { g = attn::classifier_backward(c.x, c.weights, f, c.options); }))
    return 0;
  fuzz::expect_finite("classifier_backward", g.weights.w_o, g.weights.b);
  for (const attn::HeadWeights& h : g.weights.heads)
    fuzz::expect_finite("classifier_backward", h.w_q, h.w_k, h.w_v);
  return 0;
}
