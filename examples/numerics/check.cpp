// A function of your own that refuses bad input as the library does.
#include <attn/numerics/check.hpp>
#include <iostream>
#include <limits>

/// `v` scaled to the length 1.
attn::Vector direction(const attn::Vector& v) {
  attn::check::vector("direction", "v", v);
  if (v.isZero(0.0)) attn::check::refuse("direction", "v", "zero", "a vector with a direction");
  return v / v.norm();
}

int main() {
  std::cout << direction(attn::Vector::Constant(4, 3.0)).transpose() << '\n';
  for (const double value : {0.0, std::numeric_limits<double>::infinity()}) {
    try {
      direction(attn::Vector::Constant(2, value));
    } catch (const attn::Error& error) {
      std::cout << error.what() << '\n';
    }
  }
}

// Prints:
//  0.5 0.5 0.5 0.5
//  direction: v is zero, expected a vector with a direction
//  direction: v[0] is Infinity, expected a finite number
