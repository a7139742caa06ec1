// The area under a bell curve, with an estimate of the error.
#include <attn/numerics/mathfn.hpp>
#include <attn/numerics/quadrature.hpp>
#include <iostream>

int main() {
  const auto bell = [](double x) { return attn::mathfn::exp(-0.5 * x * x); };
  const attn::Integral area = attn::integrate(bell, {-10.0, -1.0, 1.0, 10.0});
  std::cout << area.value << " in " << area.evaluations << " evaluations\n";
  std::cout << "error below 1e-10: " << (area.error < 1e-10 ? "yes" : "no") << '\n';
}

// Prints:
//  2.50663 in 189 evaluations
//  error below 1e-10: yes
