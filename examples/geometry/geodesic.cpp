// The way between two places of a half-plane leads over a half-circle: where y is large, lengths
// are short.
#include <attn/geometry/geodesic.hpp>
#include <iostream>

int main() {
  const attn::MetricField half_plane = [](const attn::Vector& x, attn::MetricAt& out) {
    const double y = x(1);
    out.g = attn::Matrix::Identity(2, 2) / (y * y);
    out.dg.assign(2, attn::Matrix::Zero(2, 2));
    out.dg[1] = attn::Matrix::Identity(2, 2) * (-2 / (y * y * y));
  };
  attn::Vector x(2), v(2);
  x << -0.8, 0.6;
  v << 0.36, 0.48;
  attn::Geodesic path(half_plane, x, v);
  for (int i = 0; i < 4; ++i) {
    std::cout << "at " << path.position().transpose() << ", of radius " << path.position().norm()
              << ", speed " << path.speed() << '\n';
    path.advance(0.5, 50);
  }
}

// Prints:
//  at -0.8  0.6, of radius 1, speed 1
//  at -0.536061  0.844179, of radius 1, speed 1
//  at -0.0982939   0.995157, of radius 1, speed 1
//  at 0.381136 0.924519, of radius 1, speed 1
