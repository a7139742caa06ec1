// The dials of a head: which values are read, how sharply, and how alike keys are.
#include <attn/training/head_diagnostics.hpp>
#include <iostream>

int main() {
  attn::Matrix weights(2, 3), keys(3, 2);
  weights << 0.5, 0.5, 0, 0.9, 0.1, 0;
  keys << 1, 0, 0, 1, 1, 1;
  const attn::Matrix values = attn::Matrix::Identity(3, 3);
  const attn::HeadDiagnostics d = attn::head_diagnostics(weights, values, keys);
  std::cout << "usage " << d.column_usage.transpose() << ", " << d.columns_in_use << " in use\n";
  std::cout << "entropies " << d.entropies.transpose() << ", keys aligned by " << d.key_alignment
            << '\n';
}

// Prints:
//  usage 1.4 0.6   0, 1.84202 in use
//  entropies 0.693147 0.325083, keys aligned by 0.471405
