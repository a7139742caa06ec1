// A cloud of two thousand tokens around eight points, and how Stage 1 finds them.
#include <attn/cloud_experiment.hpp>
#include <iostream>

int main() {
  attn::CloudParams params;
  params.shape = attn::CloudShape::kRing;
  params.count = 2000;
  params.layers = 20;
  attn::CloudExperiment experiment(params);
  while (!experiment.seek(params.layers, /*budget=*/5)) {
  }
  const attn::CloudExperiment::Frame frame = experiment.frame();
  // Single precision: the last digits depend on the machine.
  std::cout.precision(2);
  std::cout << "distance to the clean points " << frame.distance(0) << " -> "
            << frame.distance(frame.layer) << '\n';
}

// Prints:
//  distance to the clean points 0.31 -> 0.2
