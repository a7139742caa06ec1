#include "attn/denoising/denoiser.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(denoiser) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 6), d = input.size(0, 3);
  const double beta = input.positive(), eta = input.positive();
  const auto z = input.given(n, d);
  const auto queries = input.given(input.size(0, 4), input.nearly(d), {z});
  attn::Matrix m;
  const auto weights = [&](const char* function) {
    fuzz::expect_finite(function, m);
    for (attn::Index i = 0; i < m.rows(); ++i) fuzz::expect_weights(function, m.row(i), false);
  };
  if (fuzz::returns("stage1_weights", [&] { m = attn::stage1_weights(z, beta); })) {
    weights("stage1_weights");
  }
  if (fuzz::returns("stage1_step", [&] { m = attn::stage1_step(z, beta, eta); })) {
    fuzz::expect_finite("stage1_step", m);
  }
  if (fuzz::returns("stage2_weights", [&] { m = attn::stage2_weights(queries, z, beta); })) {
    weights("stage2_weights");
  }
  if (fuzz::returns("posterior_mean", [&] { m = attn::posterior_mean(queries, z, beta); })) {
    fuzz::expect_finite("posterior_mean", m);
    fuzz::expect(attn::largest(m) <= attn::largest(z.matrix()) * (1.0 + 1e-12), "posterior_mean",
                 "a mean of particles");
  }
  if (fuzz::returns("energy_gradient", [&] { m = attn::energy_gradient(queries, z, beta); })) {
    fuzz::expect_finite("energy_gradient", m);
  }
  attn::Vector e;
  if (fuzz::returns("energy", [&] { e = attn::energy(queries, z, beta); })) {
    fuzz::expect_finite("energy", e);
  }
  return 0;
}
