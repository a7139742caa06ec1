// How much one token of a context has to say: what the law of the next token is moved by where that
// token is another. Of the task of seed 003, section 2.1; the measure is ours. All functions are
// pure; any thread may call them; the same bits on every platform.
#pragma once

#include <vector>

#include "attn/sequence/pattern_data.hpp"

namespace attn {

/// For each lag the mean, over the d - 1 other tokens that could stand there, of KL(law || law with
/// that one), in nats (w); 0 for d = 1. Right to some 1e-15 of the largest logit: of what moves the
/// logits by 1e-8, and the law by 1e-16 nats, no digit is left. Arguments as in pattern_law. Throws
/// Error otherwise, and for what is too large for a double.
[[nodiscard]] Vector token_influences(const PatternTask& task, const PatternContext& context);

/// The mean of that over the lags of each group and over contexts (h). `data` is of the task's d
/// and w, as uniform_contexts gives it. Throws Error otherwise, and as above.
[[nodiscard]] Vector mean_influences(const PatternTask& task, const PatternData& data);

}  // namespace attn
