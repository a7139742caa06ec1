#include "attn/reading/form.hpp"

#include <algorithm>

#include "fuzz_input.hpp"

FUZZ_TARGET(form) {
  fuzz::Input input(data, size);
  const attn::Index d = input.size(0, 5), d_k = input.size(0, 4), d_v = input.size(0, 4);
  attn::HeadWeights w;
  w.w_q = input.matrix(d_k, d);
  w.w_k = input.flip() ? input.matrix(input.nearly(d_k), input.nearly(d)) : w.w_q;
  w.w_v = input.matrix(d_v, input.nearly(d));
  const auto w_o = input.flip() ? input.given(input.nearly(d), input.nearly(d_v))
                                : fuzz::Given<attn::Matrix>(attn::Matrix(), 0, 0, 0, 0);
  attn::FormShares found;
  if (!fuzz::returns("form_shares", [&] { found = attn::form_shares(w, w_o); })) return 0;
  const attn::Vector& s = found.singular_values;
  fuzz::expect_finite("form_shares", s, found.effective_rank);
  fuzz::expect(s.size() == std::min(d_k, d), "form_shares", "as many as can be");
  for (attn::Index i = 0; i < s.size(); ++i) {
    fuzz::expect(s(i) >= 0.0 && (i == 0 || s(i) <= s(i - 1)), "form_shares", "falling");
  }
  const double rank = found.effective_rank, most = static_cast<double>(s.size());
  fuzz::expect(rank == 0.0 || (rank >= 1.0 && rank <= most * (1.0 + 1e-12)), "form_shares",
               "a rank");
  fuzz::expect(found.symmetric_share >= 0.0 && found.symmetric_share <= 1.0, "form_shares",
               "a share");
  fuzz::expect(std::fabs(found.value_cosine) <= 1.0, "form_shares", "a cosine");
  // A and its transpose have the same singular values; denormal weights have fewer digits.
  const double of_q = attn::largest(w.w_q), of_k = attn::largest(w.w_k);
  if (of_q < 1e-290 || of_k < 1e-290) return 0;
  std::swap(w.w_q, w.w_k);
  attn::FormShares turned;
  if (!fuzz::returns("form_shares", [&] { turned = attn::form_shares(w, w_o); })) return 0;
  const double unit = static_cast<double>(d * d_k) * of_q * of_k;
  fuzz::expect(!(attn::largest(s - turned.singular_values) > 1e-13 * unit), "form_shares",
               "the same both ways");
  return 0;
}
