#include "attn/training/head_diagnostics.hpp"

#include "training/fuzz_training.hpp"

FUZZ_TARGET(head_diagnostics) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 4);
  const attn::Matrix weights = fuzz::targets(input, input.size(0, 4), n);
  const auto values = input.given(input.nearly(n), input.size(0, 3));
  const auto keys = input.given(n, input.size(0, 3), {values});
  attn::HeadDiagnostics d;
  if (fuzz::returns("head_diagnostics", [&] { d = attn::head_diagnostics(weights, values, keys); }))
    fuzz::expect_finite("head_diagnostics", d.column_usage, d.columns_in_use, d.value_norms,
                        d.entropies, d.key_alignment);
  return 0;
}
