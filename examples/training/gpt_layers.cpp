// Three tokens of which the last may look at all, the first only at itself.
#include <attn/training/gpt_layers.hpp>
#include <iostream>

int main() {
  attn::Matrix tokens(2, 2);
  tokens << 1, 0, 0, 1;
  const attn::Matrix x = attn::embed_forward({0, 1, 0}, 3, tokens, attn::Matrix::Zero(3, 2));
  attn::Matrix w(2, 6);
  w << 2, 0, 2, 0, 1, 0, 0, 2, 0, 2, 0, 1;
  const attn::Matrix qkv = attn::affine_forward(x, w, attn::Vector::Zero(6));
  const attn::CausalHeads heads = attn::causal_heads_forward(qkv, 1);
  std::cout << "first " << heads.output.row(0) << ", last " << heads.output.row(2) << '\n';
  std::cout << attn::gelu_forward(attn::Matrix::Constant(1, 1, -1.0)) << '\n';
}

// Prints:
// first 1 0, last  0.971295 0.0287046
// -0.158808
