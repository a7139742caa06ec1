// Four hundred tokens of a Gaussian cloud beside what theory says of infinitely many.
#include <attn/gaussian_flow_experiment.hpp>
#include <iostream>

int main() {
  attn::GaussianFlowParams params;
  params.layers = 40;
  attn::GaussianFlowExperiment experiment(params);
  experiment.seek(/*layer=*/20, /*budget=*/20);
  const attn::GaussianFlowExperiment::Frame frame = experiment.frame();
  std::cout << "clean\n" << frame.clean << '\n';
  std::cout << "by the closed form\n" << frame.exact << '\n';
  std::cout << "of the particles\n" << frame.covariance << '\n';
}

// Prints:
//  clean
//  0.793136 0.378662
//  0.378662 0.306864
//  by the closed form
//  0.883185 0.338202
//  0.338202 0.448872
//  of the particles
//  0.894327 0.325112
//  0.325112  0.48932
