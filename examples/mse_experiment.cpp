// The error of the two-stage estimate for two numbers of tokens, beside either stage alone.
#include <attn/mse_experiment.hpp>
#include <iostream>

int main() {
  attn::MseParams params;
  params.dimension = 1;
  params.counts = {100, 400};
  params.layers = 30;
  attn::MseExperiment experiment(params);
  while (!experiment.refine(/*budget=*/10.0)) {
  }
  const attn::MseExperiment::Frame frame = experiment.frame();
  std::cout.precision(2);
  for (const attn::MseExperiment::Bar& bar : frame.bars) {
    std::cout << bar.count << " tokens: " << bar.two_stage.mean << ", Stage 1 only "
              << bar.stage1_only.mean << ", Stage 2 only " << bar.stage2_only.mean << '\n';
  }
  std::cout << "at least " << frame.mmse << '\n';
}

// Prints:
//  100 tokens: 0.53, Stage 1 only 0.8, Stage 2 only 0.57
//  400 tokens: 0.62, Stage 1 only 0.84, Stage 2 only 0.68
//  at least 0.49
