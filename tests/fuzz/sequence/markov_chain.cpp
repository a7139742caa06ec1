#include "attn/sequence/markov_chain.hpp"

#include "sequence/fuzz_sequence.hpp"

FUZZ_TARGET(markov_chain) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 5);
  const attn::Matrix p = fuzz::transition(input, n);
  attn::Vector law;
  if (fuzz::returns("stationary_distribution", [&] { law = attn::stationary_distribution(p); })) {
    fuzz::expect_weights("stationary_distribution", law, false);
  }
  double number = 0.0;
  if (fuzz::returns(
          "entropy_rate", [&] { number = attn::entropy_rate(p); }, "entropy"))
    fuzz::expect_finite("entropy_rate", number);
  if (fuzz::returns("bayes_accuracy", [&] { number = attn::bayes_accuracy(p); }))
    fuzz::expect_finite("bayes_accuracy", number);
  attn::Rng rng(input.byte());
  const attn::Index first = input.size(-1, 5), length = input.size(-1, 9);
  std::vector<attn::Index> drawn;
  if (fuzz::returns("sample_chain", [&] { drawn = attn::sample_chain(p, first, length, rng); })) {
    attn::Index now = first;
    for (const attn::Index next : drawn) {
      fuzz::expect(next >= 0 && next < n && p(now, next) > 0.0, "sample_chain", "possible");
      now = next;
    }
  }
  const attn::Index symbols = input.size(-1, 9);
  const double stay = input.number();
  attn::Matrix sticky;
  if (fuzz::returns("sticky_transition", [&] { sticky = attn::sticky_transition(symbols, stay); }))
    for (attn::Index a = 0; a < symbols; ++a)
      fuzz::expect_weights("sticky_transition", sticky.row(a), false);
  return 0;
}
