// Attention as a memory: a cold one finds a pattern, a warmer one holds two that are alike, a hot
// one all.
#include <attn/memory/modern_hopfield.hpp>
#include <iostream>

int main() {
  attn::Matrix k(3, 2), query(1, 2);
  k << 1, 0.2, 1, -0.2, -1, 0;
  query << 0.5, 0.3;
  for (const double beta : {50.0, 5.0, 0.5}) {
    const attn::Retrieval r = attn::modern_hopfield_retrieve(k, query, beta);
    std::cout << "beta " << beta << ": " << r.updates[0] << " updates, holds "
              << attn::patterns_held(r.weights) << ", energy "
              << attn::modern_hopfield_energy(k, query, beta) << " -> "
              << attn::modern_hopfield_energy(k, r.states, beta) << '\n';
  }
}

// Prints:
//  beta 50: 12 updates, holds 1.10833, energy -0.39005 -> -0.520393
//  beta 5: 15 updates, holds 2.0005, energy -0.478141 -> -0.638634
//  beta 0.5: 20 updates, holds 2.91369, energy -2.24673 -> -2.29197
