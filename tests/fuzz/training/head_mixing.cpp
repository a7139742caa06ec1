#include "attn/training/head_mixing.hpp"

#include "fuzz_input.hpp"

namespace {

using attn::Index;

attn::PatternTensor tensor(fuzz::Input& input, Index count, Index d, Index positions) {
  attn::PatternTensor out;
  for (Index k = 0; k < count; ++k) out.matrices.push_back(input.matrix(input.nearly(d), d));
  out.vectors = input.matrix(input.nearly(count), input.nearly(positions));
  return out;
}

}  // namespace

FUZZ_TARGET(head_mixing) {
  fuzz::Input input(data, size);
  const Index d = input.size(0, 3), positions = input.size(0, 4), count = input.size(0, 3);
  const attn::PatternTensor heads = tensor(input, count, d, positions);
  const attn::PatternTensor others = tensor(input, input.size(0, 3), d, positions);
  const auto mixture = input.given(input.nearly(count), input.nearly(count));
  attn::PatternTensor mixed;
  if (fuzz::returns("mix_heads", [&] { mixed = attn::mix_heads(heads, mixture); })) {
    fuzz::expect_finite("mix_heads", mixed.vectors);
    for (const attn::Matrix& m : mixed.matrices) fuzz::expect_finite("mix_heads", m);
  }
  double found = 0.0;
  if (fuzz::returns("largest_difference", [&] { found = attn::largest_difference(heads, others); }))
    fuzz::expect_finite("largest_difference", found);
  const auto rows = input.given(input.size(0, 3), input.nearly(positions));
  if (fuzz::returns("unreachable_share", [&] { found = attn::unreachable_share(heads, rows); }))
    fuzz::expect(found >= 0.0 && found <= 1.0 + 1e-12, "unreachable_share", "a share");
  return 0;
}
