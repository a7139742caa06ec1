// What a head has to be, for all that take one: complete_head and the reader of files. Internal.
#pragma once

#include "attn/reading/head.hpp"

namespace attn {

/// complete_head, whose errors begin with `where`.
Head complete_head_named(const char* where, Head parts);

/// Throws Error where a head is not one that complete_head returned.
void check_complete(const char* function, const Head& head);

}  // namespace attn
