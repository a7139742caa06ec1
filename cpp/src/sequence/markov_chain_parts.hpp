// What the functions of Markov chains share. Internal.
#pragma once

#include "attn/numerics/rng.hpp"
#include "attn/numerics/types.hpp"

namespace attn::chain_parts {

/// P is square, not empty, and each of its rows a distribution; Error in the name of `function`
/// otherwise.
void check_transition(const char* function, const char* argument, const MatrixRef& transition);

/// pi with pi P = pi of a checked P; Error in the name of `function` where there are several.
Vector stationary(const char* function, const char* argument, const MatrixRef& transition);

}  // namespace attn::chain_parts
