// Products of matrices of any size in float. Compiled once for each instruction set, as Highway's
// own headers.
//
// What stands on the right is packed: pieces of some columns, row after row, each as wide as some
// vectors. What stands on the left is read where it is, a number at a time. An entry of the product
// is summed in the order of k, in one register: the width of vectors does not change its bits.
#if defined(ATTN_KERNELS_MATMUL_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_MATMUL_INL_HPP
#undef ATTN_KERNELS_MATMUL_INL_HPP
#else
#define ATTN_KERNELS_MATMUL_INL_HPP
#endif

#include <hwy/highway.h>

#include "kernels/exp2-inl.hpp"
#include "kernels/four-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Vectors of the widest piece. Its sums and a row of it stay in registers: there are 16, or 32
// where vectors have 64 bytes, and WebAssembly engines need some for themselves.
constexpr size_t kMostVectors = kLanes >= 8 ? 2 : 4;
// Rows of a tile: as many sums as hide what a sum takes.
constexpr size_t TileRows(size_t vectors) {
  return vectors == 4 ? 2 : vectors == 2 ? (kLanes >= 16 ? 12 : kLanes >= 8 ? 6 : 4) : 8;
}

// Columns of the piece that begins where `left` columns are left.
constexpr size_t PieceColumns(size_t left) {
  const size_t vectors = (left + kLanes - 1) / kLanes;
  const size_t most = vectors >= kMostVectors ? kMostVectors : vectors >= 2 ? 2 : 1;
  return most * kLanes;
}

// Floats of a packed matrix of so many columns, for each of its rows.
constexpr size_t PackedColumns(size_t columns) { return (columns + kLanes - 1) / kLanes * kLanes; }

// out <- x (rows x columns) packed.
inline HWY_NOINLINE void Pack(const float* HWY_RESTRICT x, size_t stride, size_t rows,
                              size_t columns, float factor, float* HWY_RESTRICT out) {
  const FloatTag df;
  const Floats f = hn::Set(df, factor);
  for (size_t first = 0; first < columns;) {
    const size_t piece = PieceColumns(columns - first);
    const size_t there = HWY_MIN(piece, columns - first);
    for (size_t i = 0; i < rows; ++i) {
      const float* from = x + i * stride + first;
      size_t j = 0;
      for (; j + kLanes <= there; j += kLanes) {
        hn::StoreU(hn::Mul(f, hn::LoadU(df, from + j)), df, out + j);
      }
      for (; j < there; ++j) out[j] = from[j] * factor;
      for (; j < piece; ++j) out[j] = 0.0F;
      out += piece;
    }
    first += piece;
  }
}

// out <- x (rows x columns) packed, sums += the sums of its columns, each in the order of rows.
inline HWY_NOINLINE void PackAndSum(const float* HWY_RESTRICT x, size_t stride, size_t rows,
                                    size_t columns, float* HWY_RESTRICT out,
                                    float* HWY_RESTRICT sums) {
  const FloatTag df;
  for (size_t first = 0; first < columns;) {
    const size_t piece = PieceColumns(columns - first);
    for (size_t j = 0; j < piece; j += kLanes, first += kLanes) {
      const float* from = x + first;
      float* to = out + j;
      if (first + kLanes <= columns) {
        Floats sum = hn::LoadU(df, sums + first);
        for (size_t i = 0; i < rows; ++i, from += stride, to += piece) {
          const Floats numbers = hn::LoadU(df, from);
          hn::StoreU(numbers, df, to);
          sum = hn::Add(sum, numbers);
        }
        hn::StoreU(sum, df, sums + first);
        continue;
      }
      const size_t there = first < columns ? columns - first : 0;
      for (size_t i = 0; i < rows; ++i, from += stride, to += piece) {
        for (size_t l = 0; l < there; ++l) {
          to[l] = from[l];
          sums[first + l] += from[l];
        }
        for (size_t l = there; l < kLanes; ++l) to[l] = 0.0F;
      }
    }
    out += piece * rows;
  }
}

// out <- the transpose of x (rows x columns) packed: x has its columns one after the other.
inline HWY_NOINLINE void PackTransposed(const float* HWY_RESTRICT x, size_t stride, size_t rows,
                                        size_t columns, float factor, float* HWY_RESTRICT out) {
  for (size_t first = 0; first < rows;) {
    const size_t piece = PieceColumns(rows - first);
    const size_t there = HWY_MIN(piece, rows - first);
    Turn(x + first * stride, stride, there, columns, factor, out, piece);
    for (size_t j = there; j < piece; ++j) {
      for (size_t i = 0; i < columns; ++i) out[i * piece + j] = 0.0F;
    }
    out += piece * columns;
    first += piece;
  }
}

// Where a product goes: c <- it, onto what has the same shape, if that is given, which may be c;
// plus bias, if there is one, in each row.
struct Target {
  float* c;
  size_t stride;
  const float* onto;
  const float* bias;
};

struct Left {
  const float* numbers;
  size_t stride;
};

