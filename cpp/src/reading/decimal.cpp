#include "reading/decimal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

// std::from_chars for doubles is missing in compilers that we support, and strtod would bring a
// formatter of 128-bit floats to each download and depends on the locale. So the digits become one
// large whole number, which is exact, and is rounded once.
namespace attn::head_io {
namespace {

// Digits beyond these say no more than whether there is anything but zeros: half way between two
// doubles are numbers of at most 767.
constexpr std::int64_t kDecimalDigits = 800;
// Below 10^kDecimalLeast all numbers are less than half of the smallest double, from
// 10^kDecimalMost on too large.
constexpr std::int64_t kDecimalLeast = -326;
constexpr std::int64_t kDecimalMost = 310;

constexpr std::uint32_t kDecimalBillion = 1000000000;

std::uint32_t power_of_ten(std::int64_t exponent) {
  std::uint32_t out = 1;
  for (; exponent > 0; --exponent) out *= 10;
  return out;
}

// A whole number below 2^4096: 800 digits, or as many bits as 10^1126 has and 66.
class LargeWhole {
 public:
  std::int64_t bits() const {
    if (size_ == 0) return 0;
    std::int64_t out = 32 * static_cast<std::int64_t>(size_ - 1);
    for (std::uint32_t top = limbs_[size_ - 1]; top != 0; top >>= 1U) ++out;
    return out;
  }

  bool bit(std::int64_t at) const {
    const auto limb = static_cast<std::size_t>(at / 32);
    return limb < size_ && ((limbs_[limb] >> (at % 32)) & 1U) != 0;
  }

  bool any_below(std::int64_t at) const {
    for (std::int64_t i = 0; i < at; ++i) {
      const auto limb = static_cast<std::size_t>(i / 32);
      if (limb >= size_) return false;
      if (i % 32 == 0 && i + 32 <= at) {
        if (limbs_[limb] != 0) return true;
        i += 31;
      } else if (bit(i)) {
        return true;
      }
    }
    return false;
  }

  void multiply_add(std::uint32_t factor, std::uint32_t add) {
    std::uint64_t carry = add;
    for (std::size_t i = 0; i < size_; ++i) {
      carry += std::uint64_t{limbs_[i]} * factor;
      limbs_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32U;
    }
    if (carry != 0) limbs_[size_++] = static_cast<std::uint32_t>(carry);
  }

  void multiply_by_ten_to(std::int64_t exponent) {
    for (; exponent > 0; exponent -= 9) {
      multiply_add(power_of_ten(std::min<std::int64_t>(exponent, 9)), 0);
    }
  }

  void shift_left(std::int64_t bits) {
    for (; bits > 0; bits -= 31) {
      multiply_add(std::uint32_t{1} << std::min<std::int64_t>(bits, 31), 0);
    }
  }

  // Rounds down; true where something was lost. One small divisor after the other comes to the
  // same as their product.
  bool divide_by_ten_to(std::int64_t exponent) {
    bool lost = false;
    for (; exponent > 0; exponent -= 9) {
      const std::uint32_t by = exponent >= 9 ? kDecimalBillion : power_of_ten(exponent);
      std::uint64_t rest = 0;
      for (std::size_t i = size_; i-- > 0;) {
        rest = (rest << 32U) | limbs_[i];
        limbs_[i] = static_cast<std::uint32_t>(rest / by);
        rest %= by;
      }
      while (size_ > 0 && limbs_[size_ - 1] == 0) --size_;
      lost = lost || rest != 0;
    }
    return lost;
  }

