// Tokens drawn from a seed, with all of their way through Stage 1.
#include <attn/token_run.hpp>
#include <iostream>

int main() {
  attn::TokenParams params;
  params.count = 4;
  params.layers = 20;
  attn::check_tokens("example", params);
  attn::TokenRun run(params, attn::rng_of(params));
  run.seek("example", /*layer=*/20, /*budget=*/20);
  std::cout << "clean " << run.tokens().clean.transpose() << '\n';
  std::cout << "noisy " << run.tokens().noisy.transpose() << '\n';
  std::cout << "after 20 layers " << run.particles().transpose() << '\n';
}

// Prints:
//  clean -2  2 -2 -2
//  noisy -3.18047  2.89055 -1.21137 -2.37565
//  after 20 layers -2.87115  2.89055  -1.2618 -2.64476
