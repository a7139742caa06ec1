// Where a token's residual stops having an inverse, and what the printed block says of it.
#include <attn/support/residual_map.hpp>
#include <iostream>

int main() {
  attn::Matrix x(3, 2);
  x << 1.0, 0.5, -1.0, 0.5, 0.2, 0.0;
  attn::HeadWeights w{attn::Matrix::Identity(2, 2), attn::Matrix::Identity(2, 2),
                      attn::Matrix(2, 2)};
  w.w_v << 0.0, -1.0, 1.0, 0.0;  // values are turned by a right angle
  const attn::ResidualMap map = attn::residual_map(x, w);
  std::cout << "determinants " << attn::determinant_margins(map).transpose() << '\n';
  std::cout << "block of token 2\n" << map.blocks[2] << '\n';
  std::cout << "as printed\n" << attn::published_residual_blocks(x, w)[2] << '\n';
  std::cout << "log-density " << attn::residual_log_density(map) << '\n';
}

// Prints:
//  determinants 1 1 1
//  block of token 2
//          1         0
//  -0.961043         1
//  as printed
//         1        0
//         0 0.038957
//  log-density -6.65311
