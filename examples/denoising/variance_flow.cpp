// The variance of a Gaussian cloud in closed form, and its half-life.
#include <attn/denoising/variance_flow.hpp>
#include <iostream>

int main() {
  const double v0 = 0.5, beta = 20.0;
  for (const double t : {0.0, 0.1, 0.2, 0.3}) {
    std::cout << "t = " << t << ": " << attn::variance_flow(v0, beta, t) << ", for infinite beta "
              << attn::variance_flow_limit(v0, t) << '\n';
  }
  std::cout << "half-life " << attn::variance_flow_time(v0, beta, v0 / 2) << '\n';
}

// Prints:
//  t = 0: 0.5, for infinite beta 0.5
//  t = 0.1: 0.322002, for infinite beta 0.3
//  t = 0.2: 0.157697, for infinite beta 0.1
//  t = 0.3: 0.0341672, for infinite beta 0
//  half-life 0.142329
