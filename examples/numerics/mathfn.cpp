// Elementary functions with the same bits on every platform.
#include <attn/numerics/mathfn.hpp>
#include <iostream>

int main() {
  std::cout << std::hexfloat;  // every bit
  std::cout << "exp(1) = " << attn::mathfn::exp(1.0) << '\n';
  std::cout << "log(2) = " << attn::mathfn::log(2.0) << '\n';
  std::cout << "sin(1e22) = " << attn::mathfn::sin(1e22) << '\n';
  std::cout << "cos(1) = " << attn::mathfn::cos(1.0) << '\n';
}

// Prints:
//  exp(1) = 0x1.5bf0a8b145769p+1
//  log(2) = 0x1.62e42fefa39efp-1
//  sin(1e22) = -0x1.b453ab76bf397p-1
//  cos(1) = 0x1.14a280fb5068cp-1
