// A curve that falls in two stages, and when: then how long the flow of chapter 4 should wait
// between two of its.
#include <attn/training/stage_times.hpp>
#include <iostream>

int main() {
  attn::Vector plateaus(3);
  plateaus << 4.0, 1.0, 0.0;
  attn::Vector curve(8);
  curve << 4.0, 3.0, 1.0, 1.0, 1.0, 0.75, 0.25, 0.0;
  std::cout << "stages are over at "
            << attn::stage_times(curve, attn::mid_levels(plateaus)).transpose() << '\n';
  for (const double u : {1e-2, 1e-4, 1e-6, 1e-8}) {
    std::cout << "u = " << u << ": wait "
              << attn::expected_wait(u, /*m1=*/3.0, /*m2=*/2.0, /*heads=*/3, /*lags=*/6) << '\n';
  }
}

// Prints:
//  stages are over at 1.25  5.5
//  u = 0.01: wait 13.2547
//  u = 0.0001: wait 53.019
//  u = 1e-06: wait 119.293
//  u = 1e-08: wait 212.076
