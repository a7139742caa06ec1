// The same seed gives the same numbers, on every platform.
#include <attn/numerics/rng.hpp>
#include <iostream>

int main() {
  attn::Rng rng(42);
  std::cout << "uniform " << rng.uniform() << ", normal " << rng.normal() << '\n';
  const attn::Rng::State state = rng.save();
  const attn::Index drawn = rng.categorical({0.2, 0.0, 0.8});
  rng.restore(state);
  std::cout << (rng.categorical({0.2, 0.0, 0.8}) == drawn ? "drawn again" : "another") << '\n';
  std::cout << "permutation";
  for (const attn::Index i : rng.permutation(5)) std::cout << ' ' << i;
  std::cout << '\n';
}

// Prints:
//  uniform 0.741565, normal -0.342244
//  drawn again
//  permutation 2 1 4 3 0
