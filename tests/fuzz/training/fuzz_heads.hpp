// Contexts and heads that learn from them, for the fuzz targets of the topic.
#pragma once

#include "attn/training/pattern_trainer.hpp"
#include "sequence/fuzz_patterns.hpp"

namespace fuzz {

/// Mostly contexts, whose targets are their laws.
inline attn::PatternData pattern_data(Input& input, Index d, Index lags, Index contexts) {
  attn::PatternData out;
  out.lags = lags;
  out.tokens = tokens(input, input.nearly(contexts * lags), d);
  out.laws = attn::Matrix(contexts, d);
  for (Index n = 0; n < contexts; ++n) out.laws.row(n) = input.distribution(d);
  out.targets = out.laws;
  return out;
}

/// Mostly up to three heads for these.
inline attn::PatternHeads pattern_heads(Input& input, Index d, Index lags) {
  attn::PatternHeads out;
  const Index count = input.size(0, 3);
  for (Index k = 0; k < count; ++k) out.values.push_back(input.matrix(input.nearly(d), d));
  out.logits = input.matrix(input.nearly(count), input.nearly(lags));
  return out;
}

}  // namespace fuzz
