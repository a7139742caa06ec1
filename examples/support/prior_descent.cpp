// Embeddings that fit their contexts, close to the boundary and then away from it.
#include <attn/support/prior_descent.hpp>
#include <iostream>

int main() {
  attn::Matrix x(4, 1);
  x << -1.0, 1.0, 0.05, 0.4;
  const attn::HeadWeights w{attn::Matrix::Constant(1, 1, 0.95), attn::Matrix::Ones(1, 1),
                            attn::Matrix::Ones(1, 1)};
  attn::PriorDescent descent(x, w, 0.1);
  for (int i = 0; i < 3; ++i) {
    std::cout << "loss " << descent.loss() << ", least margin " << descent.least_margin() << '\n';
    descent.advance(10);
  }
}

// Prints:
//  loss 6.33003, least margin 0.0521402
//  loss 0.0113975, least margin 0.999697
//  loss 0.00525688, least margin 0.999813
