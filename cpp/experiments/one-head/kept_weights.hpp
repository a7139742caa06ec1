// The weights of a small language model as text: numbers of half or single precision,
// little-endian, in base64. Kept ones are halves, and what is rounded so is the model: nothing is
// read of another.
#pragma once

#include <string>

#include "attn/numerics/types.hpp"

namespace attn::experiments {

/// Each number to the nearest half-precision one, those that tie to the even; numbers beyond 65504
/// are refused with Error, as are those that are not finite.
std::string weights_to_text(const Vector& weights);

/// The numbers again, or as many of single precision: which, the length says. Throws Error, with
/// `function` before it, for text that is not base64, that has another number of numbers than
/// `size`, and for numbers that are not finite.
Vector weights_from_text(const char* function, const std::string& text, Index size);

}  // namespace attn::experiments
