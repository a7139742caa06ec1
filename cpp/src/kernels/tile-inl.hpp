// Products of matrices in float, C <- A B: one micro-kernel, and how matrices are packed for it.
// Compiled once for each instruction set, as Highway's own headers.
//
// The order is that of Goto and van de Geijn, Anatomy of high-performance matrix multiplication,
// ACM Transactions on Mathematical Software 34 (2008), in the words of BLIS (Van Zee and van de
// Geijn, the same 41, 2015), without what is for matrices larger than a cache:
//   pack          B becomes panels: columns that fill some vectors, row after row
//   micro-kernel  some rows of A times a panel, with all sums in registers; A is read where it is,
//                 a number at a time
//   epilogue      a bias, and sums go to C
// An entry is summed in the order of k, in one register, beginning with what it is added to:
// neither the width of vectors nor the shape of a tile changes its bits.
#if defined(ATTN_KERNELS_TILE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_TILE_INL_HPP
#undef ATTN_KERNELS_TILE_INL_HPP
#else
#define ATTN_KERNELS_TILE_INL_HPP
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "kernels/exp2-inl.hpp"
#include "kernels/turn-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Vectors of the widest panel. The sums of a tile and a row of the panel stay in registers: there
// are 16, or 32 where vectors have 64 bytes and on AArch64; WebAssembly engines need some for
// themselves.
constexpr size_t kMostVectors = kLanes >= 8 ? 2 : 4;
constexpr size_t kPanel = kMostVectors * kLanes;
// Heads of 8 leave half of a vector of 64 bytes idle: for these few columns there are shorter ones.
using NarrowTag = hn::CappedTag<float, 8>;
constexpr size_t kNarrow = HWY_MIN(kLanes, size_t{8});
template <class V>
constexpr size_t kLanesOf = hn::MaxLanes(hn::DFromV<V>());
// Rows of a tile: as many sums as hide what a sum takes. With vectors of 32 bytes 4 rows have just
// enough, and take a sixth longer than 6 where another thread shares the core. AArch64's have not
// been timed.
constexpr size_t TileRows(size_t vectors) {
  if (vectors == 4) return HWY_ARCH_ARM_A64 ? 4 : 2;
  if (vectors == 2) return kLanes >= 16 ? 12 : kLanes >= 8 ? 6 : 4;
  return 8;
}
constexpr size_t kTileRows = TileRows(kMostVectors);

constexpr size_t RoundUp(size_t n, size_t to) { return (n + to - 1) / to * to; }

// Columns of the panel that begins where `left` columns are left. Narrow ones at the end spare
// products with nothing, and cost code: a program for each width. With kWhole all panels are whole,
// and the rows of C have room for them.
template <bool kWhole = false>
constexpr size_t PanelColumns(size_t left) {
  if (!kWhole && left <= kNarrow) return kNarrow;
  const size_t vectors = kWhole ? kMostVectors : (left + kLanes - 1) / kLanes;
  const size_t most = vectors >= kMostVectors ? kMostVectors : vectors >= 2 ? 2 : 1;
  return most * kLanes;
}

// Floats of a packed matrix of so many columns, for each of its rows. The panel of column c begins
// c times as many floats after the first as there are rows.
template <bool kWhole = false>
constexpr size_t PackedColumns(size_t columns) {
  return RoundUp(columns, kWhole ? kPanel : kLanes);
}

// ---- Packing

// out <- x (rows x columns) packed.
template <bool kWhole = false>
HWY_NOINLINE void Pack(const float* HWY_RESTRICT x, size_t stride, size_t rows, size_t columns,
                       float factor, float* HWY_RESTRICT out) {
  const FloatTag df;
  const Floats f = hn::Set(df, factor);
  for (size_t first = 0; first < columns;) {
    const size_t panel = PanelColumns<kWhole>(columns - first);
    const size_t there = HWY_MIN(panel, columns - first);
    for (size_t i = 0; i < rows; ++i) {
      const float* from = x + i * stride + first;
      size_t j = 0;
      for (; j + kLanes <= there; j += kLanes) {
        hn::StoreU(hn::Mul(f, hn::LoadU(df, from + j)), df, out + j);
      }
      if (kNarrow < kLanes && there == kNarrow) {
        const NarrowTag narrow;
        hn::StoreU(hn::Mul(hn::Set(narrow, factor), hn::LoadU(narrow, from)), narrow, out);
        j = kNarrow;
      }
      for (; j < there; ++j) out[j] = from[j] * factor;
      for (; j < panel; ++j) out[j] = 0.0F;
      out += panel;
    }
    first += panel;
  }
}

