#include "attn/numerics/ode.hpp"

#include <algorithm>

#include "fuzz_input.hpp"

FUZZ_TARGET(ode) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 3);
  const attn::Vector y0 = input.vector(n), times = input.vector(input.size(0, 4));
  const double linear = input.number(), square = input.number(), constant = input.number();
  attn::OdeTolerance tolerance;
  if (input.flip()) tolerance.relative = input.positive();
  if (input.flip()) tolerance.absolute = input.positive();
  tolerance.most_steps = input.size(0, 200);
  // Any polynomial: it may run away within a step, and be infinite there.
  const attn::OdeSlope slope = [&](double, const attn::Vector& y, attn::Vector& out) {
    for (attn::Index k = 0; k < y.size(); ++k) {
      out(k) = constant + linear * y(k) + square * y(k) * y(y.size() - 1 - k);
    }
  };
  attn::OdeSolution found;
  attn::Vector sorted = times;
  if (input.byte() % 8 != 0) std::sort(sorted.data(), sorted.data() + sorted.size());
  if (fuzz::returns("integrate_ode",
                    [&] { found = attn::integrate_ode(slope, y0, sorted, tolerance); })) {
    fuzz::expect_finite("integrate_ode", found.y);
    fuzz::expect(found.accepted + found.rejected <= tolerance.most_steps, "integrate_ode",
                 "as many steps as were allowed");
  }
  return 0;
}
