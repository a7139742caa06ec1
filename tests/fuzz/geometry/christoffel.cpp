#include "attn/geometry/christoffel.hpp"

#include "geometry/fuzz_geometry.hpp"

FUZZ_TARGET(christoffel) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 3);
  const attn::MetricAt at = fuzz::metric_at(input, n);
  std::vector<attn::Matrix> symbols;
  if (fuzz::returns("christoffel_symbols",
                    [&] { symbols = attn::christoffel_symbols(at.g, at.dg); })) {
    for (const attn::Matrix& m : symbols) {
      fuzz::expect_finite("christoffel_symbols", m);
      fuzz::expect(m == m.transpose(), "christoffel_symbols", "symmetric");
    }
  }
  const attn::Vector v = input.vector(input.nearly(n));
  const auto dv = input.given(input.nearly(n), n);
  attn::Matrix m;
  if (fuzz::returns("covariant_derivative",
                    [&] { m = attn::covariant_derivative(symbols, v, dv); }))
    fuzz::expect_finite("covariant_derivative", m);
  if (fuzz::returns("covector_covariant_derivative",
                    [&] { m = attn::covector_covariant_derivative(symbols, v, dv); }))
    fuzz::expect_finite("covector_covariant_derivative", m);
  double curvature;
  const double step = input.positive();
  if (fuzz::returns("gauss_curvature",
                    [&] { curvature = attn::gauss_curvature(fuzz::linear_field(at), v, step); }))
    fuzz::expect_finite("gauss_curvature", curvature);
  const auto metric = [&](const attn::Vector& x) { return fuzz::Matrix(at.g * x.sum()); };
  attn::MetricField field;
  if (!fuzz::returns("differentiated_field",
                     [&] { field = attn::differentiated_field(metric, step); }))
    return 0;
  if (!fuzz::returns(
          "christoffel_symbols_at", [&] { symbols = attn::christoffel_symbols_at(field, v); },
          "differentiated_field"))
    return 0;
  for (const attn::Matrix& s : symbols) fuzz::expect_finite("christoffel_symbols_at", s);
  return 0;
}
