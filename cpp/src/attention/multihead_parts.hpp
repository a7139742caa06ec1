// Checks that multi-head attention and its gradients share. Internal.
#pragma once

#include <vector>

#include "attn/attention/multihead.hpp"

namespace attn::multihead_parts {

/// Shapes of x, context and all weights fit; everything is finite; options are none, one or H.
void check_inputs(const char* function, const MatrixRef& x, const MatrixRef& context,
                  const MultiHeadWeights& weights, const std::vector<AttentionOptions>& options);

/// As many matrices as expected.
void check_number(const char* function, const char* argument, std::size_t is, std::size_t expected);

/// The options of a head.
const AttentionOptions& of_head(const std::vector<AttentionOptions>& options, std::size_t head);

/// The key head that a query head goes with.
inline std::size_t key_head(const MultiHeadWeights& weights, std::size_t head) {
  return head / (weights.w_q.size() / weights.w_k.size());
}

}  // namespace attn::multihead_parts
