#include "attn/numerics/quadrature.hpp"

#include <algorithm>

#include "fuzz_input.hpp"

FUZZ_TARGET(quadrature) {
  fuzz::Input input(data, size);
  const attn::Vector at = input.vector(input.size(0, 4));
  std::vector<double> breakpoints(at.data(), at.data() + at.size());
  if (input.byte() % 8 != 0) std::sort(breakpoints.begin(), breakpoints.end());
  const double constant = input.number(), linear = input.number(), pole = input.number();
  attn::QuadratureTolerance tolerance;
  if (input.flip()) tolerance.relative = input.positive();
  if (input.flip()) tolerance.absolute = input.positive();
  tolerance.most_intervals = input.size(0, 40);
  const auto f = [&](double x) {
    return constant + linear * x + 1.0 / (1.0 + (x - pole) * (x - pole));
  };
  attn::Integral found;
  if (fuzz::returns("integrate", [&] { found = attn::integrate(f, breakpoints, tolerance); })) {
    fuzz::expect_finite("integrate", found.value, found.error);
    fuzz::expect(found.error >= 0.0, "integrate", "an error that is >= 0");
  }
  return 0;
}
