// Inverses and determinants of matrices in panels, in float with SIMD. Compiled once for each
// instruction set, as Highway's own headers.
#if defined(ATTN_KERNELS_ELIMINATION_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_ELIMINATION_INL_HPP
#undef ATTN_KERNELS_ELIMINATION_INL_HPP
#else
#define ATTN_KERNELS_ELIMINATION_INL_HPP
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "attn/numerics/mathfn.hpp"
#include "kernels/elimination.hpp"
#include "kernels/exp2-inl.hpp"
#include "kernels/tile-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A matrix in panels of kPanel columns, each with so many rows: what stands on the left of a
// product, and on its right.
struct Panels {
  float* data;
  size_t rows;
  HWY_INLINE float* operator[](size_t p) const { return data + p * rows * kPanel; }
};

// Rows of a tile of such a product, which have to divide those of a panel.
constexpr size_t kSquareRows = kLanes >= 16 ? 8 : kLanes >= 8 ? 4 : 2;

// Rows [0, end) of kPanel columns of c: <- A b or, with kAdd, += A b. Sums stay in registers from
// one panel of A to the next.
template <bool kAdd, bool kFused = true>
HWY_NOINLINE void MultiplyPanels(Panels a, const float* HWY_RESTRICT b, size_t panels, size_t end,
                                 float* HWY_RESTRICT c, size_t c_stride) {
  for (size_t r = 0; r < end; r += kSquareRows) {
    Floats sums[kSquareRows][kMostVectors];
    BeginTile(kAdd ? c + r * c_stride : nullptr, c_stride, sums);
    for (size_t p = 0; p < panels; ++p) {
      AddTile<kFused, false>(a[p] + r * kPanel, kPanel, b + p * kPanel * kPanel, kPanel, sums);
    }
    StoreTile(sums, c + r * c_stride, c_stride);
  }
}

// Rows [first, end) of a panel of c, which is as wide as b: <- A b or, with kAdd, += A b.
template <bool kTransposed, bool kAdd, bool kFused>
HWY_NOINLINE void MultiplyRowsOf(Left left, const float* b, size_t depth, size_t first, size_t end,
                                 float* c) {
  for (size_t r = first; r < end; r += kSquareRows) {
    Tile<kFused, kTransposed, kSquareRows, kMostVectors>(left, b, depth, r,
                                                         {c, kPanel, kAdd ? c : nullptr, nullptr});
  }
}

// c <- A B, square, all in panels of d rows.
template <bool kAdd, bool kFused = true>
HWY_INLINE void MultiplySquare(Panels a, Panels b, size_t panels, Panels c) {
  for (size_t p = 0; p < panels; ++p) {
    MultiplyPanels<kAdd, kFused>(a, b[p], panels, panels * kPanel, c[p], kPanel);
  }
}

// Columns that one round of an elimination clears.
constexpr size_t kPivots = HWY_MIN(size_t{8}, kPanel);
// kPivots columns of a matrix, a row after the other: what a round of an elimination works in.
using SlabTag = hn::CappedTag<float, kPivots>;
constexpr size_t kSlabLanes = hn::MaxLanes(SlabTag());

// The row, from p on, of the largest number of column c.
HWY_INLINE size_t LargestFrom(const float* HWY_RESTRICT slab, size_t c, size_t p, size_t d) {
  size_t best = p;
  float most = std::fabs(slab[p * kPivots + c]);
  for (size_t i = p + 1; i < d; ++i) {
    const float size = std::fabs(slab[i * kPivots + c]);
    if (size > most) {
      most = size;
      best = i;
    }
  }
  return best;
}

// Gauss and Jordan's step with the pivot in row p of column c, for rows [first, d).
template <bool kFused>
HWY_NOINLINE void ClearColumn(float* HWY_RESTRICT slab, size_t d, size_t first, size_t c,
                              size_t p) {
  constexpr size_t kVectors = kPivots / kSlabLanes;
  const SlabTag df;
  float pivot_row[kPivots];
  const float inverse = 1.0F / slab[p * kPivots + c];
  for (size_t j = 0; j < kPivots; ++j) pivot_row[j] = slab[p * kPivots + j] * inverse;
  pivot_row[c] = inverse;
  hn::Vec<SlabTag> pivots[kVectors];
  hn::Mask<SlabTag> cleared[kVectors];
  for (size_t v = 0; v < kVectors; ++v) {
    const auto columns = hn::Iota(df, static_cast<float>(v * kSlabLanes));
    pivots[v] = hn::LoadU(df, pivot_row + v * kSlabLanes);
    cleared[v] = hn::Eq(columns, hn::Set(df, static_cast<float>(c)));
  }
  for (size_t i = first; i < d; ++i) {
    float* HWY_RESTRICT row = slab + i * kPivots;
    const auto factor = hn::Set(df, row[c]);
    for (size_t v = 0; v < kVectors; ++v) {
      const auto left = hn::IfThenZeroElse(cleared[v], hn::LoadU(df, row + v * kSlabLanes));
      hn::StoreU(SumOfProduct<kFused>(hn::Neg(factor), pivots[v], left), df, row + v * kSlabLanes);
    }
  }
  for (size_t v = 0; v < kVectors; ++v) {
    hn::StoreU(pivots[v], df, slab + p * kPivots + v * kSlabLanes);
  }
}

