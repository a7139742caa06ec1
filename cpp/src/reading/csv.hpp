// An array as text: numbers separated by commas, a row a line. Internal.
#pragma once

#include <string>
#include <vector>

#include "reading/bytes.hpp"
#include "reading/head_array.hpp"

namespace attn::head_io {

/// The array of a .csv, `name` one that is known, whose numbers go into `memory`. Lines end with LF
/// or CR LF; blanks may stand around a number; empty lines at the end are dropped. A mask in which
/// nothing but `0` and `1` is written becomes unsigned, all other numbers are doubles. Tokens are
/// one a line, and a mask may be one line of text. Throws Error, which begins with `file` and the
/// line, where it cannot be read.
HeadArray csv_array(const std::string& file, const std::string& name, Bytes bytes,
                    std::vector<unsigned char>& memory);

}  // namespace attn::head_io
