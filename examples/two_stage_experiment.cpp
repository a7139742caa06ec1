// The error of each way through the two-stage denoiser.
#include <attn/two_stage_experiment.hpp>
#include <iostream>

int main() {
  attn::TokenParams params;
  params.count = 32;
  params.layers = 15;
  using Experiment = attn::TwoStageExperiment;
  Experiment experiment(params, /*skip=*/true);
  experiment.seek(params.layers, params.layers);
  while (!experiment.refine(/*budget=*/100)) {
  }
  const attn::Vector errors = experiment.frame().mean.rightCols(1);
  std::cout << "noisy tokens " << errors(Experiment::kTokens) << '\n'
            << "Stage 1 only " << errors(Experiment::kStage1) << '\n'
            << "without the skip " << errors(Experiment::kWithoutSkip) << '\n'
            << "with the skip " << errors(Experiment::kWithSkip) << '\n'
            << "at best " << errors(Experiment::kExact) << '\n';
}

// Prints:
//  noisy tokens 0.940784
//  Stage 1 only 0.459054
//  without the skip 0.210214
//  with the skip 0.240375
//  at best 0.10787
