// What the barrier and the energy of a sequence ask of its embeddings.
#include <attn/support/residual_gradient.hpp>
#include <iostream>

int main() {
  attn::Matrix x(3, 1);
  x << -1.0, 1.0, 0.1;
  const attn::HeadWeights w{attn::Matrix::Constant(1, 1, 0.9), attn::Matrix::Ones(1, 1),
                            attn::Matrix::Ones(1, 1)};
  const attn::ResidualMap map = attn::residual_map(x, w);
  std::cout << "barrier " << map.barrier << '\n';
  std::cout << "it pulls by " << -attn::barrier_gradient(x, w, map).d_x.transpose() << '\n';
  std::cout << "the energy by " << -attn::energy_gradient(x, w, map).d_x.transpose() << '\n';
}

// Prints:
//  barrier 2.23259
//  it pulls by  8.2567 -8.2567 1.34485
//  the energy by      3.0042    -1.99396 -0.00109849
