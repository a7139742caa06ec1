// Two groups of noisy tokens, and the answer to a noisy query between them.
#include <attn/denoising/denoiser.hpp>
#include <iostream>

int main() {
  attn::Matrix tokens(4, 1), query(1, 1);
  tokens << -1.2, -0.8, 0.7, 1.3;
  query << 0.3;
  const attn::Matrix z = attn::stage1_step(tokens, /*beta=*/5.0, /*eta=*/0.5);
  std::cout << "after one layer " << z.transpose() << '\n';
  std::cout << "weights of the query " << attn::stage2_weights(query, z, /*beta_c=*/2.0) << '\n';
  std::cout << "posterior mean " << attn::posterior_mean(query, z, 2.0) << '\n';
  // The same: one step down the energy.
  std::cout << "query - slope " << query - attn::energy_gradient(query, z, 2.0) << '\n';
}

// Prints:
//  after one layer  -1.11967 -0.878463  0.784487   1.21327
//  weights of the query 0.0828865  0.155116  0.491873  0.270124
//  posterior mean 0.484533
//  query - slope 0.484533
