// What two predictions cost, and how their logits should change.
#include <attn/training/cross_entropy.hpp>
#include <iostream>

int main() {
  attn::Matrix logits(2, 3);
  logits << 2, 0, 0, 0, 0, 0;
  const attn::CrossEntropy c = attn::cross_entropy(logits, attn::one_hot({0, 1}, 3));
  std::cout << "losses " << c.losses.transpose() << ", together " << c.loss << '\n';
  std::cout << c.d_logits << '\n';
}

// Prints:
//  losses 0.239545  1.09861, together 1.33816
//  -0.213014  0.106507  0.106507
//   0.333333 -0.666667  0.333333
