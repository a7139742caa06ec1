// The softmax is the distribution of least free energy.
#include <attn/attention/gibbs.hpp>
#include <attn/attention/softmax.hpp>
#include <iostream>

int main() {
  attn::Vector scores(3);
  scores << 2, 1, 0;
  const double temperature = 0.5;
  const attn::Vector a = attn::softmax(scores, temperature);
  const attn::Vector uniform = attn::Vector::Constant(3, 1.0 / 3.0);
  std::cout << "entropy " << attn::entropy(a) << " nats, " << attn::normalised_entropy(a)
            << " of the most\n";
  std::cout << "free energy " << attn::free_energy(scores, temperature) << " = "
            << attn::variational_free_energy(a, scores, temperature) << '\n';
  std::cout << "of equal weights, above it by "
            << attn::variational_gap(uniform, scores, temperature) << '\n';
}

// Prints:
//  entropy 0.441057 nats, 0.401468 of the most
//  free energy -2.07147 = -2.07147
//  of equal weights, above it by 0.52216
