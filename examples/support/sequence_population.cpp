// Figure 3.3 of seed 002: how many of 4000 random sequences lie inside of the boundary.
#include <attn/support/sequence_population.hpp>
#include <cmath>
#include <iostream>

int main() {
  for (const double a : {-0.2, 0.2}) {
    attn::Rng rng(1);
    const attn::SequencePopulation p = attn::sequence_population({}, a, rng);
    const double share = static_cast<double>(p.valid) / 4000.0;
    std::cout << "a = " << a << ": " << p.valid << " of 4000, +- "
              << std::sqrt(4000.0 * share * (1.0 - share)) << '\n';
  }
}

// Prints:
// a = -0.2: 4000 of 4000, +- 0
// a = 0.2: 3356 of 4000, +- 23.2447