 private:
  std::array<std::uint32_t, 128> limbs_{};
  std::size_t size_ = 0;
};

// whole * 2^-shift, a little more where `more`, as the nearest double.
double rounded(const LargeWhole& whole, std::int64_t shift, bool more) {
  const std::int64_t bits = whole.bits();
  constexpr std::int64_t kLowest = std::numeric_limits<double>::min_exponent - 1;
  const std::int64_t top = std::max(bits - 1 - shift, kLowest);
  const std::int64_t drop = std::max<std::int64_t>(top - 52 + shift, 0);
  std::uint64_t kept = 0;
  for (std::int64_t i = bits - 1; i >= drop; --i) kept = kept << 1U | (whole.bit(i) ? 1U : 0U);
  const bool half = drop > 0 && whole.bit(drop - 1);
  if (half && (more || (kept & 1U) != 0 || whole.any_below(drop - 1))) ++kept;
  return std::ldexp(static_cast<double>(kept), static_cast<int>(drop - shift));
}

char small_letter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_word(std::string_view text, std::string_view word) {
  return text.size() == word.size() &&
         std::equal(text.begin(), text.end(), word.begin(),
                    [](char a, char b) { return small_letter(a) == b; });
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Digits, the first of which are kept, and the power of ten of the last that is.
class DecimalDigits {
 public:
  // True where the text is digits with at most one point, and perhaps an exponent.
  bool read(std::string_view text) {
    std::size_t at = 0;
    bool any = false, point = false;
    for (; at < text.size(); ++at) {
      if (text[at] == '.' && !point) {
        point = true;
      } else if (is_digit(text[at])) {
        any = true;
        take(static_cast<std::uint32_t>(text[at] - '0'), point);
      } else {
        break;
      }
    }
    if (!any) return false;
    if (at == text.size()) return true;
    return small_letter(text[at]) == 'e' && read_exponent(text.substr(at + 1));
  }

  Decimal value(double& number) {
    const std::int64_t size = kept_ + exponent_;
    number = 0.0;
    if (kept_ == 0 || size < kDecimalLeast) return Decimal::kNumber;
    if (size > kDecimalMost) return Decimal::kTooLarge;
    std::int64_t shift = 0;
    if (exponent_ >= 0) {
      whole_.multiply_by_ten_to(exponent_);
    } else {
      // As many bits as 10^-exponent has, log2(10) = 3.3219..., and 64 for the quotient.
      const std::int64_t wanted = -exponent_ * 3322 / 1000 + 66;
      shift = std::max<std::int64_t>(wanted - whole_.bits(), 0);
      whole_.shift_left(shift);
      more_ = whole_.divide_by_ten_to(-exponent_) || more_;
    }
    number = rounded(whole_, shift, more_);
    return std::isinf(number) ? Decimal::kTooLarge : Decimal::kNumber;
  }

 private:
  void take(std::uint32_t digit, bool behind_point) {
    if (kept_ == kDecimalDigits) {
      more_ = more_ || digit != 0;
      if (!behind_point) ++exponent_;
      return;
    }
    if (behind_point) --exponent_;
    if (kept_ == 0 && digit == 0) return;
    whole_.multiply_add(10, digit);
    ++kept_;
  }

  bool read_exponent(std::string_view text) {
    const bool negative = !text.empty() && text[0] == '-';
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
    if (text.empty()) return false;
    std::int64_t exponent = 0;
    for (const char c : text) {
      if (!is_digit(c)) return false;
      // More than a file has digits: larger ones come to the same.
      exponent = std::min<std::int64_t>(10 * exponent + (c - '0'), kDecimalBillion);
    }
    exponent_ += negative ? -exponent : exponent;
    return true;
  }

  LargeWhole whole_;
  std::int64_t kept_ = 0;
  std::int64_t exponent_ = 0;
  bool more_ = false;
};

}  // namespace

Decimal read_decimal(std::string_view text, double& number) {
  const bool negative = !text.empty() && text[0] == '-';
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  Decimal how = Decimal::kNumber;
  DecimalDigits digits;
  if (is_word(text, "inf") || is_word(text, "infinity")) {
    number = std::numeric_limits<double>::infinity();
  } else if (is_word(text, "nan")) {
    number = std::numeric_limits<double>::quiet_NaN();
  } else if (digits.read(text)) {
    how = digits.value(number);
  } else {
    return Decimal::kNone;
  }
  if (negative) number = -number;
  return how;
}

}  // namespace attn::head_io
