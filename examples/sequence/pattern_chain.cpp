// Three clues of unequal weight vote on the next token: what each adds to what can be known.
#include <attn/sequence/pattern_chain.hpp>
#include <iostream>

int main() {
  const attn::PatternTask task = attn::clue_task(/*lags=*/12, /*factor=*/1.5, /*base=*/3.0);
  const attn::PatternContext context{{0, 0, 1, 2, 3, 3, 1, 4, 0, 2, 2, 2}};
  std::cout << "law " << attn::pattern_law(task, context).transpose() << '\n';
  std::cout << "of group 1 alone " << attn::truncated_laws(task, context).row(0) << '\n';
  attn::Rng rng(1);
  const attn::PatternSample sample = attn::sample_pattern_chain(task, /*length=*/5000, rng);
  std::cout << "least loss in a chain " << sample.entropies.mean() << '\n';
}

// Prints:
//  law 0.000793744    0.986345  0.00624328  0.00624328 0.000374938
//  of group 1 alone 0.023789 0.695217 0.128602 0.128602 0.023789
//  least loss in a chain 0.671209
