// Two measures of eight heads go up together, and what makes them is the depth of the head: with
// the depth taken out next to nothing of it is left.
#include <attn/reading/ranks.hpp>
#include <iostream>

int main() {
  attn::Vector depth(8), entropy(8), loss(8);
  depth << 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0;
  entropy << 0.2, 0.1, 0.9, 0.5, 2.0, 4.0, 5.5, 7.0;
  loss << 1.0, 2.0, 3.0, 40.0, 60.0, 50.0, 1000.0, 900.0;
  std::cout << "ranks of entropy: " << attn::ranks(entropy).transpose() << '\n';
  std::cout << "entropy and loss: " << attn::rank_correlation(entropy, loss) << '\n';
  std::cout << "at the same depth: " << attn::partial_rank_correlation(entropy, loss, depth)
            << '\n';
}

// Prints:
//  ranks of entropy: 2 1 4 3 5 6 7 8
//  entropy and loss: 0.904762
//  at the same depth: -0.0243902
