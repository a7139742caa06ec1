// The sticky chain of seed 000: how well its next symbol can be predicted at best.
#include <attn/sequence/markov_chain.hpp>
#include <iostream>

int main() {
  const attn::Matrix p = attn::sticky_transition(/*symbols=*/8, /*stay=*/0.3);
  std::cout << "from 0: " << p.row(0) << '\n';
  std::cout << "least loss " << attn::entropy_rate(p) << ", best accuracy "
            << attn::bayes_accuracy(p) << '\n';
  attn::Rng rng(1);
  for (const attn::Index a : attn::sample_chain(p, 0, 20, rng)) std::cout << ' ' << a;
  std::cout << '\n';
}

// Prints:
//  from 0:       0.3  0.178723 0.0893617 0.0595745 0.0446809 0.0595745 0.0893617  0.178723
//  least loss 1.88325, best accuracy 0.3
//   2 3 7 5 5 6 7 6 4 5 4 4 4 4 4 2 3 5 5 6
