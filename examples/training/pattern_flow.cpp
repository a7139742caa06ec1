// Three heads learn three patterns, one after the other: the loss waits on each plateau.
#include <attn/numerics/rng.hpp>
#include <attn/training/pattern_flow.hpp>
#include <iostream>

int main() {
  attn::Vector m(3);
  m << 3.0, 2.0, 1.4;
  attn::Rng rng(2);
  attn::ReducedHeads heads{attn::Matrix::Zero(3, 3), attn::Matrix(3, 6)};
  for (attn::Index k = 0; k < 3; ++k) {
    for (attn::Index t = 0; t < 6; ++t) heads.logits(k, t) = 0.01 * (2.0 * rng.uniform() - 1.0);
  }
  std::cout << "plateaus";
  for (attn::Index rank = 0; rank <= 3; ++rank) std::cout << ' ' << attn::plateau(m, rank);
  std::cout << '\n';
  for (int t = 0; t <= 120; t += 20) {
    std::cout << "t = " << t << ": loss " << attn::reduced_velocity(m, heads).loss << '\n';
    heads = attn::flow_reduced(m, heads, /*dt=*/0.05, /*steps=*/400);
  }
}

// Prints:
//  plateaus 7.48 2.98 0.98 0
//  t = 0: loss 7.48
//  t = 20: loss 2.88794
//  t = 40: loss 0.993613
//  t = 60: loss 0.980318
//  t = 80: loss 0.791932
//  t = 100: loss 0.0100463
//  t = 120: loss 0.00687307
