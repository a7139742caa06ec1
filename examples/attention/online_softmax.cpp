// A weighted mean over two blocks of keys, taken apart and merged.
#include <attn/attention/online_softmax.hpp>
#include <iostream>

int main() {
  attn::Vector first(2), second(2), third(2);
  first << 1, 0;
  second << 0, 1;
  third << 1, 1;
  attn::OnlineSoftmax left(2), right(2);
  left.add(/*score=*/1000.0, first);
  left.add(999.0, second);
  right.add(1001.0, third);
  left.merge(right);
  std::cout << "mean " << left.mean().transpose() << '\n';
  std::cout << "log of the sum " << left.log_normaliser() << '\n';
}

// Prints:
//  mean 0.909969 0.755272
//  log of the sum 1001.41
