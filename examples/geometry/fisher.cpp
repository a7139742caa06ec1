// The gradient of a cross entropy, plain and natural: the metric of softmax is singular, and only
// what it can tell is raised.
#include <attn/attention/softmax.hpp>
#include <attn/geometry/fisher.hpp>
#include <iostream>

int main() {
  attn::Vector scores(3), target(3);
  scores << 2, 0, -0.5;
  target << 0.2, 0.2, 0.6;
  const attn::Vector p = attn::softmax(scores);
  const attn::Matrix fisher = attn::softmax_fisher(p);
  std::cout << "Fisher\n" << fisher << '\n';
  std::cout << "plain   " << (p - target).transpose() << '\n';
  std::cout << "natural " << attn::natural_gradient(fisher, p - target).transpose() << '\n';
  std::cout << "damped  " << attn::natural_gradient(fisher, p - target, 0.1).transpose() << '\n';
}

// Prints:
//  Fisher
//     0.146696  -0.0913124  -0.0553838
//   -0.0913124   0.0988078 -0.00749538
//   -0.0553838 -0.00749538   0.0628792
//  plain     0.621409 -0.0888344  -0.532575
//  natural  3.40363  1.84799 -5.25162
//  damped   2.10774 0.425732 -2.53347
