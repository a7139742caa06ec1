// What the language model in double and in float share. Internal.
#pragma once

#include "attn/training/gpt_touch.hpp"

namespace attn::gpt_checks {

/// Throws Error, with `function` before it, for a batch that does not fit a shape that has been
/// checked, and for what is computed of it being too large to have an address.
void check_batch(const char* function, const GptShape& shape, const GptBatch& batch);

/// Throws Error likewise for a touch that does not fit a batch that has been checked.
void check_touch(const char* function, const GptShape& shape, const GptBatch& batch,
                 const GptTouch& touch);

}  // namespace attn::gpt_checks
