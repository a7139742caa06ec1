#include "attn/support/matrix_margin.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(matrix_margin) {
  fuzz::Input input(data, size);
  const attn::Index d = input.size(0, 4);
  const auto m = input.given(input.nearly(d), d);
  attn::BlockMargins margins;
  if (fuzz::returns("block_margins", [&] { margins = attn::block_margins(m); })) {
    fuzz::expect_finite("block_margins", margins.eigenvalues, margins.one_minus_rho,
                        margins.sigma_min);
    fuzz::expect(
        margins.log_abs_det < HUGE_VAL && std::isinf(margins.log_abs_det) == (margins.sign == 0.0),
        "block_margins", "a determinant");
    fuzz::expect(margins.sigma_min >= 0.0, "block_margins", "a singular value");
    fuzz::expect(margins.spectrally_stable == (margins.one_minus_rho > 0.0), "block_margins",
                 "one radius");
  }
  const auto context = input.given(input.size(0, 4), d);
  const attn::Vector query = input.vector(input.nearly(d));
  const auto a = input.given(input.nearly(d), d, {m});
  const auto w_v = input.given(d, d, {m, a});
  attn::ContextBlock block;
  if (fuzz::returns("context_block",
                    [&] { block = attn::context_block(context, query, a, w_v); })) {
    fuzz::expect_finite("context_block", block.mean, block.covariance, block.m, block.published);
    fuzz::expect_weights("context_block", block.weights, false);
  }
  return 0;
}
