// Which score a query raises, and where its values are pushed.
#include <attn/training/routing.hpp>
#include <iostream>

int main() {
  const attn::Matrix scores = attn::Matrix::Zero(1, 3);
  attn::Matrix values(3, 2), u(1, 2);
  values << 1, 0, 0, 1, -1, 0;
  u << 1, 0;  // the loss grows where the context moves to the right
  const attn::Routing r = attn::routing_forward(scores, values);
  const attn::RoutingGradients g = attn::routing_backward(r, values, u);
  std::cout << "compatibility " << g.compatibility << ", mean " << g.mean_compatibility << '\n';
  std::cout << "advantage " << g.advantage << ", dL/ds " << g.d_scores << '\n';
  std::cout << "dL/dv\n" << g.d_values << '\n';
}

// Prints:
//  compatibility  1  0 -1, mean 0
//  advantage -1  0  1, dL/ds  0.333333         0 -0.333333
//  dL/dv
//  0.333333        0
//  0.333333        0
//  0.333333        0
