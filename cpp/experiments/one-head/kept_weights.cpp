#include "experiments/one-head/kept_weights.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "attn/numerics/check.hpp"
#include "experiments/one-head/base64.hpp"

namespace attn::experiments {
namespace {

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

double from_single(std::uint32_t bits) {
  float out = 0.0F;
  static_assert(sizeof out == sizeof bits, "IEEE 754");
  std::memcpy(&out, &bits, sizeof out);
  return out;
}

}  // namespace

std::string weights_to_text(const Vector& weights) {
  std::vector<std::uint8_t> bytes;
  for (Index i = 0; i < weights.size(); ++i) {
    const std::uint16_t half = to_half(weights(i));
    bytes.push_back(static_cast<std::uint8_t>(half & 255));
    bytes.push_back(static_cast<std::uint8_t>(half >> 8));
  }
  return to_base64(bytes);
}

Vector weights_from_text(const char* function, const std::string& text, Index size) {
  const std::vector<std::uint8_t> bytes =
      from_base64(function, "weights", "numbers of half or single precision in base64", text);
  const Index each = static_cast<Index>(bytes.size()) == 4 * size ? 4 : 2;
  check::count(function, "the number of bytes of weights", bytes.size(), each * size, each * size);
  Vector out(size);
  for (Index i = 0; i < size; ++i) {
    const std::uint8_t* at = bytes.data() + each * i;
    const std::uint32_t low = at[0] | std::uint32_t{at[1]} << 8;
    out(i) = each == 2 ? from_half(static_cast<std::uint16_t>(low))
                       : from_single(low | std::uint32_t{at[2]} << 16 | std::uint32_t{at[3]} << 24);
  }
  check::vector(function, "weights", out, size);
  return out;
}

}  // namespace attn::experiments
