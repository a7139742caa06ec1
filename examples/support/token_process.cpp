// Whether a law of one symbol is that of two with the second summed out.
#include <attn/support/token_process.hpp>
#include <iostream>

int main() {
  using attn::ProcessMask;
  const auto show = [](const char* what, double a, ProcessMask mask) {
    const attn::TokenProcess p = attn::token_process(a, mask, 301);
    std::cout << what << ": alone " << p.alone << ", summed out " << p.summed << ", mass " << p.mass
              << '\n';
  };
  show("looking back", -0.5, ProcessMask::kPast);
  show("looking ahead", -0.5, ProcessMask::kAll);
  show("with a fold", 1.0, ProcessMask::kPast);
}

// Prints:
// looking back: alone 0.323828, summed out 0.323828, mass 1
// looking ahead: alone 0.323828, summed out 0.274012, mass 1
// with a fold: alone 0.323828, summed out 0.357623, mass 1.0684
