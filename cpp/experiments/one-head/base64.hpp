// Bytes as text, for parameters, which travel to a worker as text: base64 as RFC 4648 has it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace attn::experiments {

/// Padded with `=` to a multiple of four letters.
std::string to_base64(const std::vector<std::uint8_t>& bytes);

/// The bytes again. Throws Error, in the name of the function and the argument, for text that is
/// none; `wanted` says what it should be.
std::vector<std::uint8_t> from_base64(const char* function, const char* argument,
                                      const char* wanted, const std::string& text);

}  // namespace attn::experiments