// kRows rows of c from row r on, `columns` of its columns from `first` on. A(r, k) is at a + r
// stride + k or, with kTransposed, at a + k stride + r.
template <bool kFused, bool kTransposed, size_t kRows, size_t kVectors>
HWY_INLINE void Tile(const Left& left, const float* HWY_RESTRICT b, size_t depth, size_t r,
                     size_t first, size_t columns, const Target& to) {
  const FloatTag df;
  constexpr size_t kColumns = kVectors * kLanes;
  const size_t corner = r * to.stride + first;
  float* c = to.c + corner;
  Floats sums[kRows][kVectors];
  if (to.onto && columns == kColumns) {
    for (size_t i = 0; i < kRows; ++i) {
      for (size_t v = 0; v < kVectors; ++v) {
        sums[i][v] = hn::LoadU(df, to.onto + corner + i * to.stride + v * kLanes);
      }
    }
  } else if (to.onto) {
    HWY_ALIGN float row[kColumns] = {};
    for (size_t i = 0; i < kRows; ++i) {
      for (size_t j = 0; j < columns; ++j) row[j] = to.onto[corner + i * to.stride + j];
      for (size_t v = 0; v < kVectors; ++v) sums[i][v] = hn::Load(df, row + v * kLanes);
    }
  } else {
    for (size_t i = 0; i < kRows; ++i) {
      for (size_t v = 0; v < kVectors; ++v) sums[i][v] = hn::Zero(df);
    }
  }
  const size_t stride = left.stride;
  const float* HWY_RESTRICT a = left.numbers + r * (kTransposed ? 1 : stride);
  for (size_t k = 0; k < depth; ++k) {
    Floats row[kVectors];
    for (size_t v = 0; v < kVectors; ++v) row[v] = hn::LoadU(df, b + v * kLanes);
    for (size_t i = 0; i < kRows; ++i) {
      const Floats x = hn::Set(df, a[kTransposed ? i : i * stride]);
      for (size_t v = 0; v < kVectors; ++v) {
        sums[i][v] = SumOfProduct<kFused>(x, row[v], sums[i][v]);
      }
    }
    a += kTransposed ? stride : 1;
    b += kColumns;
  }
  if (columns < kColumns) {
    HWY_ALIGN float row[kColumns];
    for (size_t i = 0; i < kRows; ++i) {
      for (size_t v = 0; v < kVectors; ++v) hn::Store(sums[i][v], df, row + v * kLanes);
      for (size_t j = 0; j < columns; ++j) {
        c[i * to.stride + j] = to.bias ? row[j] + to.bias[first + j] : row[j];
      }
    }
    return;
  }
  if (to.bias) {
    for (size_t v = 0; v < kVectors; ++v) {
      const Floats bias = hn::LoadU(df, to.bias + first + v * kLanes);
      for (size_t i = 0; i < kRows; ++i) sums[i][v] = hn::Add(sums[i][v], bias);
    }
  }
  for (size_t i = 0; i < kRows; ++i) {
    for (size_t v = 0; v < kVectors; ++v) {
      hn::StoreU(sums[i][v], df, c + i * to.stride + v * kLanes);
    }
  }
}

// Rows [from, end). Functions of their own that are called often: WebAssembly engines exchange
// their first, slow code for fast code at the next call.
template <bool kFused, bool kTransposed, size_t kVectors>
HWY_NOINLINE void Piece(const Left& left, const float* b, size_t depth, size_t from, size_t end,
                        size_t first, size_t columns, const Target& to) {
  constexpr size_t kRows = TileRows(kVectors);
  size_t r = from;
  for (; r + kRows <= end; r += kRows) {
    Tile<kFused, kTransposed, kRows, kVectors>(left, b, depth, r, first, columns, to);
  }
  if constexpr (kRows > 4) {
    for (; r + 4 <= end; r += 4) {
      Tile<kFused, kTransposed, 4, kVectors>(left, b, depth, r, first, columns, to);
    }
  }
  for (; r < end; ++r) {
    Tile<kFused, kTransposed, 1, kVectors>(left, b, depth, r, first, columns, to);
  }
}

// Rows [from, end) of the product of left and the rows [skip, skip + depth) of what is packed,
// which has packed_rows, and `columns` columns of which the first pieces up to `until` are taken.
template <bool kFused, bool kTransposed>
HWY_INLINE void MultiplyRows(const Left& left, const float* packed, size_t packed_rows, size_t skip,
                             size_t depth, size_t from, size_t end, size_t columns, size_t until,
                             const Target& to) {
  for (size_t first = 0; first < until;) {
    const size_t piece = PieceColumns(columns - first);
    const size_t there = HWY_MIN(piece, columns - first);
    const float* b = packed + skip * piece;
    const size_t vectors = piece / kLanes;
    if (vectors == kMostVectors) {
      Piece<kFused, kTransposed, kMostVectors>(left, b, depth, from, end, first, there, to);
    } else if (vectors == 2) {
      Piece<kFused, kTransposed, 2>(left, b, depth, from, end, first, there, to);
    } else {
      Piece<kFused, kTransposed, 1>(left, b, depth, from, end, first, there, to);
    }
    packed += piece * packed_rows;
    first += piece;
  }
}

// All of them.
template <bool kFused, bool kTransposed>
HWY_INLINE void Multiply(const Left& left, const float* packed, size_t depth, size_t rows,
                         size_t columns, const Target& to) {
  MultiplyRows<kFused, kTransposed>(left, packed, depth, 0, depth, 0, rows, columns, columns, to);
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#endif  // the guard, toggled for each target
