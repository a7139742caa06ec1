// An array as NumPy's save() writes it: versions 1, 2 and 3 of .npy. Internal.
#pragma once

#include <string>

#include "reading/bytes.hpp"
#include "reading/head_array.hpp"

namespace attn::head_io {

/// Whether a file begins as a .npy does.
bool is_npy(Bytes file);

/// The array of a whole .npy file, `name` a name that is known. Its numbers stay where they are.
/// Throws Error where it is none, is cut off or goes on, and for types that a head has no use for.
HeadArray npy_array(const std::string& name, Bytes file);

}  // namespace attn::head_io
