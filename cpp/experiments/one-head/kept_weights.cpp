#include "experiments/one-head/kept_weights.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "attn/numerics/check.hpp"

namespace attn::experiments {
namespace {

constexpr char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Half precision has 10 bits behind the point, from 2^-24 on.
std::uint16_t to_half(double x) {
  const std::uint16_t sign = std::signbit(x) ? 0x8000 : 0;
  const double size = std::fabs(x);
  int exponent = 0;
  std::frexp(size, &exponent);
  // The place of the last bit: of normal numbers 10 below the first.
  const int last = exponent - 11 < -24 ? -24 : exponent - 11;
  const double units = std::nearbyint(std::ldexp(size, -last));
  const double rounded = std::ldexp(units, last);
  if (!(rounded <= 65504.0)) {
    check::refuse("weights_to_text", "a weight", {x}, "a number of at most 65504 in size");
  }
  if (rounded == 0.0) return sign;
  std::frexp(rounded, &exponent);
  if (exponent - 1 < -14) {
    return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(std::ldexp(rounded, 24)));
  }
  const double fraction = std::ldexp(rounded, 11 - exponent) - 1024.0;
  return static_cast<std::uint16_t>(sign | ((exponent + 14) << 10) | static_cast<int>(fraction));
}

double from_half(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31, fraction = bits & 1023;
  // The greatest exponent is of those that are not finite.
  if (exponent == 31) return std::numeric_limits<double>::quiet_NaN();
  const double size =
      exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024.0 + fraction, exponent - 25);
  return (bits & 0x8000) != 0 ? -size : size;
}

}  // namespace

std::string weights_to_text(const Vector& weights) {
  std::vector<std::uint8_t> bytes;
  for (Index i = 0; i < weights.size(); ++i) {
    const std::uint16_t half = to_half(weights(i));
    bytes.push_back(static_cast<std::uint8_t>(half & 255));
    bytes.push_back(static_cast<std::uint8_t>(half >> 8));
  }
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    const std::size_t there = bytes.size() - i < 3 ? bytes.size() - i : 3;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < there ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k < 4; ++k) {
      out += k <= there ? kLetters[group >> (18 - 6 * k) & 63] : '=';
    }
  }
  return out;
}

Vector weights_from_text(const char* function, const std::string& text, Index size) {
  static constexpr const char* kWanted = "half-precision numbers in base64";
  std::array<int, 256> values{};
  values.fill(-1);
  for (int i = 0; i < 64; ++i) values[static_cast<unsigned char>(kLetters[i])] = i;
  std::vector<std::uint8_t> bytes;
  std::uint32_t group = 0;
  int bits = 0;
  std::size_t end = text.size();
  while (end > 0 && text[end - 1] == '=') --end;
  if (text.size() % 4 != 0 || text.size() - end > 2) {
    check::refuse(function, "weights", "text of another kind", kWanted);
  }
  for (std::size_t i = 0; i < end; ++i) {
    const int value = values[static_cast<unsigned char>(text[i])];
    if (value < 0) check::refuse(function, "weights", "text of another kind", kWanted);
    group = (group << 6 | static_cast<std::uint32_t>(value)) & 0xFFFFFF;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<std::uint8_t>(group >> bits & 255));
  }
  check::count(function, "the number of bytes of weights", bytes.size(), 2 * size, 2 * size);
  Vector out(size);
  for (Index i = 0; i < size; ++i) {
    const auto at = static_cast<std::size_t>(2 * i);
    out(i) = from_half(static_cast<std::uint16_t>(bytes[at] | bytes[at + 1] << 8));
  }
  check::vector(function, "weights", out, size);
  return out;
}

}  // namespace attn::experiments
