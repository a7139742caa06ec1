#include "attn/reading/edges.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(edges) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 4), m = input.size(0, 5), d = input.size(0, 4);
  attn::Matrix values = input.matrix(input.nearly(m), d);
  const attn::Matrix u = input.matrix(n, input.nearly(d));
  attn::Attention attention;
  if (input.flip()) {
    // What attention returns, or numbers that no attention has.
    attn::AttentionOptions options;
    options.causal = input.flip();
    const attn::Matrix q = input.matrix(n, 2), k = input.matrix(m, 2);
    if (!fuzz::returns("attention_forward",
                       [&] { attention = attn::attention_forward(q, k, values, options); }))
      return 0;
  } else {
    attention.weights = input.matrix(n, m);
    attention.output = input.matrix(input.nearly(n), input.nearly(d));
  }
  const double delta = input.byte() % 4 == 0 ? -HUGE_VAL : input.number();
  attn::Matrix effects;
  if (fuzz::returns("edge_effects",
                    [&] { effects = attn::edge_effects(attention, values, u, delta); })) {
    fuzz::expect_finite("edge_effects", effects);
    for (attn::Index i = 0; i < effects.size(); ++i) {
      const double weight = attention.weights.data()[i], effect = effects.data()[i];
      fuzz::expect(weight != 0.0 || effect == 0.0, "edge_effects", "0 without weight");
      const auto row = attention.weights.row(i / effects.cols());
      const bool alone = weight != 0.0 && (row.array() != 0.0).count() == 1;
      fuzz::expect(weight != 1.0 || !alone || delta != -HUGE_VAL || effect == 0.0, "edge_effects",
                   "0 of all that there is");
    }
    attn::Matrix none;
    if (fuzz::returns("edge_effects",
                      [&] { none = attn::edge_effects(attention, values, u, 0.0); }))
      fuzz::expect(none.isZero(0.0), "edge_effects", "0 of no change");
  }
  double error = 0.0;
  if (fuzz::returns("routed_error", [&] { error = attn::routed_error(attention.output, u); })) {
    fuzz::expect_finite("routed_error", error);
    fuzz::expect(error >= 0.0, "routed_error", "a size");
  }
  return 0;
}
