// Two query heads that share one head of keys and values, and how much they differ.
#include <attn/attention/multihead.hpp>
#include <iostream>

int main() {
  attn::Matrix x(2, 2);
  x << 1, 0, 0, 1;
  const attn::Matrix same = attn::Matrix::Identity(2, 2);
  attn::MultiHeadWeights weights;
  weights.w_q = {2.0 * same, -2.0 * same};  // one looks for what is alike, one for what is not
  weights.w_k = {same};
  weights.w_v = {same};
  weights.w_o = {0.5 * same, 0.5 * same};
  const attn::MultiHead layer = attn::multihead_forward(x, x, weights);
  std::cout << "first head\n" << layer.heads[0].weights << '\n';
  std::cout << "second head\n" << layer.heads[1].weights << '\n';
  std::cout << "diversity "
            << attn::head_diversity({layer.heads[0].weights, layer.heads[1].weights}) << '\n';
}

// Prints:
//  first head
//  0.80443 0.19557
//  0.19557 0.80443
//  second head
//  0.19557 0.80443
//  0.80443 0.19557
//  diversity 0.540902
