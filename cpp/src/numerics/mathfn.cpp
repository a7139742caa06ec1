#include "attn/numerics/mathfn.hpp"

#include <cfloat>
#include <cstdint>

#include "numerics/inline_exp.hpp"
#include "numerics/mathfn_tables.hpp"

// In the comments u = 2^-53 is half an ulp of 1, the relative error of one rounding. All four
// functions end with the sum of a head, which carries the result, and of a small tail: one rounding
// costs 0.5 ulp, what comes before it enters in the proportion tail : head.

static_assert(FLT_EVAL_METHOD == 0, "mathfn needs every operation rounded to double");
static_assert(sizeof(double) == 8 && DBL_MANT_DIG == 53, "mathfn needs IEEE doubles");

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

namespace attn::mathfn {
namespace {

using detail::from_bits;
using detail::to_bits;

constexpr std::uint64_t kSignBit = 0x8000000000000000u;
constexpr std::uint64_t kInfinityBits = 0x7ff0000000000000u;
constexpr std::uint64_t kNanBits = 0x7ff8000000000000u;
constexpr std::uint64_t kSmallestNormal = 0x0010000000000000u;
constexpr std::uint64_t kFractionBits = 0x000fffffffffffffu;
/// Adding it to a number below 2^51 leaves the nearest integer in the low bits.
constexpr double kRoundToInteger = 0x1.8p52;

/// 2^n for -1022 <= n <= 1023.
double power_of_two(int n) { return from_bits(static_cast<std::uint64_t>(n + 1023) << 52); }

}  // namespace

// ---- exp: constants, and what does not belong in the loops that call it

namespace {

constexpr bool operator==(const detail::ExpRow& a, const detail::ExpRow& b) {
  return a.head == b.head && a.tail == b.tail;
}
constexpr bool operator==(const LogRow& a, const LogRow& b) {
  return a.inverse == b.inverse && a.head == b.head && a.tail == b.tail;
}
template <typename Rows>
constexpr bool same(const Rows& a, const Rows& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!(a[i] == b[i])) return false;
  }
  return true;
}
static_assert(same(exp_rows(), kExpRows));
static_assert(same(log_rows(), kLogRows));

#ifdef __EMSCRIPTEN__
std::array<detail::ExpRow, 128> exp_rows_here() { return computed_exp_rows(); }
std::array<LogRow, 129> log_rows_here() { return computed_log_rows(); }
#else
constexpr std::array<detail::ExpRow, 128> exp_rows_here() { return kExpRows; }
constexpr std::array<LogRow, 129> log_rows_here() { return kLogRows; }
#endif

const std::array<LogRow, 129> kLogTable = log_rows_here();

}  // namespace

const detail::ExpTable detail::kExp = {
    k128OverLn2, kRoundToInteger, kLn2Over128Head, kLn2Over128Tail, 0.5,
    1.0 / 6.0,   1.0 / 24.0,      1.0 / 120.0,     exp_rows_here()};

double detail::exp_extreme(double x) noexcept {
  if (x != x) return from_bits(kNanBits);
  if (x > 709.79) return from_bits(kInfinityBits);
  if (x < -745.2) return 0.0;
  if (x > 0.0) {
    const ExpParts parts = exp_parts(x, std::uint64_t{0} - 64u);
    return (parts.head + parts.head * parts.growth) * 0x1p64;  // exact, or the overflow to infinity
  }
  const ExpParts parts = exp_parts(x, 1022);
  const double tail = parts.head * parts.growth;
  const double scaled = parts.head + tail;
  if (scaled >= 1.0) return scaled * 0x1p-1022;
  // A denormal result. Its last place, 2^-1074, is that of 1 when scaled by 2^1022: adding 1 first
  // makes the one rounding happen there, instead of a second one in the product with 2^-1022.
  const double sum = 1.0 + parts.head;
  const double lost = (1.0 - sum) + parts.head;
  return ((sum + (lost + tail)) - 1.0) * 0x1p-1022;
}

double exp(double x) noexcept { return inline_exp(x); }

// ---- log
//
// Table-driven after Tang (1990): x = 2^k z, z in [1, 2), c the reciprocal of z to 10 bits from the
// table, and log x = k ln2 - log c + log1p(r), r = z c - 1, |r| < 0.0045. Above z = 1.41 the table
// takes one more ln2 into k, and next to 1 on both sides k = 0 and -log c = 0: no cancellation
// there. z is cut in two so that both products with c are exact, and r is kept as a sum; k times
// the head of ln2 plus the head of -log c is exact. Errors in ulp: last sum 0.5; next to 1, r^2/2
// <= r/400 has two roundings and r^9/9 is left out: below 0.01; elsewhere the tail, at most 2^-16
// against a result of at least 2^-8: 0.01.

