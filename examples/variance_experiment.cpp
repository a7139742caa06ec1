// Noise on its way out: simulated tokens beside the theory of infinitely many.
#include <attn/variance_experiment.hpp>
#include <iostream>

int main() {
  attn::VarianceParams params;
  params.layers = 20;
  attn::VarianceExperiment experiment(params);
  while (!experiment.refine(/*budget=*/50)) {
  }
  const attn::VarianceExperiment::Frame frame = experiment.frame();
  for (const attn::Index layer : {0, 10, 20}) {
    std::cout << "layer " << layer << ": " << frame.mean(layer) << ", by theory "
              << frame.recursion(layer) << '\n';
  }
}

// Prints:
//  layer 0: 0.250972, by theory 0.25
//  layer 10: 0.132378, by theory 0.130237
//  layer 20: 0.0557477, by theory 0.0540269
