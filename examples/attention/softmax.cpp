// Weights of three scores, cold and warm, and how they answer to a change.
#include <attn/attention/softmax.hpp>
#include <iostream>

int main() {
  attn::Vector scores(3);
  scores << 2, 1, 0;
  for (const double temperature : {0.0, 0.5, 1.0, 10.0}) {
    std::cout << "T = " << temperature << ": " << attn::softmax(scores, temperature).transpose()
              << '\n';
  }
  std::cout << "log of the sum " << attn::log_sum_exp(scores) << '\n';
  std::cout << "Jacobian\n" << attn::softmax_jacobian(attn::softmax(scores)) << '\n';
}

// Prints:
//  T = 0: 1 0 0
//  T = 0.5:  0.866813   0.11731 0.0158762
//  T = 1:  0.665241  0.244728 0.0900306
//  T = 10: 0.367165 0.332225  0.30061
//  log of the sum 2.40761
//  Jacobian
//   0.222695 -0.162803 -0.059892
//  -0.162803  0.184836 -0.022033
//  -0.059892 -0.022033 0.0819251
