#include "attn/sequence/noisy_chain.hpp"

#include "sequence/fuzz_sequence.hpp"

FUZZ_TARGET(noisy_chain) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 4), d = input.size(0, 3);
  attn::NoisyChain chain{fuzz::transition(input, n), input.matrix(input.nearly(n), d),
                         input.positive()};
  attn::Rng rng(input.byte());
  const attn::Index length = input.size(-1, 6);
  attn::NoisySequence s;
  if (fuzz::returns("sample_noisy_chain",
                    [&] { s = attn::sample_noisy_chain(chain, length, rng); })) {
    fuzz::expect_finite("sample_noisy_chain", s.x);
    attn::Matrix p;
    if (fuzz::returns("predict_from_symbols",
                      [&] { p = attn::predict_from_symbols(chain.transition, s.previous); }))
      fuzz::expect(p.rows() == length, "predict_from_symbols", "a row for each");
  }
  const auto x = input.given(input.size(0, 5), input.nearly(d));
  const auto check = [&](const char* name, auto predict) {
    attn::Matrix p;
    if (!fuzz::returns(name, [&] { p = predict(chain, x); })) return;
    for (attn::Index t = 0; t < p.rows(); ++t) fuzz::expect_weights(name, p.row(t), false);
  };
  check("predict_from_inputs", attn::predict_from_inputs);
  check("predict_from_history", attn::predict_from_history);
  return 0;
}
