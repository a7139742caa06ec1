// Layers of Stage 1, and a step back.
#include <attn/denoising/particle_flow.hpp>
#include <iostream>

int main() {
  attn::Matrix tokens(4, 1);
  tokens << -1.2, -0.8, 0.7, 1.3;
  attn::ParticleFlow flow(tokens, /*beta=*/5.0, /*eta=*/0.5);
  flow.step();
  const attn::ParticleFlow::State first = flow.save();
  flow.step(4);
  std::cout << "layer " << flow.layer() << ": " << flow.particles().transpose() << '\n';
  flow.restore(first);
  std::cout << "layer " << flow.layer() << ": " << flow.particles().transpose() << '\n';
}

// Prints:
//  layer 5:  -1.00696 -0.990216    0.9798   1.01687
//  layer 1:  -1.11967 -0.878463  0.784487   1.21327
