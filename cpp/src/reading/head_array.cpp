#include "reading/head_array.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include "attn/numerics/check.hpp"
#include "attn/training/character_vocabulary.hpp"

namespace attn::head_io {
namespace {

double half_number(std::uint64_t bits) {
  const auto fraction = static_cast<int>(bits & 0x3FFU);
  const auto exponent = static_cast<int>((bits >> 10U) & 0x1FU);
  double out = 0.0;
  if (exponent == 31) {
    out = fraction == 0 ? std::numeric_limits<double>::infinity()
                        : std::numeric_limits<double>::quiet_NaN();
  } else if (exponent == 0) {
    out = std::ldexp(fraction, -24);
  } else {
    out = std::ldexp(1024 + fraction, exponent - 25);
  }
  return (bits & 0x8000U) != 0 ? -out : out;
}

double single_number(std::uint64_t bits) {
  const auto narrow = static_cast<std::uint32_t>(bits);
  float out;
  std::memcpy(&out, &narrow, sizeof out);
  return double{out};
}

double double_number(std::uint64_t bits) {
  double out;
  std::memcpy(&out, &bits, sizeof out);
  return out;
}

double signed_number(std::uint64_t bits, std::size_t item) {
  const std::uint64_t sign = std::uint64_t{1} << (8 * item - 1);
  if ((bits & sign) == 0) return static_cast<double>(bits);
  // The bits above those of the type are zeros.
  return -static_cast<double>((bits ^ (sign | (sign - 1))) + 1);
}

}  // namespace

bool count_numbers(const std::vector<std::uint64_t>& shape, std::uint64_t& count) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 48U;
  count = 1;
  for (const std::uint64_t size : shape) {
    if (size >= kMost || (size > 0 && count >= (kMost + size - 1) / size)) return false;
    count *= size;
  }
  return true;
}

std::string shape_words(const std::vector<std::uint64_t>& shape) {
  if (shape.empty()) return "a single number";
  std::string out;
  for (const std::uint64_t size : shape) {
    if (!out.empty()) out += " x ";
    check::Piece(size).append_to(out);
  }
  return out;
}

double number_at(const HeadArray& array, std::size_t at) {
  const std::uint64_t bits =
      whole_at(array.data.data + at * array.item, array.item, array.big_endian);
  switch (array.type) {
    case NumberType::kFloat16:
      return half_number(bits);
    case NumberType::kBfloat16:
      return single_number(bits << 16U);
    case NumberType::kFloat32:
      return single_number(bits);
    case NumberType::kFloat64:
      return double_number(bits);
    case NumberType::kSigned:
      return signed_number(bits, array.item);
    case NumberType::kBool:
    case NumberType::kUnsigned:
    case NumberType::kText:
      break;
  }
  return static_cast<double>(bits);
}

std::string checked_text(const std::string& name, std::string_view text) {
  try {
    (void)utf8_characters(text);
  } catch (const Error&) {
    check::fail({"head file: \"", name, "\" has a text that is not UTF-8"});
  }
  return std::string(text);
}

}  // namespace attn::head_io
