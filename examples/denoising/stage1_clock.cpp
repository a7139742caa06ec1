// How many layers take noise of a given variance off.
#include <attn/denoising/stage1_clock.hpp>
#include <iostream>

int main() {
  const double beta = 5.0, eta = 0.1, sigma2 = 0.5;
  const double layers = attn::matched_layers(beta, eta, sigma2);
  const attn::Stage1Clock clock(beta, eta);
  std::cout << layers << " layers are the diffusion time " << clock.diffusion_time(layers)
            << " and the attention time " << clock.attention_time(layers) << '\n';
  std::cout << "in 5 layers: a step of " << attn::matched_step(beta, 5.0, sigma2) << '\n';
}

// Prints:
//  12.5 layers are the diffusion time 0.25 and the attention time 1.25
//  in 5 layers: a step of 0.25
