#include "attn/training/value_step.hpp"

#include "training/fuzz_training.hpp"

FUZZ_TARGET(value_step) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 4), classes = input.size(0, 4);
  attn::CrossEntropy at;
  at.probabilities = fuzz::targets(input, n, classes);
  at.d_logits = input.matrix(input.nearly(n), classes);
  const auto weights = input.given(input.nearly(n), input.size(0, 3));
  const auto w_o = input.given(input.nearly(classes), input.size(0, 3), {weights});
  const double eta = input.positive();
  attn::ValueStep s;
  if (fuzz::returns(
          "value_step", [&] { s = attn::value_step(weights, w_o, at, eta); }, "loss_remainders")) {
    fuzz::expect_finite("value_step", s.one, s.one_remainder, s.dominant, s.dominant_error, s.all,
                        s.all_remainder, s.total, s.total_remainder, s.context_changes);
    fuzz::expect(s.total <= 0.0 && attn::lowest(s.one_remainder) >= 0.0, "value_step",
                 "of the right sign");
  }
  attn::Vector r;
  if (fuzz::returns("loss_remainders",
                    [&] { r = attn::loss_remainders(at.probabilities, at.d_logits); }))
    fuzz::expect(attn::lowest(r) >= 0.0, "loss_remainders", "convex");
  return 0;
}
