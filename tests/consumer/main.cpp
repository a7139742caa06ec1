#include <attn/denoising/denoiser.hpp>
#include <iostream>

// Denoises four tokens: one layer of attention, and one that answers.
int main() {
  attn::Matrix tokens(4, 1);
  tokens << -1.2, -0.8, 0.7, 1.3;
  attn::Matrix z = attn::stage1_step(tokens, /*beta=*/5.0, /*eta=*/0.5);
  std::cout << attn::posterior_mean(tokens, z, /*beta_c=*/2.0) << '\n';
}
