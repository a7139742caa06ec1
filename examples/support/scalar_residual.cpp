// Which token of a sequence is closest to the boundary, and which tokens the barrier pulls on.
#include <attn/support/scalar_residual.hpp>
#include <iostream>

int main() {
  attn::Vector x(6);
  x << 1.2, -0.8, 0.9, -1.4, 0.2, 1.6;
  const attn::ScalarResidual map = attn::scalar_residual(x, 0.5);
  std::cout << "margins " << map.margin.transpose() << '\n';
  std::cout << "support token " << map.support_token << ", log-density "
            << attn::scalar_log_density(map) << '\n';
  std::cout << "the barrier pulls by " << -attn::scalar_barrier_gradient(x, 0.5).d_x.transpose()
            << '\n';
}

// Prints:
//  margins        1        1 0.588999 0.610746 0.406072 0.728391
//  support token 4, log-density -11.7544
//  the barrier pulls by  -1.83134   1.72965 -0.553591  0.629649  0.367465  0.207171
