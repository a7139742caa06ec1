#include "attn/numerics/pca.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(pca) {
  fuzz::Input input(data, size);
  const attn::Index d = input.size(0, 4), components = input.size(0, 5);
  const auto points = input.given(input.size(0, 6), d);
  const auto like = input.given(input.nearly(components), d, {points});
  attn::Pca p;
  const auto check = [&] {
    fuzz::expect_finite("pca", p.mean, p.axes, p.variances, p.total_variance, p.coordinates);
    fuzz::expect(p.variances.size() == components && attn::lowest(p.variances) >= 0.0, "pca",
                 "variances");
  };
  if (fuzz::returns(
          "pca", [&] { p = attn::pca(points, components); }, "symmetric_eigen"))
    check();
  if (fuzz::returns(
          "pca", [&] { p = attn::pca(points, components, like); }, "symmetric_eigen"))
    check();
  return 0;
}
