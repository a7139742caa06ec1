// Scores by a metric in one line, and what is said of an index that does not fit.
#include <attn/numerics/einsum.hpp>
#include <iostream>

int main() {
  attn::Matrix q(1, 2), g(2, 2), k(3, 2);
  q << 1, 2;
  g << 1, 0, 0, 0.5;
  k << 1, 0, 0, 1, 1, 1;
  const std::vector<attn::Tensor> operands = {attn::tensor_of(q), attn::tensor_of(g),
                                              attn::tensor_of(k)};
  std::cout << attn::matrix_of(attn::einsum("ia,ab,jb->ij", operands)) << '\n';
  std::cout << "summed: " << attn::parse_einsum("ia,ab,jb->ij").summed << '\n';
  try {
    const attn::Tensor wrong = attn::einsum("ia,ab,bj->ij", operands);
    std::cout << wrong.data.size() << '\n';
  } catch (const attn::Error& error) {
    std::cout << error.what() << '\n';
  }
}

// Prints:
//  1 1 2
//  summed: ab
//  einsum: index 'b' of operand 3 ('bj') is 3 long, expected 2, as in operand 2
