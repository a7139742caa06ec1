// What passes in double and in float check alike. Internal.
#pragma once

#include "attn/training/attention_classifier.hpp"

namespace attn {

/// Throws Error in the name of `function` for weights that are not finite, or do not fit each other
/// and inputs of d_x numbers.
void check_weights(const char* function, Index d_x, const ClassifierWeights& weights);

}  // namespace attn
