// exp for the loops of the library, where a call for each number would cost a third of the time.
// Compilers that are to make small code would call it all the same. Internal: g++ needs
// -ffp-contract=off wherever the processor has fused multiply-add, or the bits are others; the
// library is compiled so.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace attn::mathfn {

namespace detail {

struct ExpRow {
  double head, tail;
};

/// Constants and table of exp. They are defined in mathfn.cpp, so that they are read from memory:
/// WebAssembly engines build a constant that stands in the code from integers, each time.
struct ExpTable {
  double steps_per_unit;         // 128 / ln2
  double round;                  // adding it leaves the nearest integer in the low bits
  double step_head, step_tail;   // ln2 / 128
  double c2, c3, c4, c5;         // 1 / n!
  std::array<ExpRow, 128> rows;  // 2^(i/128) = head (1 + tail)
};
extern const ExpTable kExp;

/// exp(x) 2^shift = head (1 + growth).
struct ExpParts {
  double head, growth;
};

[[gnu::always_inline]] inline std::uint64_t to_bits(double x) noexcept {
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

[[gnu::always_inline]] inline double from_bits(std::uint64_t bits) noexcept {
  double x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

/// Table-driven after Tang (1989): x = k ln2/128 + r, |r| <= ln2/256, after Cody and Waite (k times
/// the head of ln2/128 is exact), i = k mod 128, and exp(x) = 2^((k-i)/128) 2^(i/128) (1 + growth),
/// growth = (1 + tail) exp(r) - 1. Needs |x| < 1000. Errors in ulp of the result: the caller's last
/// sum 0.5; the Taylor polynomial of degree 5 leaves out r^6/720: 0.005; r and the tail, some
/// roundings of a number below 0.0028: 0.01.
[[gnu::always_inline]] inline ExpParts exp_parts(double x, std::uint64_t shift) noexcept {
#if defined(__clang__)
#pragma clang fp contract(off)
#endif
  const double shifted = x * kExp.steps_per_unit + kExp.round;
  const std::uint64_t k = to_bits(shifted);  // its low bits, in two's complement
  const double steps = shifted - kExp.round;
  const double r = (x - steps * kExp.step_head) - steps * kExp.step_tail;
  const ExpRow& row = kExp.rows[static_cast<std::size_t>(k & 127u)];
  const double r2 = r * r;
  const double growth =
      (row.tail + r) + r2 * (kExp.c2 + r * kExp.c3) + (r2 * r2) * (kExp.c4 + r * kExp.c5);
  // (k >> 7) << 52 modulo 2^64: the bits of k that are not the exponent's fall off at the top.
  const std::uint64_t exponent = (k & ~std::uint64_t{127}) << 45;
  return {from_bits(to_bits(row.head) + exponent + (shift << 52)), growth};
}

/// exp for NaN and |x| >= 700.
double exp_extreme(double x) noexcept;

}  // namespace detail

/// exp of attn/numerics/mathfn.hpp.
[[gnu::always_inline]] inline double inline_exp(double x) noexcept {
#if defined(__clang__)
#pragma clang fp contract(off)
#endif
  constexpr std::uint64_t kMagnitude = 0x7fffffffffffffffu;
  constexpr std::uint64_t kBitsOf700 = 0x4085e00000000000u;
  if ((detail::to_bits(x) & kMagnitude) >= kBitsOf700) return detail::exp_extreme(x);
  const detail::ExpParts parts = detail::exp_parts(x, 0);
  return parts.head + parts.head * parts.growth;
}

}  // namespace attn::mathfn
