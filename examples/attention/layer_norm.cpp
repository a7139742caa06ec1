// A row is shifted to the mean 0 and scaled to the variance 1; its gradient has no part along
// either.
#include <attn/attention/layer_norm.hpp>
#include <iostream>

int main() {
  attn::Matrix x(1, 4), d_output(1, 4);
  x << 1, 2, 3, 6;
  d_output << 1, 0, 0, 0;
  const attn::Vector scale = attn::Vector::Ones(4), bias = attn::Vector::Zero(4);
  const attn::LayerNorm norm = attn::layer_norm_forward(x, scale, bias);
  std::cout << "output " << norm.output << '\n';
  std::cout << "gradient " << attn::layer_norm_backward(x, scale, norm, d_output).d_x << '\n';
  std::cout << "without the mean " << attn::rms_norm_forward(x, scale).output << '\n';
}

// Prints:
//  output  -1.06904 -0.534522         0   1.60357
//  gradient  0.248171  -0.20999  -0.13363 0.0954497
//  without the mean 0.282843 0.565685 0.848528  1.69706
