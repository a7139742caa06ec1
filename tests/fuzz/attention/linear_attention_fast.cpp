#include "attn/attention/linear_attention_fast.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(linear_attention_fast) {
  fuzz::Input input(data, size);
  const attn::Index d = input.size(0, 3), n_k = input.size(0, 5);
  attn::FeatureMap map;
  if (input.flip()) {
    map.kind = input.byte() % 8 == 0 ? attn::FeatureKind::kFourier : attn::FeatureKind::kPositive;
    // Most of a size at which they are no matter for doubles.
    map.frequencies = input.matrix(input.size(0, 5), input.nearly(d)) / (input.flip() ? 8.0 : 1.0);
  }
  const double factor = input.flip() ? 0.125 : 1.0;
  const auto narrow = [factor](double x) { return fuzz::to_float(factor * x); };
  const auto q = input.given_floats(input.size(0, 5), d, narrow);
  const auto k = input.given_floats(n_k, input.nearly(d), narrow, {q});
  const auto v = input.given_floats(input.nearly(n_k), input.size(0, 3), narrow, {q, k});
  const bool causal = input.flip();
  attn::FloatMatrix out;
  if (fuzz::returns("linear_attention_fast",
                    [&] { out = attn::linear_attention_fast(q, k, v, map, causal); })) {
    fuzz::expect_finite("linear_attention_fast", out);
    // Smaller values times features are below the smallest floats that have all digits: each
    // rounding may double them.
    const double most = attn::largest(v.matrix());
    fuzz::expect(attn::largest(out) <= most * (most < 1e-14 ? 16.0 : 1.0 + 1e-4),
                 "linear_attention_fast", "a mean of the values");
  }
  return 0;
}
