// Hopfield's network of 1982 finds a damaged pattern, and the negative of one that nobody stored.
#include <attn/memory/classical_hopfield.hpp>
#include <attn/memory/patterns.hpp>
#include <iostream>

int main() {
  attn::Rng rng(1);
  const attn::Matrix stored = attn::random_patterns(5, 100, rng);
  const attn::ClassicalHopfield network(stored);
  const attn::Vector damaged = attn::flip_signs(stored.row(0), 20, rng);
  for (const attn::Vector& start : {damaged, attn::Vector(-damaged)}) {
    const attn::HopfieldRest rest = network.settle(start, rng);
    std::cout << "overlap " << attn::overlap(start, stored.row(0)) << ", energy "
              << network.energy(start) << " -> overlap " << attn::overlap(rest.state, stored.row(0))
              << ", energy " << network.energy(rest.state) << '\n';
  }
}

// Prints:
//  overlap 0.6, energy -16.16 -> overlap 1, energy -49.76
//  overlap -0.6, energy -16.16 -> overlap -1, energy -49.76
