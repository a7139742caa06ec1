#include "attn/geometry/fisher.hpp"

#include "attn/numerics/symmetric_eigen.hpp"
#include "fuzz_input.hpp"

FUZZ_TARGET(fisher) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 5);
  const attn::Vector p = input.distribution(n);
  attn::Matrix f;
  if (fuzz::returns(
          "softmax_fisher", [&] { f = attn::softmax_fisher(p); }, "softmax_jacobian")) {
    fuzz::expect_finite("softmax_fisher", f);
    fuzz::expect(attn::lowest(attn::symmetric_eigen(f).values) >= -1e-6, "softmax_fisher",
                 "positive semi-definite");
  }
  const auto derivatives = input.given(input.nearly(n), input.size(0, 4));
  if (fuzz::returns("fisher_matrix", [&] { f = attn::fisher_matrix(p, derivatives); })) {
    fuzz::expect_finite("fisher_matrix", f);
    fuzz::expect(f == f.transpose(), "fisher_matrix", "symmetric");
  }
  const attn::Vector gradient = input.vector(input.nearly(f.rows()));
  const double damping = input.positive(), cut = input.byte() / 255.0;
  attn::Vector g;
  if (fuzz::returns("natural_gradient",
                    [&] { g = attn::natural_gradient(f, gradient, damping, cut); }))
    fuzz::expect_finite("natural_gradient", g);
  attn::MetricAt at;
  if (fuzz::returns("softmax_fisher_field",
                    [&] { attn::softmax_fisher_field(gradient.size())(gradient, at); })) {
    fuzz::expect_finite("softmax_fisher_field", at.g);
    for (const attn::Matrix& d : at.dg) fuzz::expect_finite("softmax_fisher_field", d);
  }
  return 0;
}
