// Your own numbers as a matrix of the library, without a copy; and what bad input says.
#include <attn/attention/softmax.hpp>
#include <attn/numerics/types.hpp>
#include <iostream>

int main() {
  const double scores[] = {2, 1, 0, 0, 1, 2};
  const Eigen::Map<const attn::Matrix> rows(scores, 2, 3);
  std::cout << attn::softmax_rows(rows) << '\n';
  try {
    std::cout << attn::softmax(attn::Vector());
  } catch (const attn::Error& error) {
    std::cout << error.what() << '\n';
  }
}

// Prints:
//   0.665241  0.244728 0.0900306
//  0.0900306  0.244728  0.665241
//  softmax: s is empty, expected at least one entry
