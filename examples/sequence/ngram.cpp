// What a short text says of the token that comes next, by how much of it is read: in 0 0 1 0 0 1
// ... one token is not enough, and two are.
#include <attn/sequence/ngram.hpp>
#include <iostream>
#include <vector>

int main() {
  std::vector<attn::Index> text;
  for (attn::Index i = 0; i < 30; ++i) text.push_back(i % 3 == 2 ? 1 : 0);
  const attn::NgramLaws laws(text, /*vocabulary=*/3, /*most=*/2);
  std::cout << "nothing read: " << laws.law({}).transpose() << '\n';
  std::cout << "after 0: " << laws.law({0}).transpose() << '\n';
  std::cout << "after 1 0: " << laws.law({1, 0}).transpose() << '\n';
  std::cout << "after 0 0: " << laws.law({0, 0}).transpose() << '\n';
  std::cout << "after 1 1, never seen: " << laws.law({1, 1}).transpose() << '\n';
}

// Prints:
//  nothing read:  0.645833  0.333333 0.0208333
//  after 0:   0.513258   0.484848 0.00189394
//  after 1 0:    0.951326   0.0484848 0.000189394
//  after 0 0:   0.0466598    0.953168 0.000172176
//  after 1 1, never seen:   0.964583  0.0333333 0.00208333
