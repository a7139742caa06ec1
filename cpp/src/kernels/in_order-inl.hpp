// Sums of floats in one order on every machine. Compiled once for each instruction set, as
// Highway's own headers.
#if defined(ATTN_KERNELS_IN_ORDER_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_IN_ORDER_INL_HPP
#undef ATTN_KERNELS_IN_ORDER_INL_HPP
#else
#define ATTN_KERNELS_IN_ORDER_INL_HPP
#endif

#include <hwy/highway.h>

#include "kernels/four-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

// The sum of 16 numbers.
HWY_INLINE float LanesSum(const Row (&sums)[4]) {
  HWY_ALIGN float lanes[4];
  StoreRow(Sum(Sum(sums[0], sums[1]), Sum(sums[2], sums[3])), lanes);
  return (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
}

// The sum of n terms in one order on every machine: 16 sums beside each other, then what is left.
// rows(i) are terms i to i + 3, one(i) is term i.
template <class Rows, class One>
HWY_INLINE float InOrder(size_t n, const Rows& rows, const One& one) {
  Row sums[4] = {RowOf(0.0F), RowOf(0.0F), RowOf(0.0F), RowOf(0.0F)};
  size_t i = 0;
  for (; i + 16 <= n; i += 16) {
    for (size_t k = 0; k < 4; ++k) sums[k] = Sum(sums[k], rows(i + 4 * k));
  }
  for (; i + 4 <= n; i += 4) sums[0] = Sum(sums[0], rows(i));
  float sum = LanesSum(sums);
  for (; i < n; ++i) sum += one(i);
  return sum;
}

HWY_INLINE float RowSum(const float* x, size_t n) {
  return InOrder(
      n, [x](size_t i) HWY_ATTR { return LoadRow(x + i); },
      [x](size_t i) HWY_ATTR { return x[i]; });
}

HWY_INLINE float RowDot(const float* x, const float* y, size_t n) {
  return InOrder(
      n, [x, y](size_t i) HWY_ATTR { return Product(LoadRow(x + i), LoadRow(y + i)); },
      [x, y](size_t i) HWY_ATTR { return x[i] * y[i]; });
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#endif  // the guard, toggled for each target
