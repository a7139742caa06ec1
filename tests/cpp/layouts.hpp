// The same numbers as they may lie in a caller's memory: what a function makes of them must not
// depend on it.
#pragma once

#include <cstring>
#include <limits>
#include <vector>

#include "attn/numerics/rng.hpp"
#include "attn/numerics/types.hpp"
#include "catch.hpp"

namespace layouts {

template <typename T>
constexpr bool kIsVector = T::ColsAtCompileTime == 1;

template <typename Scalar>
using Room = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Between the numbers stand NaN: to take one by mistake shows.
template <typename Scalar>
Room<Scalar> room(attn::Index rows, attn::Index cols) {
  return Room<Scalar>::Constant(rows, cols, std::numeric_limits<Scalar>::quiet_NaN());
}

/// A block of a larger matrix; a vector is a part of one of its columns.
template <typename T>
class Block {
  using Scalar = typename T::Scalar;

 public:
  explicit Block(const T& packed)
      : rows_(packed.rows()), cols_(packed.cols()), room_(room<Scalar>(rows_ + 3, cols_ + 5)) {
    room_.block(2, 3, rows_, cols_) = packed;
  }
  auto view() const {
    if constexpr (kIsVector<T>) {
      return room_.col(3).segment(2, rows_);
    } else {
      return room_.block(2, 3, rows_, cols_);
    }
  }

 private:
  attn::Index rows_, cols_;
  Room<Scalar> room_;
};

/// A transposed matrix; a vector is a part of a row.
template <typename T>
class Transposed {
  using Scalar = typename T::Scalar;

 public:
  explicit Transposed(const T& packed)
      : rows_(packed.rows()), cols_(packed.cols()), room_(room<Scalar>(cols_ + 2, rows_ + 4)) {
    room_.block(1, 2, cols_, rows_) = packed.transpose();
  }
  auto view() const {
    if constexpr (kIsVector<T>) {
      return room_.row(1).segment(2, rows_);
    } else {
      return room_.block(1, 2, cols_, rows_).transpose();
    }
  }

 private:
  attn::Index rows_, cols_;
  Room<Scalar> room_;
};

/// Every third number of a memory, with more between rows.
template <typename T>
class Spread {
  using Scalar = typename T::Scalar;
  using Stride = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;

 public:
  explicit Spread(const T& packed)
      : rows_(packed.rows()), cols_(packed.cols()), room_(room<Scalar>(rows_, 3 * cols_ + 4)) {
    Eigen::Map<Room<Scalar>, 0, Stride>(room_.data(), rows_, cols_, stride()) = packed;
  }
  auto view() const {
    if constexpr (kIsVector<T>) {
      return Eigen::Map<const T, 0, Eigen::InnerStride<>>(room_.data(), rows_,
                                                          Eigen::InnerStride<>(room_.cols()));
    } else {
      return Eigen::Map<const T, 0, Stride>(room_.data(), rows_, cols_, stride());
    }
  }

 private:
  Stride stride() const { return {room_.cols(), 3}; }

  attn::Index rows_, cols_;
  Room<Scalar> room_;
};

/// The bits of results, one after the other.
using Bits = std::vector<unsigned char>;

inline void append(Bits& bits, const void* from, std::size_t size) {
  const std::size_t before = bits.size();
  bits.resize(before + size);
  if (size > 0) std::memcpy(bits.data() + before, from, size);
}

inline void append(Bits& bits, double value) { append(bits, &value, sizeof value); }

template <typename T>
void append(Bits& bits, const Eigen::PlainObjectBase<T>& values) {
  append(bits, values.data(), sizeof(typename T::Scalar) * static_cast<std::size_t>(values.size()));
}

template <typename... T>
Bits bits_of(const T&... results) {
  Bits bits;
  (append(bits, results), ...);
  return bits;
}

/// f, which gives Bits, gives the same for each layout of its arguments.
template <typename F, typename... T>
void check_same(const F& f, const T&... packed) {
  const Bits expected = f(packed...);
  CHECK_FALSE(expected.empty());
  CHECK(f(Block<T>(packed).view()...) == expected);
  CHECK(f(Transposed<T>(packed).view()...) == expected);
  CHECK(f(Spread<T>(packed).view()...) == expected);
}

/// Normal random numbers.
inline attn::Matrix matrix(attn::Index rows, attn::Index cols, std::uint64_t seed) {
  attn::Rng rng(seed);
  attn::Matrix out(rows, cols);
  for (double& x : out.reshaped()) x = rng.normal();
  return out;
}

}  // namespace layouts
