#include "attn/denoising/particle_flow.hpp"

#include <optional>

#include "fuzz_input.hpp"

FUZZ_TARGET(particle_flow) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 5), d = input.size(0, 3);
  const double beta = input.positive(), eta = input.positive();
  const auto tokens = input.given(n, d);
  const attn::Index layers = input.size(-1, 8);
  std::optional<attn::ParticleFlow> flow;
  if (!fuzz::returns("ParticleFlow", [&] { flow.emplace(tokens, beta, eta); })) return 0;
  fuzz::returns("ParticleFlow::step", [&] { flow->step(layers); });
  fuzz::expect_finite("ParticleFlow::step", flow->particles());
  const attn::ParticleFlow::State before = flow->save();
  attn::ParticleFlow::State state = before;
  state.layer = input.size(-1, 3);
  state.particles = input.given(input.nearly(n), d).matrix();
  if (!fuzz::returns("ParticleFlow::restore", [&] { flow->restore(state); })) {
    fuzz::expect(flow->particles() == before.particles && flow->layer() == before.layer,
                 "ParticleFlow::restore", "as it was before an error");
  }
  fuzz::returns("ParticleFlow::step", [&] { flow->step(2); });
  fuzz::expect_finite("ParticleFlow::step", flow->particles());
  return 0;
}
