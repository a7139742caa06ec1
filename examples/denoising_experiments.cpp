// The experiment behind a figure, stepped as the page steps it.
#include <attn/denoising_experiments.hpp>
#include <iostream>

int main() {
  attn::ParticlesParams params;
  params.count = 32;
  params.layers = 30;
  attn::ParticlesExperiment experiment(params);
  // In slices of ten layers, between which a page draws.
  while (!experiment.seek(params.layers, /*budget=*/10)) {
  }
  const attn::ParticlesExperiment::Frame frame = experiment.frame();
  std::cout << "variance within the groups " << frame.within_variance(0) << " -> "
            << frame.within_variance(frame.layer) << '\n';
  std::cout << "matched depth " << frame.matched_layers << " layers\n";
}

// Prints:
//  variance within the groups 0.426506 -> 0.0224349
//  matched depth 12.5 layers
