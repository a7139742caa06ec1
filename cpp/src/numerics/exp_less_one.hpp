// e^x - 1 with its own digits where e^x is near 1. Internal.
#pragma once

#include <cmath>

#include "attn/numerics/mathfn.hpp"

namespace attn {

/// e^x - 1, of which the difference would lose the digits of small x.
inline double exp_less_one(double x) {
  const double e = mathfn::exp(x);
  if (std::fabs(x) > 0.5) return e - 1.0;
  if (e == 1.0) return x;
  // The same error above and below (Kahan).
  return (e - 1.0) * (x / mathfn::log(e));
}

}  // namespace attn