// Small blocks, for which what the library has for large ones is slow.
HWY_INLINE void CopyRows(const float* HWY_RESTRICT from, size_t stride, size_t rows,
                         float* HWY_RESTRICT to, size_t to_stride) {
  const SlabTag df;
  for (size_t i = 0; i < rows; ++i) {
    for (size_t b = 0; b < kPivots; b += kSlabLanes) {
      hn::StoreU(hn::LoadU(df, from + i * stride + b), df, to + i * to_stride + b);
    }
  }
}

HWY_INLINE void ExchangeRows(Panels a, size_t from, size_t panels, size_t i, size_t j) {
  const FloatTag df;
  for (size_t p = from; p < panels; ++p) {
    for (size_t b = 0; b < kPanel; b += kLanes) {
      float* one = a[p] + i * kPanel + b;
      float* two = a[p] + j * kPanel + b;
      const Floats kept = hn::LoadU(df, one);
      hn::StoreU(hn::LoadU(df, two), df, one);
      hn::StoreU(kept, df, two);
    }
  }
}

// The pivots of one round, which are cleared in the slab; the product of their sizes, or 0 for one
// that is 0 or has lost its digits.
template <bool kFused>
HWY_INLINE double ClearSlab(float* slab, Panels a, size_t first_panel, size_t panels, size_t first,
                            size_t k, std::vector<size_t>& exchanged) {
  const size_t d = panels * kPanel;
  double product = 1.0;  // eight floats that are not subnormal have one that is a double
  for (size_t c = 0; c < kPivots; ++c) {
    const size_t p = k + c;
    const size_t best = LargestFrom(slab, c, p, d);
    const float size = std::fabs(slab[best * kPivots + c]);
    if (size < std::numeric_limits<float>::min()) return 0.0;
    product *= static_cast<double>(size);
    exchanged[p] = best;
    if (best != p) {
      for (size_t j = 0; j < kPivots; ++j) {
        std::swap(slab[p * kPivots + j], slab[best * kPivots + j]);
      }
      ExchangeRows(a, first_panel, panels, p, best);
    }
    ClearColumn<kFused>(slab, d, first, c, p);
  }
  return product;
}

// Columns go back to where their rows came from.
HWY_INLINE void ExchangeColumns(Panels a, size_t panels, const std::vector<size_t>& exchanged) {
  const size_t d = panels * kPanel;
  for (size_t p = d; p-- > 0;) {
    const size_t other = exchanged[p];
    if (other == p) continue;
    float* one = a[p / kPanel] + p % kPanel;
    float* two = a[other / kPanel] + other % kPanel;
    for (size_t i = 0; i < d; ++i) std::swap(one[i * kPanel], two[i * kPanel]);
  }
}

inline void Reserve(size_t d, kernels::EliminationBuffers& buffers) {
  buffers.slab.resize(kPivots * d);
  buffers.pivot_rows.resize(kPivots * kPanel);
  buffers.exchanged.resize(d);
}

// log |det a|; -Infinity where a pivot is 0 or has lost its digits. Without kFused the bits are the
// same for vectors of four floats and more. a (d x d) is used up or, with kInverse, inverted.
template <bool kInverse, bool kFused = true>
HWY_NOINLINE double Eliminate(Panels a, size_t panels, kernels::EliminationBuffers& buffers) {
  const size_t d = panels * kPanel;
  float* slab = buffers.slab.data();
  float* rows = buffers.pivot_rows.data();
  double log_abs = 0.0;
  for (size_t k = 0; k < d; k += kPivots) {
    const size_t own = k / kPanel;
    const size_t first = kInverse ? 0 : k;
    const size_t first_panel = kInverse ? 0 : own;
    float* columns = a[own] + k % kPanel;
    CopyRows(columns + first * kPanel, kPanel, d - first, slab + first * kPivots, kPivots);
    const double product =
        ClearSlab<kFused>(slab, a, first_panel, panels, first, k, buffers.exchanged);
    if (product == 0.0) return -std::numeric_limits<double>::infinity();
    log_abs += mathfn::log(product);
    for (size_t p = first_panel; p < panels; ++p) {
      float* pivot_rows = a[p] + k * kPanel;
      for (size_t b = 0; b < kPanel; b += kPivots) {
        CopyRows(pivot_rows + b, kPanel, kPivots, rows + b, kPanel);
      }
      if (kInverse) std::fill(pivot_rows, pivot_rows + kPivots * kPanel, 0.0F);
      MultiplyRowsOf<false, true, kFused>({slab, kPivots}, rows, kPivots,
                                          kInverse ? 0 : k + kPivots, d, a[p]);
    }
    // What the product has made of these columns is of no use.
    if (kInverse) CopyRows(slab, kPivots, d, columns, kPanel);
  }
  if (kInverse) ExchangeColumns(a, panels, buffers.exchanged);
  return log_abs;
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#endif  // the guard, toggled for each target
