// The rows of mathfn_tables.hpp, computed. WebAssembly computes them when it starts, in less than a
// tenth of a millisecond: they are 4 KB of random bits in each of its files, which nothing
// compresses. In binary fractions of 160 digits; mathfn.cpp holds every row against the table when
// it is compiled.
#pragma once

#include <array>
#include <cstdint>

#include "numerics/inline_exp.hpp"

namespace attn::mathfn {

struct LogRow {
  double inverse, head, tail;
};

namespace rows {

/// A number from 0 up: its whole part, then 32 digits of its fraction at a time.
using Fraction = std::array<std::uint32_t, 6>;

inline constexpr double kTwoTo32 = 4294967296.0;

constexpr Fraction sum(const Fraction& a, const Fraction& b) {
  Fraction out{};
  std::uint64_t carry = 0;
  for (std::size_t i = 6; i-- > 0;) {
    carry += std::uint64_t{a[i]} + b[i];
    out[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  return out;
}

/// a - b modulo 2^32.
constexpr Fraction difference(const Fraction& a, const Fraction& b) {
  Fraction inverse{};
  for (std::size_t i = 0; i < 6; ++i) inverse[i] = ~b[i];
  return sum(sum(a, inverse), Fraction{0, 0, 0, 0, 0, 1});
}

constexpr Fraction product(const Fraction& a, const Fraction& b) {
  Fraction out{};
  for (std::size_t i = 6; i-- > 0;) {
    std::uint64_t carry = 0;
    for (std::size_t j = 6 - i; j-- > 0;) {
      carry += std::uint64_t{a[i]} * b[j] + out[i + j];
      out[i + j] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (i > 0) out[i - 1] = static_cast<std::uint32_t>(carry);
  }
  return out;
}

/// a times b / c.
constexpr Fraction scaled(Fraction a, std::uint32_t b, std::uint32_t c) {
  std::uint64_t carry = 0;
  for (std::size_t i = 6; i-- > 0;) {
    carry += std::uint64_t{a[i]} * b;
    a[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  std::uint64_t rest = 0;
  for (std::uint32_t& digits : a) {
    rest = (rest << 32) + digits;
    digits = static_cast<std::uint32_t>(rest / c);
    rest %= c;
  }
  return a;
}

/// A number cut in two, of which `rest` may be below zero.
struct Cut {
  double head;
  Fraction rest;  // its size
  bool negative;
};

/// The nearest multiple of 2^-places, 32 < places < 64, and what is left.
constexpr Cut cut(const Fraction& a, unsigned places) {
  const std::uint32_t place = std::uint32_t{1} << (64 - places);
  const Fraction up = sum(a, {0, 0, place / 2, 0, 0, 0});
  const Fraction head = {up[0], up[1], up[2] & ~(place - 1), 0, 0, 0};
  const Fraction rest = difference(a, head);
  const bool negative = rest[0] != 0;
  const double value =
      static_cast<double>(head[0]) +
      (static_cast<double>(head[1]) + static_cast<double>(head[2]) / kTwoTo32) / kTwoTo32;
  return {value, negative ? difference(head, a) : rest, negative};
}

/// The nearest double: of the first 64 digits that are not 0, to which the others make no
/// difference in these rows.
constexpr double rounded(const Fraction& a, bool negative) {
  std::size_t first = 0;
  double unit = negative ? -1.0 : 1.0;
  for (; first < 3 && a[first] == 0; ++first) unit /= kTwoTo32;
  std::uint64_t top = (std::uint64_t{a[first]} << 32) | a[first + 1];
  for (std::uint64_t next = a[first + 2]; top != 0 && (top >> 63) == 0; next <<= 1) {
    top = (top << 1) | ((next >> 31) & 1u);
    unit *= 0.5;
  }
  return static_cast<double>(top) * (unit / kTwoTo32);
}

}  // namespace rows

/// 2^(i/128) = head (1 + tail), i = 0 .. 127; head is the nearest double.
constexpr std::array<detail::ExpRow, 128> exp_rows() {
  // 2^(1/128)
  constexpr rows::Fraction kStep = {1, 0x0163da9f, 0xb33356d8, 0x4a66ae33, 0x6dcdfa40, 0x03ec04c3};
  std::array<rows::Fraction, 129> powers{};
  powers[0][0] = 1;
  for (std::size_t i = 0; i < 128; ++i) powers[i + 1] = rows::product(powers[i], kStep);
  std::array<detail::ExpRow, 128> out{};
  for (std::size_t i = 0; i < 128; ++i) {
    const rows::Cut power = rows::cut(powers[i], 52);
    // rest / power = rest 2^(-i/128), and of head the inverse is (1 + tail) times that.
    const rows::Fraction tail = rows::scaled(rows::product(power.rest, powers[128 - i]), 1, 2);
    const rows::Fraction square = rows::product(tail, tail);
    out[i] = {power.head, rows::rounded(power.negative ? rows::difference(tail, square)
                                                       : rows::sum(tail, square),
                                        power.negative)};
  }
  return out;
}

/// Row j = 0 .. 128: inverse is 1 / (1 + j/128) to 10 binary places; head + tail is -log(inverse),
/// from j = 53 on less log 2.
constexpr std::array<LogRow, 129> log_rows() {
  std::array<LogRow, 129> out{};
  // From both ends, where the logarithm is 0: -log(n/1024) from 1024 down, -log(n/512) from 512 up.
  for (const bool negative : {false, true}) {
    rows::Fraction log{};
    std::uint32_t before = negative ? 512 : 1024;
    for (unsigned i = 0; i < (negative ? 76u : 53u); ++i) {
      const unsigned j = negative ? 128 - i : i;
      const std::uint32_t n = (2 * 1024 * 128 / (128 + j) + 1) / 2;
      // The logarithm of a quotient is twice the artanh of difference over sum.
      const std::uint32_t apart = negative ? n - before : before - n;
      rows::Fraction power = rows::scaled({2, 0, 0, 0, 0, 0}, apart, n + before);
      for (std::uint32_t odd = 1; odd < 21; odd += 2) {
        log = rows::sum(log, rows::scaled(power, 1, odd));
        power = rows::scaled(power, apart * apart, (n + before) * (n + before));
      }
      before = n;
      const rows::Cut both = rows::cut(log, 42);
      out[j] = {static_cast<double>(n) / 1024.0, negative ? -both.head : both.head,
                rows::rounded(both.rest, both.negative != negative)};
    }
  }
  return out;
}

/// Both when they are called, compiled for size.
std::array<detail::ExpRow, 128> computed_exp_rows();
std::array<LogRow, 129> computed_log_rows();

}  // namespace attn::mathfn
