// A step that takes tokens away from the boundary, in single precision.
#include <attn/support/residual_barrier_fast.hpp>
#include <iostream>

int main() {
  attn::FloatMatrix x(3, 2);
  x << -1.0F, 0.5F, 1.0F, -0.5F, 0.1F, 0.2F;
  const attn::FloatMatrix w = 0.6F * attn::FloatMatrix::Identity(2, 2);
  const attn::FastBarrierGradient at = attn::residual_barrier_fast_gradient(x, w);
  std::cout << "barrier " << at.value.barrier << '\n';
  const attn::FloatMatrix next = x - 0.01F * at.d_x;
  std::cout << "a step on " << attn::residual_barrier_fast(next, w).barrier << '\n';
}

// Prints:
//  barrier 1.38629
//  a step on 1.25328
