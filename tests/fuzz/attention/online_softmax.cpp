#include "attn/attention/online_softmax.hpp"

#include "fuzz_input.hpp"

namespace {

void expect_sound(const char* function, const attn::OnlineSoftmax& state) {
  const bool empty = state.sum() == 0.0;
  fuzz::expect_finite(function, state.sum(), state.mean());
  fuzz::expect(empty ? !fuzz::finite(state.max()) : fuzz::finite(state.max()), function,
               "a maximum of keys");
  fuzz::expect(empty || state.sum() >= 1.0, function, "a sum with the largest term 1");
  fuzz::expect(empty ? state.mean().isZero(0.0) : state.log_normaliser() >= state.max(), function,
               "a normaliser above the largest score");
}

}  // namespace

FUZZ_TARGET(online_softmax) {
  fuzz::Input input(data, size);
  const attn::Index values = input.size(0, 3);
  attn::OnlineSoftmax left(values), right(input.nearly(values));
  for (attn::OnlineSoftmax* state : {&left, &right}) {
    for (attn::Index keys = input.size(0, 5); keys > 0; --keys) {
      const double score = input.number();
      const attn::Vector value = input.vector(input.nearly(values));
      const attn::OnlineSoftmax before = *state;
      if (!fuzz::returns("OnlineSoftmax::add", [&] { state->add(score, value); })) {
        fuzz::expect(state->max() == before.max() && state->sum() == before.sum() &&
                         state->mean() == before.mean(),
                     "OnlineSoftmax::add", "as it was before an error");
      }
      expect_sound("OnlineSoftmax::add", *state);
    }
  }
  fuzz::returns("OnlineSoftmax::merge", [&] { left.merge(right); });
  expect_sound("OnlineSoftmax::merge", left);
  return 0;
}
