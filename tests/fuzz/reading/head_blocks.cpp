#include "attn/reading/head_blocks.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(head_blocks) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 4), d = input.size(0, 4);
  const attn::Index d_k = input.size(1, 3), d_v = input.size(1, 3);
  attn::Head parts;
  parts.x = input.matrix(n, d);
  parts.w_q = input.matrix(d_k, d);
  parts.w_k = input.matrix(d_k, d);
  parts.w_v = input.matrix(d_v, d);
  if (input.byte() % 8 != 0) parts.w_o = input.matrix(d, d_v);
  if (input.flip()) parts.b_v = input.vector(d_v);
  if (input.flip()) parts.scale = input.number();
  if (input.flip()) {
    parts.mask = input.matrix(n, n);
    for (double& added : parts.mask.reshaped()) {
      if (input.byte() % 4 == 0) added = -HUGE_VAL;
    }
  }
  attn::Head head;
  if (!fuzz::returns("complete_head", [&] { head = attn::complete_head(parts); })) return 0;
  // One that is not whole: it has no X, or values that are not of it.
  if (input.byte() % 32 == 1) head.x = attn::Matrix();
  if (input.byte() % 32 == 1) head.v = input.matrix(input.nearly(n), input.nearly(d_v));
  const attn::BlockOf what = input.flip() ? attn::BlockOf::kWhole : attn::BlockOf::kQuery;
  attn::NormOfInput norm;
  const bool normed = input.flip();
  if (normed) {
    norm.stream = input.matrix(input.nearly(n), d);
    norm.scale = input.vector(input.nearly(d));
    if (input.flip()) norm.epsilon = input.positive();
  }
  std::optional<attn::HeadBlocks> blocks;
  if (!fuzz::returns("HeadBlocks", [&] { blocks.emplace(head, what, normed ? &norm : nullptr); }))
    return 0;
  fuzz::expect(blocks->size() == n, "HeadBlocks", "of all tokens");
  const attn::Index t = input.size(-1, n);
  attn::Matrix small, whole;
  const bool one = fuzz::returns("HeadBlocks::small", [&] { small = blocks->small(t); });
  if (one) {
    fuzz::expect_finite("HeadBlocks::small", small);
    fuzz::expect(small.rows() == d_v && small.cols() == d_v, "HeadBlocks::small", "d_v x d_v");
  }
  const bool other = fuzz::returns("HeadBlocks::whole", [&] { whole = blocks->whole(t); });
  if (other) {
    fuzz::expect_finite("HeadBlocks::whole", whole);
    fuzz::expect(whole.rows() == d && whole.cols() == d, "HeadBlocks::whole", "d x d");
  }
  // The margins of small, or what small throws.
  attn::BlockMargins margins;
  if (fuzz::returns(
          "HeadBlocks::margins", [&] { margins = blocks->margins(t); },
          one ? "block_margins" : "HeadBlocks::small")) {
    fuzz::expect_finite("HeadBlocks::margins", margins.eigenvalues, margins.one_minus_rho,
                        margins.sigma_min);
    fuzz::expect(
        margins.log_abs_det < HUGE_VAL && std::isinf(margins.log_abs_det) == (margins.sign == 0.0),
        "HeadBlocks::margins", "a determinant");
    fuzz::expect(one && margins.eigenvalues.rows() == d_v, "HeadBlocks::margins", "of small");
  }
  return 0;
}
