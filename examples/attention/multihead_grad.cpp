// One step of gradient descent on the projections of a head.
#include <attn/attention/multihead_grad.hpp>
#include <iostream>

int main() {
  attn::Matrix x(2, 2), target(2, 2);
  x << 1, 0, 0, 1;
  target << 0, 1, 1, 0;
  const attn::Matrix same = attn::Matrix::Identity(2, 2);
  attn::MultiHeadWeights weights{{same}, {same}, {same}, {same}};
  const auto loss = [&](const attn::Matrix& y) { return 0.5 * (y - target).squaredNorm(); };

  const attn::MultiHead before = attn::multihead_forward(x, x, weights);
  const attn::MultiHeadGradients gradients =
      attn::multihead_backward(x, x, weights, {}, before, before.output - target);
  weights.w_o[0] -= 0.5 * gradients.d_weights.w_o[0];
  const attn::MultiHead after = attn::multihead_forward(x, x, weights);
  std::cout << "loss " << loss(before.output) << " -> " << loss(after.output) << '\n';
}

// Prints:
//  loss 0.897161 -> 0.79672
