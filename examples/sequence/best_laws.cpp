// The plateaus of a model that learns one group of clues after the other, before anything is
// trained.
#include <attn/sequence/best_laws.hpp>
#include <iostream>

int main() {
  const attn::BestLaws best(attn::clue_task(/*lags=*/12, /*factor=*/1.5, /*base=*/3.0));
  std::cout << "excess loss of 0 to 3 groups " << best.stairs().transpose() << '\n';
  const attn::PatternContext context{{0, 0, 1, 2, 3, 3, 1, 4, 0, 2, 2, 2}};
  for (attn::Index read = 0; read <= 3; ++read) {
    std::cout << read << " read: " << best.law(context, read).transpose() << '\n';
  }
}

// Prints:
//  excess loss of 0 to 3 groups 0.769635 0.330259 0.107309        0
//  0 read: 0.2 0.2 0.2 0.2 0.2
//  1 read: 0.0460309  0.559654  0.174142  0.174142 0.0460309
//  2 read: 0.00461714   0.847023  0.0718712  0.0718712 0.00461714
//  3 read: 0.000793744    0.986345  0.00624328  0.00624328 0.000374938
