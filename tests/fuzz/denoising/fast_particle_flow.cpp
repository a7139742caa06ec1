#include "attn/denoising/fast_particle_flow.hpp"

#include <optional>

#include "fuzz_input.hpp"

FUZZ_TARGET(fast_particle_flow) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 12), d = input.size(0, 3);
  const double beta = input.positive(), eta = input.flip() ? input.positive() / 16.0 : 0.5;
  constexpr std::array<attn::PairSum, 3> kWays = {
      attn::PairSum::kAutomatic, attn::PairSum::kAllPairs, attn::PairSum::kTransform};
  const attn::PairSum how = kWays[input.byte() % kWays.size()];
  const auto tokens = input.given_floats(n, d, fuzz::to_float);
  const attn::Index layers = input.size(-1, 4);
  std::optional<attn::FastParticleFlow> flow;
  if (!fuzz::returns("FastParticleFlow", [&] { flow.emplace(tokens, beta, eta, how); })) return 0;
  fuzz::returns("FastParticleFlow::step", [&] { flow->step(layers); });
  fuzz::expect_finite("FastParticleFlow::step", flow->particles());
  const attn::FastParticleFlow::State before = flow->save();
  attn::FastParticleFlow::State state = before;
  state.layer = input.size(-1, 3);
  state.particles = input.given_floats(input.nearly(n), d, fuzz::to_float).matrix();
  if (!fuzz::returns("FastParticleFlow::restore", [&] { flow->restore(state); })) {
    fuzz::expect(flow->particles() == before.particles && flow->layer() == before.layer,
                 "FastParticleFlow::restore", "as it was before an error");
  }
  fuzz::returns("FastParticleFlow::step", [&] { flow->step(1); });
  fuzz::expect_finite("FastParticleFlow::step", flow->particles());
  return 0;
}