// So many vectors of each row of x to out, whose rows are `apart`, and added to sums.
template <size_t kVectors>
HWY_INLINE void CopyAndSum(const float* HWY_RESTRICT x, size_t stride, size_t rows,
                           float* HWY_RESTRICT out, size_t apart, float* HWY_RESTRICT sums) {
  const FloatTag df;
  Floats sum[kVectors];
  for (size_t v = 0; v < kVectors; ++v) sum[v] = hn::LoadU(df, sums + v * kLanes);
  for (size_t i = 0; i < rows; ++i, x += stride, out += apart) {
    for (size_t v = 0; v < kVectors; ++v) {
      const Floats numbers = hn::LoadU(df, x + v * kLanes);
      hn::StoreU(numbers, df, out + v * kLanes);
      sum[v] = hn::Add(sum[v], numbers);
    }
  }
  for (size_t v = 0; v < kVectors; ++v) hn::StoreU(sum[v], df, sums + v * kLanes);
}

// out <- x (rows x columns) packed, sums += the sums of its columns, each in the order of rows.
inline HWY_NOINLINE void PackAndSum(const float* HWY_RESTRICT x, size_t stride, size_t rows,
                                    size_t columns, float* HWY_RESTRICT out,
                                    float* HWY_RESTRICT sums) {
  size_t first = 0;
  for (; first + kPanel <= columns; first += kPanel, out += kPanel * rows) {
    CopyAndSum<kMostVectors>(x + first, stride, rows, out, kPanel, sums + first);
  }
  while (first < columns) {
    const size_t panel = PanelColumns(columns - first);
    const size_t there = HWY_MIN(panel, columns - first);
    size_t j = 0;
    for (; j + kLanes <= there; j += kLanes) {
      CopyAndSum<1>(x + first + j, stride, rows, out + j, panel, sums + first + j);
    }
    for (; j < panel; ++j) {
      for (size_t i = 0; i < rows; ++i) {
        out[i * panel + j] = j < there ? x[i * stride + first + j] : 0.0F;
        if (j < there) sums[first + j] += out[i * panel + j];
      }
    }
    first += panel;
    out += panel * rows;
  }
}

// out <- the transpose of x (rows x columns) packed: x has its columns one after the other.
template <bool kWhole = false>
HWY_NOINLINE void PackTransposed(const float* HWY_RESTRICT x, size_t stride, size_t rows,
                                 size_t columns, float factor, float* HWY_RESTRICT out) {
  for (size_t first = 0; first < rows;) {
    const size_t panel = PanelColumns<kWhole>(rows - first);
    const size_t there = HWY_MIN(panel, rows - first);
    Turn(x + first * stride, stride, there, columns, factor, out, panel);
    for (size_t j = there; j < panel; ++j) {
      for (size_t i = 0; i < columns; ++i) out[i * panel + j] = 0.0F;
    }
    out += panel * columns;
    first += panel;
  }
}

// ---- Micro-kernel

// A(r, k) is at numbers + r stride + k; of a product with kTransposed, at numbers + k stride + r.
struct Left {
  const float* numbers;
  size_t stride;
};

