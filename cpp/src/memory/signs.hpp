// Signs as the bits of words: a set bit is +1. Internal.
#pragma once

#include <cstdint>

#include "attn/numerics/types.hpp"

namespace attn {

inline constexpr Index kSignsOfWord = 64;

inline double sign_of(std::uint64_t word, Index i) { return (word >> i) % 2 != 0 ? 1.0 : -1.0; }

}  // namespace attn
