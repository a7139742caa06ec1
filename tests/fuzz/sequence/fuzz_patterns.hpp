// Pattern tasks of any kind, for the fuzz targets of the topic.
#pragma once

#include <vector>

#include "attn/sequence/pattern_chain.hpp"
#include "fuzz_input.hpp"

namespace fuzz {

/// Mostly a task.
inline attn::PatternTask pattern_task(Input& input, Index d, Index groups, Index size) {
  attn::PatternTask out{{}, groups * size};
  if (input.byte() % 16 == 0) ++out.lags;
  for (Index k = 0; k < groups; ++k) {
    out.features.push_back(input.matrix(input.nearly(d), input.nearly(d)));
  }
  return out;
}

/// Mostly tokens below d.
inline std::vector<Index> tokens(Input& input, Index count, Index d) {
  std::vector<Index> out;
  for (Index i = 0; i < count; ++i) {
    const Index byte = input.byte();
    out.push_back(byte == 255 ? d : byte == 254 ? -1 : d > 0 ? byte % d : 0);
  }
  return out;
}

}  // namespace fuzz
