// The unit of the fast kernels' error bounds.
#pragma once

#include "attn/numerics/largest.hpp"

/// Of the ranges of the columns the largest.
template <typename M>
double extent(const M& z) {
  double out = 0.0;
  for (attn::Index k = 0; k < z.cols(); ++k) {
    out = attn::larger(out, attn::highest(z.col(k)) - attn::lowest(z.col(k)));
  }
  return out;
}