double log(double x) noexcept {
  std::uint64_t bits = to_bits(x);
  int exponent = -1023;
  if (bits - kSmallestNormal >= kInfinityBits - kSmallestNormal) {  // not positive and normal
    if ((bits & ~kSignBit) == 0) return from_bits(kInfinityBits | kSignBit);
    if (bits == kInfinityBits) return x;
    if (bits >= kInfinityBits) return from_bits(kNanBits);  // NaN, or the sign bit is set
    bits = to_bits(x * 0x1p54);
    exponent -= 54;
  }
  const std::uint64_t fraction = bits & kFractionBits;
  const std::uint64_t j = (fraction + (std::uint64_t{1} << 44)) >> 45;
  const double k = exponent + static_cast<int>(bits >> 52) + (j >= 53 ? 1 : 0);
  const double z = from_bits(fraction | 0x3ff0000000000000u);
  const double z_head = from_bits(to_bits(z) & 0xffffffff00000000u);
  const LogRow& row = kLogTable[static_cast<std::size_t>(j)];
  const double r_coarse = z_head * row.inverse - 1.0;  // exact
  const double r_fine = (z - z_head) * row.inverse;    // exact
  const double r = r_coarse + r_fine;
  const double r_lost = r_fine - (r - r_coarse);  // exact; 0 where r_fine is the larger of the two
  const double base = k * kLn2Head + row.head;    // exact
  const double head = base + r;
  const double head_lost = r - (head - base);  // exact: base is 0 or the larger of the two
  const double r2 = r * r;
  const double odd = 1.0 / 3.0 + r2 * (1.0 / 5.0 + r2 * (1.0 / 7.0));
  const double even = 0.5 + r2 * (1.0 / 4.0 + r2 * (1.0 / 6.0 + r2 * (1.0 / 8.0)));
  const double tail = ((head_lost + r_lost) + (k * kLn2Tail + row.tail)) + r2 * (r * odd - even);
  return head + tail;
}

// ---- sin and cos
//
// x = n pi/2 + y, |y| <= pi/4 (and a rounding more); y is head and tail, right to 2^-74 of y.

