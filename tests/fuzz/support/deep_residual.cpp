#include "attn/support/deep_residual.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(deep_residual) {
  fuzz::Input input(data, size);
  const attn::Index d = input.size(0, 2), tokens = input.size(0, 3), n = input.size(0, 2);
  std::vector<attn::Matrix> x{input.matrix(tokens, d)};
  std::vector<attn::DeepLayer> layers;
  for (attn::Index l = 0; l < n; ++l) {
    const auto query = static_cast<attn::DeepQuery>(input.byte() % 3);
    attn::Matrix a = input.matrix(input.nearly(d), d);
    attn::Matrix w_v = input.matrix(d, d);
    layers.push_back({query, std::move(a), std::move(w_v), input.matrix(d, d)});
    x.push_back(input.matrix(input.nearly(tokens), d));
  }
  fuzz::returns("deep_residual", [&] {
    const attn::DeepResidual r = attn::deep_residual(x, layers);
    for (const attn::Matrix& e : r.residual) fuzz::expect_finite("deep_residual", e);
    for (const double v : r.log_abs_det.reshaped()) {
      fuzz::expect(!std::isnan(v), "deep_residual", "a number or -Infinity");
    }
  });
  fuzz::returns("deep_residual_jacobian", [&] {
    fuzz::expect_finite("deep_residual_jacobian", attn::deep_residual_jacobian(x, layers));
  });
  return 0;
}
