// Argument checks for the public boundary. Each throws attn::Error with
// `<function>: <argument> is <what it is>, expected <what was wanted>` and does nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <type_traits>

#include "attn/numerics/types.hpp"

namespace attn::check {

/// Six significant digits, `NaN`, `Infinity`; small, because it is linked into every wasm part.
[[nodiscard]] std::string format_number(double value);

/// What a message is made of: a text or a number, a double as format_number has it. Points to the
/// text.
class Piece {
 public:
  // Implicit, so that messages read as what they say.
  // NOLINTBEGIN(google-explicit-constructor)
  /// A text that ends with 0.
  Piece(const char* text) : kind_(Kind::kText), text_(text) {}
  /// A text.
  Piece(const std::string& text) : kind_(Kind::kString), string_(&text) {}
  /// A number.
  Piece(double number) : kind_(Kind::kNumber), number_(number) {}
  /// A whole number.
  template <typename Integer, std::enable_if_t<std::is_integral<Integer>::value, int> = 0>
  Piece(Integer whole)
      : kind_(std::is_signed<Integer>::value ? Kind::kSigned : Kind::kWhole),
        whole_(static_cast<unsigned long long>(whole)) {}
  // NOLINTEND(google-explicit-constructor)

  /// Puts it behind `text`.
  void append_to(std::string& text) const;

 private:
  enum class Kind { kText, kString, kNumber, kSigned, kWhole };
  Kind kind_;
  union {
    const char* text_;
    const std::string* string_;
    double number_;
    unsigned long long whole_;
  };
};

/// Pieces behind one another: "empty", or {rows, " x ", cols}. Only as an argument, where the
/// pieces are still there.
class Words {
 public:
  // NOLINTBEGIN(google-explicit-constructor)
  /// One piece.
  template <typename One, std::enable_if_t<std::is_convertible<const One&, Piece>::value, int> = 0>
  Words(const One& one) : one_(one), first_(&one_), size_(1) {}
  /// Several.
  Words(std::initializer_list<Piece> several) : one_(""), size_(several.size()) {
    first_ = several.begin();
  }
  // NOLINTEND(google-explicit-constructor)
  Words(const Words&) = delete;             ///< It is an argument.
  Words& operator=(const Words&) = delete;  ///< It is an argument.

  /// Puts them behind `text`.
  void append_to(std::string& text) const;

 private:
  Piece one_;
  const Piece* first_;
  std::size_t size_;
};

/// Throws Error with this message.
[[noreturn]] void fail(const Words& message);

/// `value` is neither NaN nor infinite.
void finite(const char* function, const char* argument, double value);

/// `value` is finite and greater than zero.
void positive(const char* function, const char* argument, double value);

/// `value` is finite and at least zero.
void not_negative(const char* function, const char* argument, double value);

/// `value` is greater than zero, or with `zero` at least that; Infinity is allowed.
void temperature(const char* function, const char* argument, double value, bool zero);

/// `value` is finite and low <= value <= high.
void within(const char* function, const char* argument, double value, double low, double high);

/// `value` is a whole number with low <= value <= high. For numbers that come as doubles, as those
/// of JSON do: a cast would truncate in silence. Precondition: |low|, |high| <= kMaxWhole.
void whole(const char* function, const char* argument, double value, double low, double high);

/// `value` as an index, where low <= value <= high: a whole number. Precondition: |low|, |high| <=
/// kMaxWhole.
Index count(const char* function, const char* argument, double value, Index low, Index high);

namespace detail {
Index count(const char* function, const char* argument, long long value, Index low, Index high);
Index count(const char* function, const char* argument, unsigned long long value, Index low,
            Index high);
}  // namespace detail

/// For integers of any type; what no Index can hold is refused as all that is out of range.
template <typename Integer, std::enable_if_t<std::is_integral<Integer>::value, int> = 0>
Index count(const char* function, const char* argument, Integer value, Index low, Index high) {
  static_assert(!std::is_same<Integer, bool>::value, "a flag is not a number");
  using Widest = std::conditional_t<std::is_signed<Integer>::value, long long, unsigned long long>;
  return detail::count(function, argument, static_cast<Widest>(value), low, high);
}

/// Most numbers of a matrix of doubles: more have no address where this is compiled for.
inline constexpr std::int64_t kMostNumbers =
    std::int64_t{std::numeric_limits<Index>::max()} / std::int64_t{sizeof(double)};

/// a times b where that is at most `most`, `<argument> is <a> x <b>, expected at most ...`
/// otherwise. In 64 bits and without wrapping: sizes have 32 in WebAssembly, where 65536 times
/// 65536 would be 0. a, b >= 0. For every size that is made of two that were given.
Index product(const char* function, const char* argument, std::int64_t a, std::int64_t b,
              std::int64_t most = kMostNumbers);

/// The largest budget of an experiment that is worked on in slices.
inline constexpr Index kMaxBudget = 1000000000;

/// 2^53: whole numbers up to here are all doubles, beyond some are not.
inline constexpr double kMaxWhole = 9007199254740992.0;

/// `m` has at least one row and one column, and only finite entries; the first bad one is named.
void matrix(const char* function, const char* argument, const MatrixRef& m);

/// Largest size of a coordinate, so that squared distances add up without overflow.
inline constexpr double kMaxCoordinate = 1e150;

/// As matrix, for points between which distances are taken: entries at most kMaxCoordinate in size.
void points(const char* function, const char* argument, const MatrixRef& m);

/// `v` has at least one entry, all finite.
void vector(const char* function, const char* argument, const VectorRef& v);

/// `v` has `expected` entries, all finite.
void vector(const char* function, const char* argument, const VectorRef& v, Index expected);

/// `v` is a distribution: at least one entry, all finite and >= 0, with the sum 1 to within 1e-6.
void distribution(const char* function, const char* argument, const VectorRef& v);

/// `m` has `expected` columns; `reason` says whose number that is, as in "the columns of z".
void columns(const char* function, const char* argument, const MatrixRef& m, Index expected,
             const char* reason);

/// `m` is rows x cols.
void shape(const char* function, const char* argument, const MatrixRef& m, Index rows, Index cols);

/// What was computed is finite; `<function>: <what> is too large for a double` otherwise.
void result(const char* function, const char* what, const MatrixRef& m);

/// The same of one number, which is returned.
double result(const char* function, const char* what, double value);

/// For conditions of its own: throws `<function>: <argument> is <is>, expected <expected>`.
[[noreturn]] void refuse(const char* function, const Words& argument, const Words& is,
                         const Words& expected);

}  // namespace attn::check
