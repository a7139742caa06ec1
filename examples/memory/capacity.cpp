// How many random patterns can be stored until a query with 10 % of its signs turned is not
// repaired.
#include <attn/memory/capacity.hpp>
#include <iostream>

int main() {
  std::cout << "n  classical  modern\n";
  for (const attn::Index n : {10, 20, 30}) {
    attn::Rng rng(1);
    const attn::CapacityTrial trial{n, n / 10, 1000000};
    const auto classical = attn::classical_first_failure(trial, 0.975, false, rng);
    const auto modern = attn::modern_first_failure(trial, 1.0, attn::ModernFailure::kSigns, rng);
    std::cout << n << "  " << classical.value_or(0) << "  " << modern.value_or(0) << '\n';
  }
  std::cout << "expected at 30: e^" << attn::modern_log_capacity(30, 3, 1.0) << '\n';
}

// Prints:
//  n  classical  modern
//  10  4  125
//  20  8  1469
//  30  9  124132
//  expected at 30: e^10.9866
