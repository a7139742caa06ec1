#include "attn/reading/head.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(head) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 4), d_k = input.size(0, 3), d_v = input.size(0, 3);
  attn::Index m = n, d = d_v;
  attn::Head parts;
  const std::uint8_t form = input.byte();
  if (form % 2 == 0) {
    d = input.size(0, 4);
    parts.x = input.matrix(n, d);
    parts.w_q = input.matrix(input.nearly(d_k), input.nearly(d));
    parts.w_k = input.matrix(d_k, d);
    parts.w_v = input.matrix(d_v, d);
    if (input.flip()) parts.b_q = input.vector(input.nearly(d_k));
    if (input.flip()) parts.b_k = input.vector(d_k);
    if (input.flip()) parts.b_v = input.vector(d_v);
  }
  if (form % 2 == 1 || form == 254) {
    m = input.size(0, 5);
    parts.q = input.matrix(n, d_k);
    parts.k = input.matrix(m, input.nearly(d_k));
    parts.v = input.matrix(input.nearly(m), d_v);
  }
  if (input.flip()) parts.w_o = input.matrix(input.nearly(d), input.nearly(d_v));
  if (input.flip()) parts.u = input.matrix(input.nearly(n), input.nearly(d_v));
  if (input.flip()) parts.scale = input.number();
  if (input.flip()) parts.tokens.assign(static_cast<std::size_t>(input.nearly(n)), "token");
  if (input.flip()) {
    parts.mask = input.matrix(input.nearly(n), input.nearly(m));
    for (double& added : parts.mask.reshaped()) {
      if (input.byte() % 4 == 0) added = -HUGE_VAL;
    }
  }
  // What complete_head has not returned is refused, or it happens to be whole.
  attn::Head head;
  if (fuzz::returns("complete_head", [&] { head = attn::complete_head(parts); })) {
    fuzz::expect_finite("complete_head", head.q, head.k, head.v, head.w_o, head.u, *head.scale);
    fuzz::expect(head.q.rows() == n && head.k.rows() == m && head.v.rows() == m, "complete_head",
                 "of so many tokens");
  } else {
    head = parts;
  }
  attn::Matrix scores;
  if (fuzz::returns("head_scores", [&] { scores = attn::head_scores(head); })) {
    for (attn::Index i = 0; i < scores.size(); ++i) {
      const bool hidden = head.mask.size() > 0 && head.mask.data()[i] == -HUGE_VAL;
      fuzz::expect(hidden ? scores.data()[i] == -HUGE_VAL : std::isfinite(scores.data()[i]),
                   "head_scores", "hidden where the mask hides, and finite elsewhere");
    }
  }
  const double temperature = input.byte() % 8 == 0 ? HUGE_VAL : input.positive();
  attn::Attention attention;
  if (fuzz::returns("head_attention",
                    [&] { attention = attn::head_attention(head, temperature); })) {
    fuzz::expect_finite("head_attention", attention.scores, attention.weights, attention.output);
    for (attn::Index i = 0; i < attention.weights.rows(); ++i) {
      fuzz::expect_weights("head_attention", attention.weights.row(i), false);
      for (attn::Index j = 0; head.mask.size() > 0 && j < head.mask.cols(); ++j) {
        fuzz::expect(head.mask(i, j) != -HUGE_VAL || attention.weights(i, j) == 0.0,
                     "head_attention", "0 where the mask hides");
      }
    }
  }
  const attn::Index rows = input.size(-1, 5), cols = input.size(-1, 5);
  attn::Matrix causal;
  if (fuzz::returns("causal_mask", [&] { causal = attn::causal_mask(rows, cols); })) {
    for (attn::Index i = 0; i < rows; ++i) {
      for (attn::Index j = 0; j < cols; ++j) {
        fuzz::expect(causal(i, j) == (j > i ? -HUGE_VAL : 0.0), "causal_mask", "causal");
      }
    }
  }
  return 0;
}
