// What all fuzz targets share: arguments made of the bytes that libFuzzer gives, and what has to
// hold for any arguments. A function throws attn::Error with a message that begins with its name,
// or returns numbers that are all finite.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/types.hpp"

/// Begins a fuzz target, whose body follows: of the `size` bytes at `data` it makes arguments, and
/// it returns 0.
#define FUZZ_TARGET(name) extern "C" int fuzz_##name(const std::uint8_t* data, std::size_t size)

namespace fuzz {

using attn::FloatMatrix;
using attn::Index;
using attn::Matrix;
using attn::Vector;

/// Ends the program, which is how libFuzzer learns that something is wrong.
[[noreturn]] inline void fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

/// A matrix as a function may be handed it: on its own, or as a block of a larger one, in which all
/// else is NaN; or the very memory of another argument. Copies share it.
template <typename M>
class Given {
 public:
  using Ref = Eigen::Ref<const M>;

  Given(M whole, Index row, Index col, Index rows, Index cols)
      : whole_(std::make_shared<const M>(std::move(whole))),
        row_(row),
        col_(col),
        rows_(rows),
        cols_(cols) {}

  // NOLINTNEXTLINE(google-explicit-constructor): it is handed over as the matrix that it is.
  operator Ref() const { return matrix(); }
  Ref matrix() const { return whole_->block(row_, col_, rows_, cols_); }
  Index rows() const { return rows_; }
  Index cols() const { return cols_; }

 private:
  std::shared_ptr<const M> whole_;
  Index row_, col_, rows_, cols_;
};

/// Arguments from bytes; zeros when there are no more.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

  std::uint8_t byte() {
    if (left_ == 0) return 0;
    --left_;
    return *data_++;
  }

  bool flip() { return byte() % 2 != 0; }

  /// A size from low to high.
  Index size(Index low, Index high) { return low + byte() % (high - low + 1); }

  /// What the entries of one argument are like. Most are ordinary: of inputs that are refused
  /// little is learned.
  enum class Kind { ordinary, wide, any };
  Kind kind() {
    constexpr std::array<Kind, 8> kKinds = {Kind::ordinary, Kind::ordinary, Kind::ordinary,
                                            Kind::ordinary, Kind::wide,     Kind::wide,
                                            Kind::wide,     Kind::any};
    return kKinds[byte() % kKinds.size()];
  }

