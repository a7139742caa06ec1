// The format .safetensors: a header in JSON, and behind it the numbers of all arrays. Internal.
#pragma once

#include <string>
#include <vector>

#include "reading/bytes.hpp"
#include "reading/head_array.hpp"

namespace attn::head_io {

/// The arrays of a file, in the order of its header; the numbers stay where they are. `mask` and
/// `tokens` may be texts of `__metadata__`. `file` is what messages call it. Throws Error for names
/// that are not known, and where it is no such file, is cut off, or its arrays overlap or leave
/// bytes between them.
std::vector<HeadArray> safetensors_arrays(const std::string& file, Bytes bytes);

}  // namespace attn::head_io
