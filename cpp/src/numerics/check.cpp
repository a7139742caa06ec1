#include "attn/numerics/check.hpp"

#include <cmath>
#include <limits>

namespace attn::check {
namespace {

std::string entry(const char* argument, Index row, Index col, bool is_vector) {
  std::string name = argument;
  name += '[';
  name += std::to_string(row);
  if (!is_vector) {
    name += ", ";
    name += std::to_string(col);
  }
  name += ']';
  return name;
}

[[noreturn]] void not_counted(const char* function, const char* argument, const std::string& is,
                              Index low, Index high) {
  refuse(function, argument, is,
         "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
}

std::string dimensions(const MatrixRef& m) {
  return std::to_string(m.rows()) + " x " + std::to_string(m.cols());
}

}  // namespace

std::string format_number(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  std::string text = value < 0 ? "-" : "";
  double magnitude = std::fabs(value);
  if (magnitude == 0.0) return "0";
  if (magnitude < 1e15 && magnitude == std::floor(magnitude)) {
    return text + std::to_string(static_cast<long long>(magnitude));
  }
  // d.ddddd x 10^exponent with six digits, trailing zeros dropped. std::to_string(double) would
  // pull printf's floating-point formatter, 2.6 KB of every download.
  int exponent = 0;
  while (magnitude >= 10.0) {
    magnitude /= 10.0;
    ++exponent;
  }
  while (magnitude < 1.0) {
    magnitude *= 10.0;
    --exponent;
  }
  auto digits = static_cast<long long>(magnitude * 1e5 + 0.5);
  if (digits == 1000000) {
    digits = 100000;
    ++exponent;
  }
  std::string figures = std::to_string(digits);
  while (figures.size() > 1 && figures.back() == '0') figures.pop_back();
  if (exponent >= 0 && exponent < 6) {
    const auto whole = static_cast<std::size_t>(exponent) + 1;
    while (figures.size() < whole) figures += '0';
    text += figures.substr(0, whole);
    if (figures.size() > whole) text += '.' + figures.substr(whole);
    return text;
  }
  if (exponent < 0 && exponent >= -4) {
    return text + "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + figures;
  }
  text += figures.substr(0, 1);
  if (figures.size() > 1) text += '.' + figures.substr(1);
  return text + 'e' + std::to_string(exponent);
}

void refuse(const char* function, const char* argument, const std::string& is,
            const std::string& expected) {
  throw Error(std::string(function) + ": " + argument + " is " + is + ", expected " + expected);
}

void finite(const char* function, const char* argument, double value) {
  if (!std::isfinite(value)) refuse(function, argument, format_number(value), "a finite number");
}

void positive(const char* function, const char* argument, double value) {
  if (!std::isfinite(value) || value <= 0.0) {
    refuse(function, argument, format_number(value), "a finite number > 0");
  }
}

void not_negative(const char* function, const char* argument, double value) {
  if (!std::isfinite(value) || value < 0.0) {
    refuse(function, argument, format_number(value), "a finite number >= 0");
  }
}

void within(const char* function, const char* argument, double value, double low, double high) {
  if (!(value >= low && value <= high)) {  // written so that NaN fails
    refuse(function, argument, format_number(value),
           "a number from " + format_number(low) + " to " + format_number(high));
  }
}

void whole(const char* function, const char* argument, double value, double low, double high) {
  if (value >= low && value <= high && value == std::floor(value)) return;
  refuse(function, argument, format_number(value),
         "a whole number from " + format_number(low) + " to " + format_number(high));
}

Index count(const char* function, const char* argument, double value, Index low, Index high) {
  whole(function, argument, value, static_cast<double>(low), static_cast<double>(high));
  return static_cast<Index>(value);
}

Index detail::count(const char* function, const char* argument, long long value, Index low,
                    Index high) {
  if (value >= low && value <= high) return static_cast<Index>(value);
  not_counted(function, argument, std::to_string(value), low, high);
}

Index detail::count(const char* function, const char* argument, unsigned long long value, Index low,
                    Index high) {
  const bool fits = value <= static_cast<unsigned long long>(std::numeric_limits<Index>::max());
  if (fits && static_cast<Index>(value) >= low && static_cast<Index>(value) <= high) {
    return static_cast<Index>(value);
  }
  not_counted(function, argument, std::to_string(value), low, high);
}

Index product(const char* function, const char* argument, std::int64_t a, std::int64_t b,
              std::int64_t most) {
  if (a == 0 || b <= most / a) return static_cast<Index>(a * b);
  refuse(function, argument, std::to_string(a) + " x " + std::to_string(b),
         "at most " + std::to_string(most) + " numbers");
}

void matrix(const char* function, const char* argument, const MatrixRef& m) {
  if (m.rows() == 0 || m.cols() == 0) {
    refuse(function, argument, dimensions(m), "at least 1 x 1");
  }
  for (Index i = 0; i < m.rows(); ++i) {
    for (Index j = 0; j < m.cols(); ++j) {
      if (!std::isfinite(m(i, j))) finite(function, entry(argument, i, j, false).c_str(), m(i, j));
    }
  }
}

void points(const char* function, const char* argument, const MatrixRef& m) {
  matrix(function, argument, m);
  for (Index i = 0; i < m.rows(); ++i) {
    for (Index j = 0; j < m.cols(); ++j) {
      if (std::fabs(m(i, j)) <= kMaxCoordinate) continue;
      within(function, entry(argument, i, j, false).c_str(), m(i, j), -kMaxCoordinate,
             kMaxCoordinate);
    }
  }
}

void vector(const char* function, const char* argument, const VectorRef& v) {
  if (v.size() == 0) refuse(function, argument, "empty", "at least one entry");
  vector(function, argument, v, v.size());
}

void vector(const char* function, const char* argument, const VectorRef& v, Index expected) {
  if (v.size() != expected) {
    refuse(function, argument, std::to_string(v.size()) + " long", std::to_string(expected));
  }
  for (Index i = 0; i < v.size(); ++i) {
    if (!std::isfinite(v(i))) finite(function, entry(argument, i, 0, true).c_str(), v(i));
  }
}

void distribution(const char* function, const char* argument, const VectorRef& v) {
  vector(function, argument, v);
  double sum = 0.0;
  for (Index i = 0; i < v.size(); ++i) {
    if (v(i) < 0.0) not_negative(function, entry(argument, i, 0, true).c_str(), v(i));
    sum += v(i);
  }
  if (std::fabs(sum - 1.0) > 1e-6) {
    refuse(function, argument, "a vector with the sum " + format_number(sum), "the sum 1");
  }
}

void columns(const char* function, const char* argument, const MatrixRef& m, Index expected,
             const char* reason) {
  if (m.cols() == expected) return;
  throw Error(std::string(function) + ": " + argument + " has " + std::to_string(m.cols()) +
              " columns, expected " + std::to_string(expected) + " (" + reason + ")");
}

void result(const char* function, const char* what, const MatrixRef& m) {
  if (!m.allFinite()) result(function, what, std::numeric_limits<double>::infinity());
}

double result(const char* function, const char* what, double value) {
  if (std::isfinite(value)) return value;
  throw Error(std::string(function) + ": " + what + " is too large for a double");
}

void shape(const char* function, const char* argument, const MatrixRef& m, Index rows, Index cols) {
  if (m.rows() == rows && m.cols() == cols) return;
  refuse(function, argument, dimensions(m), std::to_string(rows) + " x " + std::to_string(cols));
}

}  // namespace attn::check