// sums += A B of `depth` columns of A, which begins at a, and as many rows of a panel.
template <bool kFused, bool kTransposed, size_t kRows, size_t kVectors, class V>
HWY_INLINE void AddTile(const float* HWY_RESTRICT a, size_t stride, const float* HWY_RESTRICT b,
                        size_t depth, V (&sums)[kRows][kVectors]) {
  const hn::DFromV<V> df;
  for (size_t k = 0; k < depth; ++k) {
    V row[kVectors];
    for (size_t v = 0; v < kVectors; ++v) row[v] = hn::LoadU(df, b + v * kLanesOf<V>);
    for (size_t i = 0; i < kRows; ++i) {
      const V x = hn::Set(df, a[kTransposed ? i : i * stride]);
      for (size_t v = 0; v < kVectors; ++v) {
        sums[i][v] = SumOfProduct<kFused>(x, row[v], sums[i][v]);
      }
    }
    a += kTransposed ? stride : 1;
    b += kVectors * kLanesOf<V>;
  }
}

// ---- Epilogue

// Where a product goes: c <- it, onto what has the same shape, if that is given, which may be c;
// plus bias, if there is one, in each row.
struct Target {
  float* c;
  size_t stride;
  const float* onto;
  const float* bias;
};

// The sums of a tile begin with what is at `onto`, or with zeros.
template <size_t kRows, size_t kVectors, class V>
HWY_INLINE void BeginTile(const float* onto, size_t stride, V (&sums)[kRows][kVectors]) {
  const hn::DFromV<V> df;
  if (onto) {
    for (size_t i = 0; i < kRows; ++i) {
      for (size_t v = 0; v < kVectors; ++v) {
        sums[i][v] = hn::LoadU(df, onto + i * stride + v * kLanesOf<V>);
      }
    }
  } else {
    for (size_t i = 0; i < kRows; ++i) {
      for (size_t v = 0; v < kVectors; ++v) sums[i][v] = hn::Zero(df);
    }
  }
}

template <size_t kRows, size_t kVectors, class V>
HWY_INLINE void StoreTile(const V (&sums)[kRows][kVectors], float* c, size_t stride) {
  for (size_t i = 0; i < kRows; ++i) {
    for (size_t v = 0; v < kVectors; ++v) {
      hn::StoreU(sums[i][v], hn::DFromV<V>(), c + i * stride + v * kLanesOf<V>);
    }
  }
}

// ---- Products

// kRows rows of a panel of C from row r on.
template <bool kFused, bool kTransposed, size_t kRows, size_t kVectors, class V = Floats>
HWY_INLINE void Tile(Left left, const float* b, size_t depth, size_t r, const Target& to) {
  const hn::DFromV<V> df;
  V sums[kRows][kVectors];
  BeginTile(to.onto ? to.onto + r * to.stride : nullptr, to.stride, sums);
  AddTile<kFused, kTransposed>(left.numbers + r * (kTransposed ? 1 : left.stride), left.stride, b,
                               depth, sums);
  if (to.bias) {
    for (size_t v = 0; v < kVectors; ++v) {
      const V bias = hn::LoadU(df, to.bias + v * kLanesOf<V>);
      for (size_t i = 0; i < kRows; ++i) sums[i][v] = hn::Add(sums[i][v], bias);
    }
  }
  StoreTile(sums, to.c + r * to.stride, to.stride);
}

// Rows [from, end) of a panel. Functions of their own that are called often: WebAssembly engines
// exchange their first, slow code for fast code at the next call.
template <bool kFused, bool kTransposed, size_t kVectors, class V = Floats>
HWY_NOINLINE void PanelOf(Left left, const float* b, size_t depth, size_t from, size_t end,
                          Target to) {
  constexpr size_t kRows = TileRows(kVectors);
  size_t r = from;
  for (; r + kRows <= end; r += kRows) {
    Tile<kFused, kTransposed, kRows, kVectors, V>(left, b, depth, r, to);
  }
  if constexpr (kRows > 4) {
    for (; r + 4 <= end; r += 4) Tile<kFused, kTransposed, 4, kVectors, V>(left, b, depth, r, to);
  }
  for (; r < end; ++r) Tile<kFused, kTransposed, 1, kVectors, V>(left, b, depth, r, to);
}

