// The energy barrier between two modes, before and after Stage 1.
#include <attn/landscape_experiment.hpp>
#include <iostream>

int main() {
  attn::QueryParams params;
  params.query = 0.5;
  attn::LandscapeExperiment experiment(params);
  experiment.seek(/*layer=*/12, /*budget=*/12);
  const attn::LandscapeExperiment::Frame frame = experiment.frame();
  std::cout << "barrier " << frame.barrier_before << " -> " << frame.barrier_after << ", exactly "
            << frame.barrier_exact << '\n';
  std::cout << "estimate " << frame.estimate << ", exactly " << frame.exact << '\n';
}

// Prints:
//  barrier 0.844891 -> 1.20995, exactly 1.65343
//  estimate 1.51254, exactly 1.92806
