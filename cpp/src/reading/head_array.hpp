// One array of a head file, in whatever form it stands there. Internal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "attn/numerics/types.hpp"
#include "reading/bytes.hpp"

namespace attn::head_io {

/// What the bytes of a number mean.
enum class NumberType { kFloat16, kBfloat16, kFloat32, kFloat64, kBool, kSigned, kUnsigned, kText };

/// An array. Its numbers lie in the memory of the file, or in what it was unpacked to.
struct HeadArray {
  std::string name;       ///< one that is known
  std::string type_name;  ///< as the file says it
  NumberType type = NumberType::kFloat64;
  std::size_t item = 8;        ///< bytes of a number
  bool big_endian = false;     ///< the order of these
  bool columns_first = false;  ///< the order of numbers: Fortran's
  bool table = false;          ///< of a text, where all that there is has rows and columns
  std::vector<std::uint64_t> shape;
  Bytes data;                      ///< as many as the shape says; none where the type is kText
  std::vector<std::string> texts;  ///< where it is
};

inline bool is_float(NumberType type) { return type <= NumberType::kFloat64; }

/// How many numbers an array of this shape has. False where that is 2^48 or more, or one of the
/// dimensions is.
[[nodiscard]] bool count_numbers(const std::vector<std::uint64_t>& shape, std::uint64_t& count);

/// A shape in words: `3 x 4`, `5`, `a single number`.
std::string shape_words(const std::vector<std::uint64_t>& shape);

/// Number `at` as it lies in memory.
double number_at(const HeadArray& array, std::size_t at);

/// The characters of these bytes in UTF-8, or Error in the name of the array.
std::string checked_text(const std::string& name, std::string_view text);

}  // namespace attn::head_io
