// What is left to the denoiser that knows the prior.
#include <attn/denoising/mmse.hpp>
#include <iostream>

int main() {
  const attn::GaussianMixture prior = attn::two_modes(/*centre=*/1.0, /*variance=*/0.0, 1);
  for (const double noise : {0.1, 1.0, 10.0}) {
    std::cout << "noise " << noise << ": mmse " << attn::mmse(prior, noise).value << '\n';
  }
}

// Prints:
//  noise 0.1: mmse 0.00241131
//  noise 1: mmse 0.4496
//  noise 10: mmse 0.908659
