// Which tokens one noise may belong to, and what that makes of a density.
#include <attn/support/residual_curve.hpp>
#include <iostream>

int main() {
  attn::Vector context(2);
  context << 0.0, 2.0;
  for (const double a : {-0.25, 0.25, 2.0}) {
    std::cout << "a = " << a << ", noise -0.9: tokens";
    for (const double x : attn::residual_preimages(context, a, -0.9)) std::cout << ' ' << x;
    const attn::ResidualMasses mass = attn::residual_masses(context, a);
    std::cout << "; mass " << mass.cut << ", folded " << mass.folded << '\n';
  }
}

// Prints:
// a = -0.25, noise -0.9: tokens 0.0800021; mass 1, folded 1
// a = 0.25, noise -0.9: tokens 0.133317; mass 1, folded 1
// a = 2, noise -0.9: tokens -0.830297 -0.102853 1.07302; mass 1.12892, folded 1.25784