namespace {

struct Reduced {
  double head, tail;
  unsigned quadrant;  // n modulo 4, in its low two bits
};

/// Cody and Waite (1980) in four parts, for pi/4 < |x| < 2^20: |n| < 2^20 times a part of 33 bits
/// is exact, and so is the first difference. What later sums lose is kept; when much cancels
/// nothing is lost, and the error is that of n times the last part, 2^-84 2^-53, against the
/// smallest y that occurs, about 2^-62.
Reduced reduce_medium(double x) {
  const double shifted = x * kTwoOverPi + kRoundToInteger;
  const double n = shifted - kRoundToInteger;
  const double y1 = x - n * kHalfPi1;
  const double part2 = n * kHalfPi2;
  const double y2 = y1 - part2;
  const double back2 = y1 - y2;  // the sum and its exact error, whichever term is larger (Knuth)
  const double lost2 = (y1 - (y2 + back2)) + (back2 - part2);
  const double part3 = n * kHalfPi3;
  const double y3 = y2 - part3;
  const double back3 = y2 - y3;
  const double lost3 = (y2 - (y3 + back3)) + (back3 - part3);
  const double rest = (lost2 + lost3) - n * kHalfPi4;
  const double head = y3 + rest;
  return {head, (y3 - head) + rest, static_cast<unsigned>(to_bits(shifted) & 3u)};
}

struct Turn {
  std::uint64_t high, middle, low;  // a binary fraction of 192 digits
};

/// Payne and Hanek (1983): x / (2 pi) modulo 1 for x = m 2^e > 0, m an integer of 53 bits, -55 <= e
/// <= 971. Digits of (2/pi) 2^e / 4 before the binary point would multiply m to whole turns and are
/// skipped; 192 of those behind it are multiplied by m as integers modulo 2^192. The digits left
/// out amount to less than m 2^-192 < 2^-139 turns.
Turn fraction_of_turn(double x) {
  const std::uint64_t bits = to_bits(x);
  const std::uint64_t m = (bits & kFractionBits) | (kFractionBits + 1);
  // e - 2 digits to skip, and the 64 zeros that lead the table; e = biased exponent - 1075.
  const unsigned start = static_cast<unsigned>(bits >> 52) - 1075u - 2u + 64u;
  std::uint64_t digits[6];
  for (unsigned i = 0; i < 6; ++i) {
    const std::uint64_t pair = (std::uint64_t{kTwoOverPiDigits[start / 32 + i]} << 32) |
                               kTwoOverPiDigits[start / 32 + i + 1];
    digits[i] = (pair << (start % 32)) >> 32;
  }
  std::uint64_t product[6];
  std::uint64_t carry = 0;
  for (unsigned i = 6; i-- > 0;) {
    const std::uint64_t sum = digits[i] * (m & 0xffffffffu) + carry;
    product[i] = sum & 0xffffffffu;
    carry = sum >> 32;
  }
  carry = 0;
  for (unsigned i = 5; i > 0; --i) {
    const std::uint64_t sum = digits[i] * (m >> 32) + product[i - 1] + carry;
    product[i - 1] = sum & 0xffffffffu;
    carry = sum >> 32;
  }
  return {(product[0] << 32) | product[1], (product[2] << 32) | product[3],
          (product[4] << 32) | product[5]};
}

/// For |x| >= 2^20. The smallest y of any double is above 2^-63, so y keeps 2^-137 / 2^-63 = 2^-74
/// of relative error from the digits left out, and 2^-104 from the products.
Reduced reduce_large(double x) {
  Turn t = fraction_of_turn(from_bits(to_bits(x) & ~kSignBit));
  unsigned quadrant = static_cast<unsigned>(t.high >> 62);
  t = {(t.high << 2) | (t.middle >> 62), (t.middle << 2) | (t.low >> 62), t.low << 2};
  const bool backwards = (t.high >> 63) != 0;
  if (backwards) {  // half a quadrant or more: back from the next one
    ++quadrant;
    t.low = ~t.low + 1u;
    t.middle = ~t.middle + (t.low == 0 ? 1u : 0u);
    t.high = ~t.high + (t.low == 0 && t.middle == 0 ? 1u : 0u);
  }
  int zeros = 0;
  for (; (t.high >> 63) == 0 && zeros < 128; ++zeros) {
    t = {(t.high << 1) | (t.middle >> 63), (t.middle << 1) | (t.low >> 63), t.low << 1};
  }
  // The leading 106 digits as 27 + 26 + 53, times pi/2 as 26 + 27 + 53: the products of the first
  // two are exact.
  const double scale = power_of_two(-zeros);
  const double upper = static_cast<double>(t.high >> 37) * 0x1p-27;
  const double lower = static_cast<double>((t.high >> 11) & 0x3ffffffu) * 0x1p-53;
  const double rest = static_cast<double>(((t.high & 0x7ffu) << 42) | (t.middle >> 22)) * 0x1p-106;
  const double whole = upper + lower;
  const double half_pi = kHalfPiUpper + kHalfPiLower;
  const double product = whole * half_pi;
  const double lost =
      ((upper * kHalfPiUpper - product) + upper * kHalfPiLower + lower * kHalfPiUpper) +
      lower * kHalfPiLower;
  const double tail = lost + (whole * kHalfPiRest + rest * half_pi);
  const double head = product + tail;
  const bool x_negative = (to_bits(x) & kSignBit) != 0;
  const double signed_scale = x_negative != backwards ? -scale : scale;
  return {head * signed_scale, ((product - head) + tail) * signed_scale,
          x_negative ? 0u - quadrant : quadrant};
}

Reduced reduce(double x) {
  constexpr std::uint64_t kBitsOf2To20 = 0x4130000000000000u;
  return (to_bits(x) & ~kSignBit) < kBitsOf2To20 ? reduce_medium(x) : reduce_large(x);
}

/// sin(head + tail), |head| <= pi/4. y^3/6 is as large as an eighth of the result: the cube of the
/// leading 17 bits h of y is exact, and y^3 - h^3 is small. Errors in ulp: last sum 0.5; h^3 times
/// 1/6, the double 1/6 itself and the sum with the rest: 0.15 in all; y^5/120 <= 0.003 has a few
/// roundings: 0.01; y^19/19! is left out: 0.001.
double sin_near_zero(double y, double tail) {
  const double y2 = y * y;
  const double high =
      1.0 / 362880.0 +
      y2 * (-1.0 / 39916800.0 + y2 * (1.0 / 6227020800.0 + y2 * (-1.0 / 1307674368000.0 +
                                                                 y2 * (1.0 / 355687428096000.0))));
  const double series = 1.0 / 120.0 + y2 * (-1.0 / 5040.0 + y2 * high);
  const double h = from_bits(to_bits(y) & 0xfffffff000000000u);
  const double cube = (h * h) * h;
  const double cube_rest = (y - h) * (y2 + h * (y + h));
  const double small = (y2 * y) * (y2 * series) - cube_rest * (1.0 / 6.0) + tail * (1.0 - 0.5 * y2);
  return y + (small - cube * (1.0 / 6.0));
}

/// cos(head + tail), |head| <= pi/4. y^2/2 is as large as 0.3 and is subtracted from 1 in two
/// parts: the square of the leading 26 bits of y, exact, and the small rest; what 1 - that square
/// loses is kept. Errors in ulp: last sum 0.5; y^4/24 <= 0.016 has a few roundings: 0.05; y^18/18!
/// is left out: 0.02.
double cos_near_zero(double y, double tail) {
  const double y2 = y * y;
  const double high =
      -1.0 / 720.0 +
      y2 * (1.0 / 40320.0 + y2 * (-1.0 / 3628800.0 +
                                  y2 * (1.0 / 479001600.0 + y2 * (-1.0 / 87178291200.0 +
                                                                  y2 * (1.0 / 20922789888000.0)))));
  const double series = 1.0 / 24.0 + y2 * high;
  const double y_upper = from_bits(to_bits(y) & 0xfffffffff8000000u);
  const double half_square = 0.5 * (y_upper * y_upper);
  const double half_square_rest = 0.5 * ((y - y_upper) * (y + y_upper));
  const double head = 1.0 - half_square;
  const double lost = (1.0 - head) - half_square;
  return head + ((lost - half_square_rest) + ((y2 * y2) * series - y * tail));
}

double sin_of_quadrant(const Reduced& y, unsigned quadrant) {
  const double value =
      (quadrant & 1u) != 0 ? cos_near_zero(y.head, y.tail) : sin_near_zero(y.head, y.tail);
  return (quadrant & 2u) != 0 ? -value : value;
}

constexpr std::uint64_t kBitsOfQuarterPi = 0x3fe921fb54442d18u;
constexpr std::uint64_t kBitsOfTiny = 0x3e40000000000000u;  // 2^-27: below, sin x rounds to x

}  // namespace

