#include "attn/numerics/check.hpp"

#include <cmath>
#include <limits>

namespace attn::check {
namespace {

// As Eigen's allFinite, which WebAssembly's compiler leaves in many calls for each number.
bool all_finite(const MatrixRef& m) {
  for (Index i = 0; i < m.rows(); ++i) {
    const double* row = m.data() + i * m.outerStride();
    for (Index j = 0; j < m.cols(); ++j) {
      if (!std::isfinite(row[j])) return false;
    }
  }
  return true;
}

// Digits of a number, written backwards up to `end`: where they begin.
char* digits_before(char* end, unsigned long long value) {
  do {
    *--end = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value != 0);
  return end;
}

void append_whole(std::string& text, unsigned long long value) {
  char digits[20];
  char* const end = digits + sizeof digits;
  text.append(digits_before(end, value), end);
}

void append_signed(std::string& text, long long value) {
  if (value < 0) text += '-';
  const auto bits = static_cast<unsigned long long>(value);
  append_whole(text, value < 0 ? 0 - bits : bits);
}

// As format_number says. std::to_string(double) would bring printf's formatter, 2.6 KB a download.
void append_number(std::string& text, double value) {
  if (std::isnan(value)) {
    text += "NaN";
    return;
  }
  if (value < 0.0) text += '-';
  double magnitude = std::fabs(value);
  if (std::isinf(value)) {
    text += "Infinity";
    return;
  }
  if (magnitude < 1e15 && magnitude == std::floor(magnitude)) {
    append_whole(text, static_cast<unsigned long long>(magnitude));
    return;
  }
  // d.ddddd x 10^exponent with six digits, trailing zeros dropped.
  int exponent = 0;
  for (; magnitude >= 10.0; ++exponent) magnitude /= 10.0;
  for (; magnitude < 1.0; --exponent) magnitude *= 10.0;
  auto all = static_cast<unsigned long long>(magnitude * 1e5 + 0.5);
  if (all == 1000000) {
    all = 100000;
    ++exponent;
  }
  int size = 6;
  for (; all % 10 == 0; --size) all /= 10;
  char figures[6];
  digits_before(figures + size, all);
  const bool plain = exponent >= -4 && exponent < 6;
  if (plain && exponent < 0) {
    text += "0.";
    text.append(static_cast<std::size_t>(-exponent - 1), '0');
  }
  const int whole = !plain ? 1 : exponent < 0 ? size : exponent + 1;
  for (int i = 0; i < size || i < whole; ++i) {
    if (i == whole) text += '.';
    text += i < size ? figures[i] : '0';
  }
  if (plain) return;
  text += 'e';
  append_signed(text, exponent);
}

}  // namespace

void Piece::append_to(std::string& text) const {
  switch (kind_) {
    case Kind::kText:
      text += text_;
      break;
    case Kind::kString:
      text += *string_;
      break;
    case Kind::kNumber:
      append_number(text, number_);
      break;
    case Kind::kSigned:
      append_signed(text, static_cast<long long>(whole_));
      break;
    case Kind::kWhole:
      append_whole(text, whole_);
      break;
  }
}

void Words::append_to(std::string& text) const {
  for (std::size_t i = 0; i < size_; ++i) first_[i].append_to(text);
}

std::string format_number(double value) {
  std::string text;
  append_number(text, value);
  return text;
}

void fail(const Words& message) {
  std::string text;
  message.append_to(text);
  throw Error(text);
}

void refuse(const char* function, const Words& argument, const Words& is, const Words& expected) {
  std::string text = function;
  text += ": ";
  argument.append_to(text);
  text += " is ";
  is.append_to(text);
  text += ", expected ";
  expected.append_to(text);
  throw Error(text);
}

void finite(const char* function, const char* argument, double value) {
  if (!std::isfinite(value)) refuse(function, argument, value, "a finite number");
}

void positive(const char* function, const char* argument, double value) {
  if (!std::isfinite(value) || value <= 0.0) {
    refuse(function, argument, value, "a finite number > 0");
  }
}

void not_negative(const char* function, const char* argument, double value) {
  if (!std::isfinite(value) || value < 0.0) {
    refuse(function, argument, value, "a finite number >= 0");
  }
}

void temperature(const char* function, const char* argument, double value, bool zero) {
  if (value > 0.0 || (zero && value == 0.0)) return;
  refuse(function, argument, value, {"a number ", zero ? ">= 0" : "> 0", ", or Infinity"});
}

void within(const char* function, const char* argument, double value, double low, double high) {
  if (!(value >= low && value <= high)) {  // written so that NaN fails
    refuse(function, argument, value, {"a number from ", low, " to ", high});
  }
}

void whole(const char* function, const char* argument, double value, double low, double high) {
  if (value >= low && value <= high && value == std::floor(value)) return;
  refuse(function, argument, value, {"a whole number from ", low, " to ", high});
}

Index count(const char* function, const char* argument, double value, Index low, Index high) {
  whole(function, argument, value, static_cast<double>(low), static_cast<double>(high));
  return static_cast<Index>(value);
}

Index detail::count(const char* function, const char* argument, long long value, Index low,
                    Index high) {
  if (value >= low && value <= high) return static_cast<Index>(value);
  refuse(function, argument, value, {"a whole number from ", low, " to ", high});
}

Index detail::count(const char* function, const char* argument, unsigned long long value, Index low,
                    Index high) {
  const bool fits = value <= static_cast<unsigned long long>(std::numeric_limits<Index>::max());
  if (fits && static_cast<Index>(value) >= low && static_cast<Index>(value) <= high) {
    return static_cast<Index>(value);
  }
  refuse(function, argument, value, {"a whole number from ", low, " to ", high});
}

Index product(const char* function, const char* argument, std::int64_t a, std::int64_t b,
              std::int64_t most) {
  if (a == 0 || b <= most / a) return static_cast<Index>(a * b);
  refuse(function, argument, {a, " x ", b}, {"at most ", most, " numbers"});
}

void matrix(const char* function, const char* argument, const MatrixRef& m) {
  if (m.rows() == 0 || m.cols() == 0) {
    refuse(function, argument, {m.rows(), " x ", m.cols()}, "at least 1 x 1");
  }
  if (all_finite(m)) return;
  for (Index i = 0; i < m.rows(); ++i) {
    for (Index j = 0; j < m.cols(); ++j) {
      if (std::isfinite(m(i, j))) continue;
      refuse(function, {argument, "[", i, ", ", j, "]"}, m(i, j), "a finite number");
    }
  }
}

void points(const char* function, const char* argument, const MatrixRef& m) {
  matrix(function, argument, m);
  for (Index i = 0; i < m.rows(); ++i) {
    for (Index j = 0; j < m.cols(); ++j) {
      if (std::fabs(m(i, j)) <= kMaxCoordinate) continue;
      refuse(function, {argument, "[", i, ", ", j, "]"}, m(i, j),
             {"a number from ", -kMaxCoordinate, " to ", kMaxCoordinate});
    }
  }
}

void vector(const char* function, const char* argument, const VectorRef& v) {
  if (v.size() == 0) refuse(function, argument, "empty", "at least one entry");
  vector(function, argument, v, v.size());
}

void vector(const char* function, const char* argument, const VectorRef& v, Index expected) {
  if (v.size() != expected) {
    refuse(function, argument, {v.size(), " long"}, expected);
  }
  for (Index i = 0; i < v.size(); ++i) {
    if (!std::isfinite(v(i))) {
      refuse(function, {argument, "[", i, "]"}, v(i), "a finite number");
    }
  }
}

void distribution(const char* function, const char* argument, const VectorRef& v) {
  vector(function, argument, v);
  double sum = 0.0;
  for (Index i = 0; i < v.size(); ++i) {
    if (v(i) < 0.0) {
      refuse(function, {argument, "[", i, "]"}, v(i), "a finite number >= 0");
    }
    sum += v(i);
  }
  if (std::fabs(sum - 1.0) > 1e-6) {
    refuse(function, argument, {"a vector with the sum ", sum}, "the sum 1");
  }
}

void columns(const char* function, const char* argument, const MatrixRef& m, Index expected,
             const char* reason) {
  if (m.cols() == expected) return;
  fail({function, ": ", argument, " has ", m.cols(), " columns, expected ", expected, " (", reason,
        ")"});
}

void result(const char* function, const char* what, const MatrixRef& m) {
  if (!all_finite(m)) result(function, what, std::numeric_limits<double>::infinity());
}

double result(const char* function, const char* what, double value) {
  if (std::isfinite(value)) return value;
  fail({function, ": ", what, " is too large for a double"});
}

void shape(const char* function, const char* argument, const MatrixRef& m, Index rows, Index cols) {
  if (m.rows() == rows && m.cols() == cols) return;
  refuse(function, argument, {m.rows(), " x ", m.cols()}, {rows, " x ", cols});
}

}  // namespace attn::check
