#include "attn/attention/linear_attention.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(linear_attention) {
  fuzz::Input input(data, size);
  const attn::Index d = input.size(0, 3), n_k = input.size(0, 4);
  constexpr attn::FeatureKind kKinds[] = {attn::FeatureKind::kElu, attn::FeatureKind::kFourier,
                                          attn::FeatureKind::kTrigonometric,
                                          attn::FeatureKind::kPositive};
  attn::FeatureMap map;
  map.kind = kKinds[input.size(0, 3)];
  if (map.kind != attn::FeatureKind::kElu || input.byte() % 8 == 0)
    map.frequencies = input.matrix(input.size(0, 5), input.nearly(d));
  const auto q = input.given(input.size(0, 4), d);
  const auto k = input.given(n_k, input.nearly(d), {q});
  const auto v = input.given(input.nearly(n_k), input.size(0, 3), {q, k});
  const bool causal = input.flip();
  attn::LinearAttention a;
  if (fuzz::returns("linear_attention",
                    [&] { a = attn::linear_attention(q, k, v, map, causal); })) {
    fuzz::expect_finite("linear_attention", a.output, a.normaliser);
    const bool weights =
        map.kind == attn::FeatureKind::kElu || map.kind == attn::FeatureKind::kPositive;
    fuzz::expect(!weights || attn::lowest(a.normaliser) >= 0.0, "linear_attention",
                 "a normaliser >= 0");
  }
  attn::LinearAttention b;
  const attn::Index half = k.rows() / 2;
  if (k.rows() == v.rows() && fuzz::returns("LinearAttentionState", [&] {
        attn::LinearAttentionState state(map, d, v.cols());
        if (half > 0) state.add(k.matrix().topRows(half), v.matrix().topRows(half));
        state.add(k.matrix().bottomRows(k.rows() - half), v.matrix().bottomRows(v.rows() - half));
        b = state.read(q);
      })) {
    fuzz::expect_finite("LinearAttentionState", b.output, b.normaliser);
    fuzz::expect(causal || (a.output == b.output && a.normaliser == b.normaliser),
                 "LinearAttentionState", "what linear_attention() has");
  }
  attn::Matrix m;
  if (fuzz::returns("feature_rows", [&] { m = attn::feature_rows(map, q); }))
    fuzz::expect_finite("feature_rows", m);
  if (fuzz::returns("feature_kernel", [&] { m = attn::feature_kernel(map, q, k); }))
    fuzz::expect_finite("feature_kernel", m);
  attn::Rng rng(input.byte());
  const attn::Index count = input.size(-1, 9);
  const bool orthogonal = input.flip();
  if (fuzz::returns("random_frequencies",
                    [&] { m = attn::random_frequencies(count, d, orthogonal, rng); }))
    fuzz::expect_finite("random_frequencies", m);
  const attn::Vector x = input.vector(d), y = input.vector(input.nearly(d));
  double variance;
  if (fuzz::returns("positive_feature_variance",
                    [&] { variance = attn::positive_feature_variance(x, y); })) {
    fuzz::expect_finite("positive_feature_variance", variance);
    fuzz::expect(variance >= 0.0, "positive_feature_variance", "at least 0");
  }
  if (fuzz::returns("trigonometric_feature_variance",
                    [&] { variance = attn::trigonometric_feature_variance(x, y); })) {
    fuzz::expect_finite("trigonometric_feature_variance", variance);
    fuzz::expect(variance >= 0.0, "trigonometric_feature_variance", "at least 0");
  }
  return 0;
}
