// Draws from a prior with two modes, and the best estimate from a noisy one.
#include <attn/denoising/gaussian_mixture.hpp>
#include <iostream>

int main() {
  const attn::GaussianMixture prior = attn::two_modes(/*centre=*/1.0, /*variance=*/0.1, 1);
  attn::Rng rng(7);
  const double noise = 0.5;
  const attn::MixtureSample sample = attn::sample(prior, noise, 3, rng);
  std::cout << "noisy " << sample.noisy.transpose() << '\n';
  std::cout << "clean " << sample.clean.transpose() << '\n';
  std::cout << "E[clean | noisy] "
            << attn::exact_posterior_mean(prior, sample.noisy, noise).transpose() << '\n';
}

// Prints:
//  noisy -1.44649  1.89198 0.102501
//  clean -0.266028   1.00142 -0.686131
//  E[clean | noisy]  -1.0611  1.14563 0.158076
