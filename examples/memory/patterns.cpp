// Damage to a pattern of signs, and how much of it is left.
#include <attn/memory/patterns.hpp>
#include <iostream>

int main() {
  attn::Rng rng(1);
  const attn::Vector pattern = attn::random_patterns(1, 20, rng).row(0);
  std::cout << pattern.transpose() << '\n';
  for (const attn::Index flips : {0, 5, 10}) {
    const attn::Vector damaged = attn::flip_signs(pattern, flips, rng);
    std::cout << flips << " flipped: overlap " << attn::overlap(pattern, damaged) << '\n';
  }
}

// Prints:
//   1 -1 -1 -1 -1 -1  1  1 -1 -1  1  1  1 -1  1 -1 -1  1 -1 -1
//  0 flipped: overlap 1
//  5 flipped: overlap 0.5
//  10 flipped: overlap 0
