// Products of small blocks of matrices, for attention. Compiled once for each instruction set, as
// Highway's own headers.
//
// What stands on the right of a product comes in panels: kPanel columns, row after row. What stands
// on the left is read where it is, a number at a time.
#if defined(ATTN_KERNELS_ATTENTION_PRODUCTS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_ATTENTION_PRODUCTS_INL_HPP
#undef ATTN_KERNELS_ATTENTION_PRODUCTS_INL_HPP
#else
#define ATTN_KERNELS_ATTENTION_PRODUCTS_INL_HPP
#endif

#include <hwy/highway.h>

#include "kernels/exp2-inl.hpp"
#include "kernels/four-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The sums of a tile stay in registers, with a row of the panel beside them. There are 16, or 32
// where vectors have 64 bytes; WebAssembly engines need some for themselves.
constexpr size_t kPanelVectors = kLanes >= 8 ? 2 : 4;
constexpr size_t kTileRows = kLanes >= 16 ? 8 : kLanes >= 8 ? 4 : 2;
constexpr size_t kPanel = kPanelVectors * kLanes;

constexpr size_t RoundUp(size_t n, size_t to) { return (n + to - 1) / to * to; }

// sums += A B for kTileRows rows of A and `depth` of its columns. A(r, k) is at a + r stride + k
// or, with kTransposed, at a + k stride + r.
template <bool kTransposed, bool kFused = true>
HWY_INLINE void AddTile(const float* HWY_RESTRICT a, size_t stride, const float* HWY_RESTRICT b,
                        size_t depth, Floats (&sums)[kTileRows][kPanelVectors]) {
  const FloatTag df;
  for (size_t k = 0; k < depth; ++k) {
    Floats column[kPanelVectors];
    for (size_t v = 0; v < kPanelVectors; ++v) column[v] = hn::LoadU(df, b + v * kLanes);
    for (size_t r = 0; r < kTileRows; ++r) {
      const Floats x = hn::Set(df, a[kTransposed ? r : r * stride]);
      for (size_t v = 0; v < kPanelVectors; ++v) {
        sums[r][v] = SumOfProduct<kFused>(x, column[v], sums[r][v]);
      }
    }
    a += kTransposed ? stride : 1;
    b += kPanel;
  }
}

// kTileRows rows of c, kPanel columns: <- A B or, with kAdd, += A B.
template <bool kTransposed, bool kAdd, bool kFused = true>
HWY_INLINE void MultiplyTile(const float* HWY_RESTRICT a, size_t stride,
                             const float* HWY_RESTRICT b, size_t depth, float* HWY_RESTRICT c,
                             size_t c_stride) {
  const FloatTag df;
  Floats sums[kTileRows][kPanelVectors];
  for (size_t r = 0; r < kTileRows; ++r) {
    for (size_t v = 0; v < kPanelVectors; ++v) {
      sums[r][v] = kAdd ? hn::LoadU(df, c + r * c_stride + v * kLanes) : hn::Zero(df);
    }
  }
  AddTile<kTransposed, kFused>(a, stride, b, depth, sums);
  for (size_t r = 0; r < kTileRows; ++r) {
    for (size_t v = 0; v < kPanelVectors; ++v) {
      hn::StoreU(sums[r][v], df, c + r * c_stride + v * kLanes);
    }
  }
}

struct LeftBlock {
  const float* numbers;
  size_t stride;
};

// Rows [first, end) of c, kPanel columns; both are multiples of kTileRows. A function of its own
// that is called often: WebAssembly engines exchange slow code for fast code at the next call.
template <bool kTransposed, bool kAdd, bool kFused = true>
HWY_NOINLINE void MultiplyPanel(LeftBlock a, const float* b, size_t depth, size_t first, size_t end,
                                float* c, size_t c_stride) {
  for (size_t r = first; r < end; r += kTileRows) {
    MultiplyTile<kTransposed, kAdd, kFused>(a.numbers + r * (kTransposed ? 1 : a.stride), a.stride,
                                            b, depth, c + r * c_stride, c_stride);
  }
}

// out: panels of the columns of x (rows x columns), zeros where there are none; panels are
// panel_stride numbers apart.
inline HWY_NOINLINE void PackRows(const float* HWY_RESTRICT x, size_t stride, size_t rows,
                                  size_t columns, size_t panel_stride, float* HWY_RESTRICT out) {
  const FloatTag df;
  for (size_t first = 0; first < columns; first += kPanel) {
    const size_t count = HWY_MIN(kPanel, columns - first);
    float* HWY_RESTRICT panel = out + first / kPanel * panel_stride;
    if (count == kPanel) {
      for (size_t i = 0; i < rows; ++i) {
        for (size_t b = 0; b < kPanel; b += kLanes) {
          hn::StoreU(hn::LoadU(df, x + i * stride + first + b), df, panel + i * kPanel + b);
        }
      }
      continue;
    }
    for (size_t i = 0; i < rows; ++i) {
      for (size_t b = 0; b < count; ++b) panel[i * kPanel + b] = x[i * stride + first + b];
      for (size_t b = count; b < kPanel; ++b) panel[i * kPanel + b] = 0.0F;
    }
  }
}

// out: panels of the rows of x (rows x columns) times factor, a coordinate after the other.
inline HWY_NOINLINE void PackColumns(const float* HWY_RESTRICT x, size_t stride, size_t rows,
                                     size_t columns, float factor, float* HWY_RESTRICT out) {
  for (size_t first = 0; first < rows; first += kPanel) {
    const size_t count = HWY_MIN(kPanel, rows - first);
    float* HWY_RESTRICT panel = out + first * columns;
    Turn(x + first * stride, stride, count, columns, factor, panel, kPanel);
    for (size_t b = 0; b < columns; ++b) {
      for (size_t i = count; i < kPanel; ++i) panel[b * kPanel + i] = 0.0F;
    }
  }
}

HWY_INLINE void ScaleRow(float factor, size_t n, float* row) {
  const FloatTag df;
  const Floats f = hn::Set(df, factor);
  for (size_t b = 0; b < n; b += kLanes)
    hn::StoreU(hn::Mul(f, hn::LoadU(df, row + b)), df, row + b);
}

// out (padded_rows x columns) <- x (rows x columns) times factor, and zeros.
inline HWY_NOINLINE void ScaleRows(const float* HWY_RESTRICT x, size_t stride, size_t rows,
                                   size_t padded_rows, size_t columns, float factor,
                                   float* HWY_RESTRICT out) {
  // Rows that follow each other are one long one.
  const size_t count = stride == columns ? 1 : rows;
  const size_t length = rows * columns / count;
  for (size_t i = 0; i < count; ++i) {
    for (size_t b = 0; b < length; ++b) out[i * length + b] = x[i * stride + b] * factor;
  }
  for (size_t i = rows * columns; i < padded_rows * columns; ++i) out[i] = 0.0F;
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#endif  // the guard, toggled for each target
