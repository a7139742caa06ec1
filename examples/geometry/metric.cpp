// A ruler for which directions are neither equal nor at right angles: lengths, angles, and a query
// as the covector that scores.
#include <attn/geometry/metric.hpp>
#include <iostream>

int main() {
  attn::Matrix w(2, 2);
  w << 1, 0, 1, 3;
  const attn::Matrix g = attn::learned_metric(w);
  std::cout << "g\n" << g << '\n';
  attn::Vector q(2), k(2);
  q << 1, 0;
  k << 0, 1;
  std::cout << "lengths " << attn::metric_length(g, q) << " and " << attn::metric_length(g, k)
            << '\n';
  std::cout << "distance " << attn::metric_distance(g, q, k) << '\n';
  std::cout << "cosine " << attn::metric_cosine(g, q, k) << '\n';
  std::cout << "volume " << attn::metric_volume(g) << '\n';
  const attn::Vector lowered = attn::lower_index(g, q);
  std::cout << "lowered " << lowered.transpose() << '\n';
  std::cout << "score " << lowered.dot(k) << " = " << attn::bilinear_form(g, q, k) << '\n';
  std::cout << "raised again " << attn::raise_index(g, lowered).transpose() << '\n';
}

// Prints:
//  g
//  2 3
//  3 9
//  lengths 1.41421 and 3
//  distance 2.23607
//  cosine 0.707107
//  volume 3
//  lowered 2 3
//  score 3 = 3
//  raised again 1 0
