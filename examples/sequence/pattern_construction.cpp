// How sharp heads have to be to read their group and nothing else, in a short context and in a long
// one.
#include <attn/sequence/pattern_construction.hpp>
#include <iostream>

int main() {
  attn::Rng rng(1);
  const attn::PatternTask task = attn::clue_task(/*lags=*/12, /*factor=*/1.5, /*base=*/3.0);
  const std::vector<attn::Index> tokens = attn::sample_pattern_chain(task, 3, rng).tokens;
  for (const double lambda : {0.0, 5.0, 10.0}) {
    const attn::PatternConstruction c = attn::pattern_construction(task, tokens, lambda);
    std::cout << "lambda " << lambda << ": leaks " << attn::pattern_leak(4, 12, lambda)
              << " of 12, " << attn::pattern_leak(4, 1012, lambda) << " of 1012; logits off by "
              << (c.logits - c.limit).cwiseAbs().row(0).sum() / 5.0 << '\n';
  }
}

// Prints:
//  lambda 0: leaks 0.666667 of 12, 0.996047 of 1012; logits off by 0.9
//  lambda 5: leaks 0.0132967 of 12, 0.62935 of 1012; logits off by 0.0179506
//  lambda 10: leaks 9.07916e-05 of 12, 0.0113114 of 1012; logits off by 0.000122569
