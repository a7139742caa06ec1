// What a loss, of which u is the gradient by what the head says, would gain or lose by each edge:
// when it is cut, and when its score is raised a little.
#include <attn/reading/edges.hpp>
#include <iostream>
#include <limits>

int main() {
  attn::Matrix q(2, 1), k(3, 1), v(3, 1), u(2, 1);
  q << 1.0, -2.0;
  k << 0.0, 1.0, 2.0;
  v << 1.0, 0.0, -1.0;
  u << 1.0, 1.0;  // the loss grows with what the head says
  const attn::Attention attention = attn::attention_forward(q, k, v);
  const double cut = -std::numeric_limits<double>::infinity();
  std::cout << "weights\n" << attention.weights << '\n';
  std::cout << "cut\n" << attn::edge_effects(attention, v, u, cut) << '\n';
  // What a row gains by one edge it loses by the others, to first order.
  const attn::Matrix raised = attn::edge_effects(attention, v, u, 1e-3);
  std::cout << "raised by 0.001\n" << raised << '\n';
  std::cout << "error that is routed " << attn::routed_error(attention.output, u) << '\n';
}

// Prints:
//  weights
//  0.0900306  0.244728  0.665241
//   0.866813   0.11731 0.0158762
//  cut
//  -0.155848 -0.186384  0.844152
//   -0.97014   0.11309   0.02986
//  raised by 0.001
//   0.000141875  0.000140806 -0.000282541
//   0.000129162  -9.9862e-05 -2.94002e-05
//  error that is routed 0.713074
