// A step of shared values helps most of their readers, and costs one.
#include <attn/training/value_step.hpp>
#include <iostream>

int main() {
  const attn::Matrix weights = attn::Matrix::Constant(3, 2, 0.5),
                     w_o = attn::Matrix::Identity(2, 2);
  const attn::CrossEntropy at =
      attn::cross_entropy(attn::Matrix::Zero(3, 2), attn::one_hot({0, 0, 1}, 2));
  const attn::ValueStep s = attn::value_step(weights, w_o, at, /*eta=*/0.5);
  std::cout << "first order " << s.all.transpose() << ", together " << s.total << '\n';
  std::cout << "exactly " << (s.all + s.all_remainder).transpose() << ", together "
            << s.total + s.total_remainder << '\n';
}

// Prints:
//  first order -0.125 -0.125  0.125, together -0.125
//  exactly -0.117208 -0.117208  0.132792, together -0.101623
