// Transposes. Compiled once for each instruction set, as Highway's own headers.
#if defined(ATTN_KERNELS_TURN_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_TURN_INL_HPP
#undef ATTN_KERNELS_TURN_INL_HPP
#else
#define ATTN_KERNELS_TURN_INL_HPP
#endif

#include <hwy/highway.h>

#include "kernels/exp2-inl.hpp"
#include "kernels/four-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A square of as many vectors as each has numbers: first within blocks of four, then the blocks of
// r[i], r[i + 4] and so on, as if they were numbers.
template <class V>
HWY_INLINE void TransposeSquare([[maybe_unused]] V* HWY_RESTRICT r) {
#if HWY_TARGET != HWY_SCALAR
  const hn::DFromV<V> df;
  constexpr size_t kNumbers = hn::MaxLanes(df);
  static_assert(kNumbers <= 16, "blocks are exchanged in at most two steps");
  if constexpr (kNumbers > 1) {
    for (size_t i = 0; i < kNumbers; i += kBlock) Transpose(r + i);
  }
  if constexpr (kNumbers == 8) {
    for (size_t i = 0; i < kBlock; ++i) {
      const V low = hn::ConcatLowerLower(df, r[i + 4], r[i]);
      r[i + 4] = hn::ConcatUpperUpper(df, r[i + 4], r[i]);
      r[i] = low;
    }
  } else if constexpr (kNumbers == 16) {
    for (size_t i = 0; i < kBlock; ++i) {
      const V low02 = hn::ConcatLowerLower(df, r[i + 8], r[i]);
      const V low13 = hn::ConcatLowerLower(df, r[i + 12], r[i + 4]);
      const V high02 = hn::ConcatUpperUpper(df, r[i + 8], r[i]);
      const V high13 = hn::ConcatUpperUpper(df, r[i + 12], r[i + 4]);
      r[i] = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(low13), low02);
      r[i + 4] = hn::OddEvenBlocks(low13, hn::SwapAdjacentBlocks(low02));
      r[i + 8] = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(high13), high02);
      r[i + 12] = hn::OddEvenBlocks(high13, hn::SwapAdjacentBlocks(high02));
    }
  }
#endif
}

// out (rows `apart`) <- the transpose of a square of x (rows `stride`) times factor, as many rows
// as a vector has numbers.
template <class D>
HWY_INLINE void TurnSquare(D df, const float* HWY_RESTRICT x, size_t stride, float factor,
                           float* HWY_RESTRICT out, size_t apart) {
  constexpr size_t kNumbers = hn::MaxLanes(D());
  const auto f = hn::Set(df, factor);
  hn::Vec<D> r[kNumbers];
  for (size_t i = 0; i < kNumbers; ++i) r[i] = hn::LoadU(df, x + i * stride);
  TransposeSquare(r);
  for (size_t i = 0; i < kNumbers; ++i) hn::StoreU(hn::Mul(r[i], f), df, out + i * apart);
}

// out (columns x rows, rows `apart`) <- the transpose of x (rows x columns) times factor: in
// squares of vectors, and what is left in smaller ones.
template <class D = FloatTag>
HWY_INLINE void Turn(const float* HWY_RESTRICT x, size_t stride, size_t rows, size_t columns,
                     float factor, float* HWY_RESTRICT out, size_t apart) {
  constexpr size_t kNumbers = hn::MaxLanes(D());
  const size_t whole_rows = rows / kNumbers * kNumbers;
  const size_t whole = columns / kNumbers * kNumbers;
  for (size_t i = 0; i < whole_rows; i += kNumbers) {
    for (size_t k = 0; k < whole; k += kNumbers) {
      TurnSquare(D(), x + i * stride + k, stride, factor, out + k * apart + i, apart);
    }
  }
  if constexpr (kNumbers > 1) {
    using Less = hn::CappedTag<float, (kNumbers > kBlock ? kBlock : 1)>;
    Turn<Less>(x + whole, stride, whole_rows, columns - whole, factor, out + whole * apart, apart);
    Turn<Less>(x + whole_rows * stride, stride, rows - whole_rows, columns, factor,
               out + whole_rows, apart);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#endif  // the guard, toggled for each target
