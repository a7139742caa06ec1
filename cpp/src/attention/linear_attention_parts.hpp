// What linear attention in double and in float share. Internal.
#pragma once

#include "attn/attention/linear_attention.hpp"

namespace attn::linear {

/// The map fits rows of d numbers; Error in the name of `function` otherwise.
void check_map(const char* function, const FeatureMap& map, Index d);

/// How many features a row of d numbers has.
Index feature_count(const FeatureMap& map, Index d);

}  // namespace attn::linear
