// How far a sequence is from the boundary when two of its tokens move.
#include <attn/support/boundary.hpp>
#include <iostream>

int main() {
  attn::Vector x(6);
  x << 1.2, -0.8, 0.9, -1.4, 0.2, 1.6;
  const attn::MarginPlane found = attn::margin_plane(x, 0.5, {1, 4, 4.0, 121});
  const attn::NearestBoundary near = attn::nearest_boundary(found);
  std::cout << found.boundary.size() << " lines; the nearest point, " << near.place.transpose()
            << ", is " << near.distance << " away\n";
  attn::Vector to = x;
  to(1) = -3.0;
  std::cout << "token 1 alone meets the boundary at "
            << x(1) + attn::boundary_along(x, to, 0.5) * (to(1) - x(1)) << '\n';
}

// Prints:
//  2 lines; the nearest point,  -2.06469 0.0170722, is 1.27785 away
//  token 1 alone meets the boundary at -2.13348
