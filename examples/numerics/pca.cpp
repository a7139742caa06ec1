// The direction in which points vary most.
#include <attn/numerics/pca.hpp>
#include <iostream>

int main() {
  attn::Matrix points(4, 2);
  points << 1, 1, 2, 2, 3, 3, 4, 4;
  const attn::Pca p = attn::pca(points, 1);
  std::cout << "axis " << p.axes << ", variance " << p.variances << " of " << p.total_variance
            << '\n';
  std::cout << p.coordinates.transpose() << '\n';
}

// Prints:
//  axis 0.707107 0.707107, variance 2.5 of 2.5
//   -2.12132 -0.707107  0.707107   2.12132
