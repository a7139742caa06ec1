// A residual that says so when what it measures is no number.
#include <attn/numerics/largest.hpp>
#include <iostream>
#include <limits>

int main() {
  attn::Matrix computed(2, 2);
  computed << 1.0, 2.0, 3.0, 4.5;
  attn::Matrix exact(2, 2);
  exact << 1.0, 2.0, 3.0, 4.0;
  std::cout << "off by " << attn::largest(computed - exact) << '\n';
  computed(0, 0) = std::numeric_limits<double>::quiet_NaN();
  const double error = attn::largest(computed - exact);
  std::cout << "with NaN within 1: " << (error <= 1.0 ? "yes" : "no") << '\n';
}

// Prints:
//  off by 0.5
//  with NaN within 1: no