  /// One number: ordinary ones are eighths from -16 to 16, among which there are ties; wide ones
  /// any finite size, 0, -0 and denormal ones too; any includes the infinities, NaN and all other
  /// bits.
  double number(Kind kind) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    constexpr std::array<double, 20> kSpecial = {
        0.0,       -0.0,   5e-324,    -5e-324,    2.3e-308,
        1e-300,    1e-160, 1e-8,      1e4,        -1e4,
        1e150,     -1e150, 1e300,     -1e300,     1.79e308,
        -1.79e308, 1.0,    kInfinity, -kInfinity, std::numeric_limits<double>::quiet_NaN()};
    const std::uint8_t first = byte();
    if (kind == Kind::ordinary || (kind == Kind::wide && first < 128)) {
      return (static_cast<double>(first) - 128.0) / 8.0;
    }
    if (kind == Kind::wide) return kSpecial[first % 17];
    if (first < 128) return kSpecial[first % kSpecial.size()];
    std::array<std::uint8_t, 8> bytes{};
    for (std::uint8_t& b : bytes) b = byte();
    double x;
    std::memcpy(&x, bytes.data(), sizeof x);
    return x;
  }

  double number() { return number(kind()); }

  /// A number that most often is > 0: a temperature, a scale.
  double positive() {
    const double x = number();
    return byte() % 8 == 0 ? x : std::fabs(x);
  }

  Matrix matrix(Index rows, Index cols) {
    const Kind k = kind();
    Matrix m(rows, cols);
    for (Index i = 0; i < m.size(); ++i) m.data()[i] = number(k);
    return m;
  }

  /// An argument of rows x cols, sometimes within a larger matrix, and sometimes one of `others`
  /// that has its shape.
  Given<Matrix> given(Index rows, Index cols, std::initializer_list<Given<Matrix>> others = {}) {
    return place(rows, cols, others, [](double x) { return x; });
  }

  /// In single precision; `narrow` makes a float of any double.
  template <typename Narrow>
  Given<FloatMatrix> given_floats(Index rows, Index cols, Narrow narrow,
                                  std::initializer_list<Given<FloatMatrix>> others = {}) {
    return place(rows, cols, others, narrow);
  }

  Vector vector(Index n) { return matrix(n, 1).col(0); }

  /// Mostly `expected`, sometimes another.
  Index nearly(Index expected) {
    const std::uint8_t b = byte();
    return b < 248 ? expected : size(0, 4);
  }

  /// Mostly a distribution.
  Vector distribution(Index n) {
    Vector p = vector(n).cwiseAbs();
    if (byte() % 8 != 0 && p.sum() > 0.0) p /= p.sum();
    return p;
  }

 private:
  template <typename M, typename Convert>
  Given<M> place(Index rows, Index cols, std::initializer_list<Given<M>> others, Convert convert) {
    const std::uint8_t how = byte();
    for (const Given<M>& other : others) {
      if (how % 8 == 1 && other.rows() == rows && other.cols() == cols) return other;
    }
    const bool within = how % 4 == 2 && rows > 0 && cols > 0;
    const Index above = within ? how / 4 % 2 : 0;
    const Index before = within ? how / 8 % 3 : 0;
    const Index beyond = within ? 1 + how / 32 % 4 : 0;
    using Scalar = typename M::Scalar;
    M whole = M::Constant(rows + 2 * above, before + cols + beyond,
                          std::numeric_limits<Scalar>::quiet_NaN());
    const Kind k = kind();
    for (Index i = 0; i < rows; ++i) {
      for (Index j = 0; j < cols; ++j) whole(above + i, before + j) = convert(number(k));
    }
    return Given<M>(std::move(whole), above, before, rows, cols);
  }

  const std::uint8_t* data_;
  std::size_t left_;
};

inline bool finite(double x) { return std::isfinite(x); }
template <typename Derived>
bool finite(const Eigen::MatrixBase<Derived>& m) {
  return m.allFinite();
}

/// Runs `call`, which may throw Error in the name of `function`, or of the one `within` that it
/// calls for each part (a class: in that of any function of it); true when it has returned.
template <typename Call>
bool returns(const char* function, Call&& call, const char* within = nullptr) {
  try {
    call();
    return true;
  } catch (const attn::Error& error) {
    const std::string message = error.what();
    for (const char* name : {function, within}) {
      const std::string start = name ? std::string(name) + ":" : message;
      if (message.size() > start.size() && message.rfind(start, 0) == 0) return false;
    }
    fail(std::string(function) + ": the message is '" + message + "'");
  }
}

/// All of these numbers that `function` has returned are finite.
template <typename... Results>
void expect_finite(const char* function, const Results&... results) {
  if (!(finite(results) && ...)) fail(std::string(function) + ": a result is not finite");
}

/// A float that is the number where one can be, and large where the number is too large.
inline float to_float(double x) {
  if (std::fabs(x) <= static_cast<double>(std::numeric_limits<float>::max()))
    return static_cast<float>(x);
  return std::isfinite(x)
             ? static_cast<float>(std::copysign(std::sqrt(std::sqrt(std::fabs(x))) * 1e-42, x))
             : static_cast<float>(x);
}

inline void expect(bool holds, const char* function, const char* what) {
  if (!holds) fail(std::string(function) + ": not " + what);
}

/// Weights of one query: none negative, with the sum 1, or all zeros where that may be.
template <typename Row>
void expect_weights(const char* function, const Row& a, bool may_be_zeros) {
  if (may_be_zeros && a.isZero(0.0)) return;
  expect(attn::lowest(a) >= 0.0 && std::fabs(a.sum() - 1.0) < 1e-12, function, "a distribution");
}

}  // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
