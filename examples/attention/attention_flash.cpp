// Attention block by block: the same output, without the matrix of weights.
#include <attn/attention/attention_flash.hpp>
#include <iostream>

int main() {
  attn::Matrix q(1, 2), k(3, 2), v(3, 1);
  q << 1, 0;
  k << 1, 0, 0, 1, 1, 1;
  v << 3, 5, 7;
  const attn::FlashAttention flash = attn::flash_attention(q, k, v, {}, /*block=*/2);
  std::cout << "output " << flash.output << ", attention " << attn::attention(q, k, v) << '\n';
  std::cout << "largest score " << flash.max << ", sum of exponentials " << flash.sum << '\n';
  const attn::Matrix d_output = attn::Matrix::Ones(1, 1);
  const attn::FlashGradients gradients =
      attn::flash_attention_backward(q, k, v, {}, flash, d_output, 2);
  std::cout << "dL/dq " << gradients.d_q << '\n';
}

// Prints:
//  output 5, attention 5
//  largest score 0.707107, sum of exponentials 2.49307
//  dL/dq        0 0.567258
