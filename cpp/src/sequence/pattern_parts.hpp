// What is shared by functions of pattern tasks. Internal.
#pragma once

#include <vector>

#include "attn/sequence/pattern_chain.hpp"

namespace attn::patterns {

/// The task is as PatternTask says; Error otherwise.
void check_task(const char* function, const PatternTask& task);

/// `context` has at least w tokens, and those are below d.
void check_context(const char* function, const PatternTask& task, const PatternContext& context);

inline Index groups(const PatternTask& task) { return static_cast<Index>(task.features.size()); }
inline Index tokens(const PatternTask& task) { return task.features.front().rows(); }
/// w / h.
inline Index group_size(const PatternTask& task) { return task.lags / groups(task); }

/// A_k times the mean of the tokens of group k, counted from 0 (d).
Vector group_logits(const PatternTask& task, const PatternContext& context, Index k);

/// The sum of those of the first `read` groups. Throws Error where it is too large for a double.
Vector logits(const char* function, const PatternTask& task, const PatternContext& context,
              Index read);

}  // namespace attn::patterns
