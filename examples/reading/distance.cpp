// Whether a head compares by distance, as a denoiser does: scores follow -|q - k|^2 / 2 as long as
// keys have one length. And how near the best step towards what the head reads comes to the truth.
#include <attn/reading/distance.hpp>
#include <cmath>
#include <iostream>

int main() {
  attn::Matrix queries(3, 2), keys(4, 2);
  queries << 1.0, 0.5, -0.5, 1.0, 0.2, -1.0;
  for (int j = 0; j < 4; ++j) keys.row(j) << std::cos(1.5 * j), std::sin(1.5 * j);
  attn::DistanceShare found = attn::distance_share(queries, keys, attn::Matrix(), 1.0);
  std::cout << "keys of one length: slope " << found.slope << ", share " << found.share << '\n';
  keys.row(0) *= 4.0;
  found = attn::distance_share(queries, keys, attn::Matrix(), 1.0);
  std::cout << "one four times as long: slope " << found.slope << ", share " << found.share << '\n';

  const attn::Matrix clean = attn::Matrix::Zero(1, 2);
  attn::Matrix noisy(1, 2), target(1, 2);
  noisy << 3.0, 0.0;
  target << 2.0, 1.0;  // at 45 degrees to the way to what is clean
  std::cout << "left after a step: " << attn::best_step_left(noisy, clean, target) << '\n';
}

// Prints:
//  keys of one length: slope 1, share 1
//  one four times as long: slope 0.0571824, share 0.0160058
//  left after a step: 0.5
