// The level line of a distance: a circle, first near it and then on it.
#include <attn/numerics/contour.hpp>
#include <attn/numerics/largest.hpp>
#include <cmath>
#include <iostream>

int main() {
  const auto distance = [](double x, double y) { return std::sqrt(x * x + y * y); };
  const attn::Vector at = attn::Vector::LinSpaced(9, -2.0, 2.0);
  attn::Matrix z(9, 9);
  for (attn::Index i = 0; i < 9; ++i) {
    for (attn::Index j = 0; j < 9; ++j) z(i, j) = distance(at(j), at(i));
  }
  const attn::Matrix near = attn::contour_lines(at, at, z, 1.2).front();
  const attn::Matrix on_it = attn::contour_lines(at, at, z, distance, 1.2, 1e-12).front();
  const auto error = [](const attn::Matrix& line) {
    return attn::largest(line.rowwise().norm().array() - 1.2);
  };
  std::cout << near.rows() << " points, off by " << error(near) << '\n';
  std::cout << "bisected, off by less than 1e-12: " << (error(on_it) < 1e-12 ? "yes" : "no")
            << '\n';
}

// Prints:
//  21 points, off by 0.0136109
//  bisected, off by less than 1e-12: yes
