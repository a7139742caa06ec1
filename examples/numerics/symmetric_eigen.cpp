// Axes of an ellipse, and the inverse of what has none.
#include <attn/numerics/symmetric_eigen.hpp>
#include <iostream>

int main() {
  attn::Matrix a(2, 2);
  a << 2, 1, 1, 2;
  const attn::SymmetricEigen e = attn::symmetric_eigen(a);
  std::cout << "eigenvalues " << e.values.transpose() << "\naxes\n" << e.vectors << '\n';
  a << 1, 1, 1, 1;
  std::cout << "pseudo-inverse\n" << attn::symmetric_pseudo_inverse(a) << '\n';
}

// Prints:
//  eigenvalues 1 3
//  axes
//   0.707107  0.707107
//  -0.707107  0.707107
//  pseudo-inverse
//  0.25 0.25
//  0.25 0.25
