// What can be said of the next symbol where the last one is seen through noise.
#include <attn/sequence/markov_chain.hpp>
#include <attn/sequence/noisy_chain.hpp>
#include <iostream>

int main() {
  attn::NoisyChain chain{attn::sticky_transition(4, 0.4), attn::Matrix::Identity(4, 4), 0.5};
  attn::Rng rng(1);
  const attn::NoisySequence s = attn::sample_noisy_chain(chain, 3, rng);
  std::cout << "given the symbol\n"
            << attn::predict_from_symbols(chain.transition, s.previous) << '\n';
  std::cout << "given its input\n" << attn::predict_from_inputs(chain, s.x) << '\n';
  std::cout << "given all inputs\n" << attn::predict_from_history(chain, s.x) << '\n';
}

// Prints:
//  given the symbol
//  0.12 0.24  0.4 0.24
//  0.12 0.24  0.4 0.24
//  0.24 0.12 0.24  0.4
//  given its input
//  0.124764 0.242601 0.394506 0.238129
//  0.171466 0.280766 0.333271 0.214497
//  0.239185 0.121201 0.241102 0.398512
//  given all inputs
//  0.124764 0.242601 0.394506 0.238129
//   0.15561 0.270019 0.353234 0.221137
//   0.23868 0.121765 0.241771 0.397784
