#include "attn/training/cross_entropy.hpp"

#include "training/fuzz_training.hpp"

FUZZ_TARGET(cross_entropy) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 4), classes = input.size(0, 4), d = input.size(0, 3);
  const auto logits = input.given(n, classes);
  const attn::Matrix targets = fuzz::targets(input, input.nearly(n), input.nearly(classes));
  attn::CrossEntropy c;
  if (fuzz::returns(
          "cross_entropy", [&] { c = attn::cross_entropy(logits, targets); }, "log_sum_exp")) {
    fuzz::expect_finite("cross_entropy", c.probabilities, c.losses, c.divergences, c.d_logits,
                        c.loss);
    fuzz::expect(attn::lowest(c.losses) >= 0.0, "cross_entropy", "a loss");
  }
  const auto g = input.given(n, d), w_o = input.given(input.nearly(classes), d, {g});
  const attn::Vector b = input.vector(input.nearly(classes));
  attn::Matrix out;
  if (fuzz::returns("read_out", [&] { out = attn::read_out(g, w_o, b); }))
    fuzz::expect_finite("read_out", out);
  attn::ReadOutGradients r;
  if (fuzz::returns("read_out_backward", [&] { r = attn::read_out_backward(g, w_o, logits); }))
    fuzz::expect_finite("read_out_backward", r.d_g, r.d_w_o, r.d_b);
  const attn::Matrix p = fuzz::targets(input, n, classes);
  attn::Vector kl;
  if (fuzz::returns("kl_divergences", [&] { kl = attn::kl_divergences(p, targets); }))
    fuzz::expect_finite("kl_divergences", kl);
  std::vector<attn::Index> labels;
  for (attn::Index i = 0; i < n; ++i) labels.push_back(input.size(-1, 5));
  fuzz::returns("one_hot", [&] { out = attn::one_hot(labels, classes); });
  return 0;
}
