// How much each token of a context has to say, and each group on average.
#include <attn/sequence/pattern_influence.hpp>
#include <iostream>

int main() {
  const attn::PatternTask task = attn::clue_task(/*lags=*/12, /*factor=*/1.5, /*base=*/3.0);
  const attn::PatternContext context{{0, 0, 1, 2, 3, 3, 1, 4, 0, 2, 2, 2}};
  const attn::Vector influences = attn::token_influences(task, context);
  for (attn::Index group = 0; group < 3; ++group) {
    std::cout << "group " << group + 1 << ": " << influences.segment(4 * group, 4).transpose()
              << '\n';
  }
  attn::Rng rng(1);
  const attn::PatternData data =
      attn::uniform_contexts(task, 2000, attn::PatternTargets::kLaws, rng);
  std::cout << "over 2000 contexts " << attn::mean_influences(task, data).transpose() << '\n';
}

// Prints:
//  group 1:  0.101766  0.101766 0.0144176 0.0144176
//  group 2:  0.0297046  0.0297046 0.00679824 0.00679824
//  group 3: 0.00215333  0.0102344  0.0102344  0.0102344
//  over 2000 contexts  0.402431  0.162116 0.0683032
