// Chains of any kind, for the fuzz targets of the topic.
#pragma once

#include "fuzz_input.hpp"

namespace fuzz {

/// Mostly a transition matrix, with zeros among its entries.
inline Matrix transition(Input& input, Index n) {
  Matrix out(input.nearly(n), n);
  for (Index a = 0; a < out.rows(); ++a) out.row(a) = input.distribution(n).transpose();
  return out;
}

}  // namespace fuzz
