#include "attn/memory/modern_hopfield.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(modern_hopfield) {
  fuzz::Input input(data, size);
  const attn::Index count = input.size(0, 4), d = input.size(0, 3);
  const double beta = input.positive();
  const auto k = input.given(count, d);
  const auto x = input.given(input.size(0, 3), input.nearly(d), {k});
  const auto v = input.given(input.nearly(count), input.size(0, 2), {k});
  attn::Vector energy;
  attn::Matrix m;
  if (fuzz::returns("modern_hopfield_energy",
                    [&] { energy = attn::modern_hopfield_energy(k, x, beta); }))
    fuzz::expect_finite("modern_hopfield_energy", energy);
  if (fuzz::returns("modern_hopfield_gradient",
                    [&] { m = attn::modern_hopfield_gradient(k, x, beta); }))
    fuzz::expect_finite("modern_hopfield_gradient", m);
  if (fuzz::returns("modern_hopfield_update",
                    [&] { m = attn::modern_hopfield_update(k, x, beta); }))
    fuzz::expect_finite("modern_hopfield_update", m);
  if (fuzz::returns("modern_hopfield_read", [&] { m = attn::modern_hopfield_read(k, v, x, beta); }))
    fuzz::expect_finite("modern_hopfield_read", m);
  attn::Retrieval r;
  const attn::RetrievalOptions options{input.positive(), input.size(0, 20)};
  if (fuzz::returns("modern_hopfield_retrieve",
                    [&] { r = attn::modern_hopfield_retrieve(k, x, beta, options); })) {
    fuzz::expect_finite("modern_hopfield_retrieve", r.states, r.weights);
    for (attn::Index i = 0; i < r.weights.rows(); ++i)
      fuzz::expect_weights("modern_hopfield_retrieve", r.weights.row(i), false);
  }
  if (fuzz::returns("modern_hopfield_weights",
                    [&] { m = attn::modern_hopfield_weights(k, x, beta); })) {
    attn::Vector held;
    if (fuzz::returns("patterns_held", [&] { held = attn::patterns_held(m); }))
      fuzz::expect(attn::lowest(held) >= 1.0 - 1e-12, "patterns_held", "at least 1");
  }
  return 0;
}
