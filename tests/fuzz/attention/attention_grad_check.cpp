#include "attention/fuzz_attention.hpp"
#include "attn/attention/attention_grad.hpp"
#include "attn/numerics/central_differences.hpp"

namespace {

// verify_gradients at any arguments; small, because it takes many forward passes.
void verify(fuzz::Input& input) {
  const fuzz::AttentionShape shape = fuzz::attention_shape(input);
  const attn::AttentionOptions options = fuzz::attention_options(input, shape);
  const auto q = input.given(shape.n_q, shape.d_q);
  const auto k = input.given(shape.n_k, shape.d_k, {q});
  const auto v = input.given(shape.n_k, shape.d_v, {k, q});
  const auto d_output = input.given(input.nearly(shape.n_q), shape.d_v, {q, v});
  attn::GradientCheck check{};
  if (!fuzz::returns("verify_gradients",
                     [&] { check = attn::verify_gradients(q, k, v, options, d_output); })) {
    return;
  }
  for (const attn::GradientError& e : check.errors) {
    fuzz::expect_finite("verify_gradients", e.error);
    fuzz::expect(e.error >= 0.0, "verify_gradients", "a size");
  }
}

// Differences of a polynomial with any factors, anywhere.
void differ(fuzz::Input& input) {
  const auto x = input.given(input.size(1, 2), input.size(1, 2));
  const double linear = input.number();
  const double cubic = input.number();
  const auto f = [&](const attn::Matrix& m) {
    return linear * m(0, 0) + cubic * m(0, 0) * m(0, 0) * m(0, 0);
  };
  const double step = input.positive();
  attn::Matrix slope;
  if (fuzz::returns("central_differences",
                    [&] { slope = attn::central_differences(f, x, step); })) {
    fuzz::expect_finite("central_differences", slope);
  }
}

}  // namespace

FUZZ_TARGET(attention_grad_check) {
  fuzz::Input input(data, size);
  if (input.byte() % 4 == 0) {
    differ(input);
  } else {
    verify(input);
  }
  return 0;
}
