// What the language model in double and in float share. Internal.
#pragma once

#include "attn/training/gpt.hpp"

namespace attn::gpt_checks {

/// Throws Error, with `function` before it, for a batch that does not fit a shape that has been
/// checked, and for what is computed of it being too large to have an address.
void check_batch(const char* function, const GptShape& shape, const GptBatch& batch);

}  // namespace attn::gpt_checks