double sin(double x) noexcept {
  const std::uint64_t magnitude = to_bits(x) & ~kSignBit;
  if (magnitude >= kInfinityBits) return from_bits(kNanBits);
  if (magnitude < kBitsOfTiny) return x;
  if (magnitude <= kBitsOfQuarterPi) return sin_near_zero(x, 0.0);
  const Reduced y = reduce(x);
  return sin_of_quadrant(y, y.quadrant);
}

double cos(double x) noexcept {
  const std::uint64_t magnitude = to_bits(x) & ~kSignBit;
  if (magnitude >= kInfinityBits) return from_bits(kNanBits);
  if (magnitude <= kBitsOfQuarterPi) return cos_near_zero(x, 0.0);
  const Reduced y = reduce(x);
  return sin_of_quadrant(y, y.quadrant + 1u);
}

/// tanh x = m / (m + 2) with m = e^(2 x) - 1 = (head - 1) + head growth. The first difference is
/// exact, and where it is 0 growth has its full precision, so that nothing is lost near 0. Errors
/// in ulp: m 1.2, which counts less where m is large; the sum 0.5; the quotient 0.5. Twice as much
/// of the first two where m and the sum are just above a power of two and the quotient just below:
/// 3.9, of which 3.78 was found.
double tanh(double x) noexcept {
  constexpr double kOneFrom = 22.0;  // 1 - tanh x is below a quarter of an ulp
  const std::uint64_t magnitude = to_bits(x) & ~kSignBit;
  if (magnitude > kInfinityBits) return from_bits(kNanBits);
  double value = 1.0;
  if (magnitude < to_bits(kOneFrom)) {
    const detail::ExpParts parts = detail::exp_parts(2.0 * from_bits(magnitude), 0);
    const double m = (parts.head - 1.0) + parts.head * parts.growth;
    value = m / (m + 2.0);
  }
  return (to_bits(x) & kSignBit) != 0 ? -value : value;
}

}  // namespace attn::mathfn