// The function for a panel that is so many columns wide.
using PanelFunction = void (*)(Left, const float*, size_t, size_t, size_t, Target);
template <bool kFused, bool kTransposed>
HWY_INLINE PanelFunction PanelFor(size_t wide) {
  if (wide == kPanel) return PanelOf<kFused, kTransposed, kMostVectors>;
  if (wide < kLanes) return PanelOf<kFused, kTransposed, 1, hn::Vec<NarrowTag>>;
  return wide == 2 * kLanes ? PanelOf<kFused, kTransposed, 2> : PanelOf<kFused, kTransposed, 1>;
}

// to <- from, a few columns of some rows, plus bias, if there is one.
inline HWY_NOINLINE void CopyColumns(const float* from, size_t stride, size_t rows, size_t columns,
                                     const float* bias, float* to, size_t to_stride) {
  for (size_t i = 0; i < rows; ++i) {
    for (size_t j = 0; j < columns; ++j) {
      const float x = from[i * stride + j];
      to[i * to_stride + j] = bias ? x + bias[j] : x;
    }
  }
}

// A panel of which C has only `columns` columns: by way of rows that have them all. Rows of A begin
// `row` numbers after each other.
inline HWY_NOINLINE void LastColumns(PanelFunction of, size_t wide, size_t columns, size_t row,
                                     Left left, const float* b, size_t depth, size_t from,
                                     size_t end, const Target& to) {
  constexpr size_t kRows = 24;  // whole tiles of all heights
  HWY_ALIGN float edge[kRows * kPanel];
  for (size_t r = from; r < end; r += kRows) {
    const size_t rows = HWY_MIN(kRows, end - r);
    if (to.onto) {
      std::fill_n(edge, rows * wide, 0.0F);
      CopyColumns(to.onto + r * to.stride, to.stride, rows, columns, nullptr, edge, wide);
    }
    of({left.numbers + r * row, left.stride}, b, depth, 0, rows,
       {edge, wide, to.onto ? edge : nullptr, nullptr});
    CopyColumns(edge, wide, rows, columns, to.bias, to.c + r * to.stride, to.stride);
  }
}

// Rows [from, end) of the product of left and the rows [skip, skip + depth) of what is packed,
// which has packed_rows, and `columns` columns of which the first panels up to `until` are taken.
template <bool kFused, bool kTransposed, bool kWhole = false>
HWY_INLINE void MultiplyRows(Left left, const float* packed, size_t packed_rows, size_t skip,
                             size_t depth, size_t from, size_t end, size_t columns, size_t until,
                             const Target& to) {
  for (size_t first = 0; first < until;) {
    const size_t wide = PanelColumns<kWhole>(columns - first);
    const float* b = packed + first * packed_rows + skip * wide;
    const Target panel{to.c + first, to.stride, to.onto ? to.onto + first : nullptr,
                       to.bias ? to.bias + first : nullptr};
    if constexpr (kWhole) {
      PanelOf<kFused, kTransposed, kMostVectors>(left, b, depth, from, end, panel);
    } else if (wide <= columns - first) {
      PanelFor<kFused, kTransposed>(wide)(left, b, depth, from, end, panel);
    } else {
      LastColumns(PanelFor<kFused, kTransposed>(wide), wide, columns - first,
                  kTransposed ? 1 : left.stride, left, b, depth, from, end, panel);
    }
    first += wide;
  }
}

// All of them.
template <bool kFused, bool kTransposed, bool kWhole = false>
HWY_INLINE void Multiply(Left left, const float* packed, size_t depth, size_t rows, size_t columns,
                         const Target& to) {
  MultiplyRows<kFused, kTransposed, kWhole>(left, packed, depth, 0, depth, 0, rows, columns,
                                            columns, to);
}

HWY_INLINE void ScaleRow(float factor, size_t n, float* row) {
  const FloatTag df;
  const Floats f = hn::Set(df, factor);
  for (size_t b = 0; b < n; b += kLanes)
    hn::StoreU(hn::Mul(f, hn::LoadU(df, row + b)), df, row + b);
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#endif  // the guard, toggled for each target
