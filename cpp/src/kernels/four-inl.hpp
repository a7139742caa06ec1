// Four floats, for kernels whose bits are the same for every instruction set. Compiled once for
// each, as Highway's own headers.
#if defined(ATTN_KERNELS_FOUR_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_FOUR_INL_HPP
#undef ATTN_KERNELS_FOUR_INL_HPP
#else
#define ATTN_KERNELS_FOUR_INL_HPP
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Four everywhere, or one after the other: wider vectors would add in another order.
using Four = hn::CappedTag<float, 4>;
using Floats4 = hn::Vec<Four>;
constexpr size_t kBlock = 4;

#if HWY_TARGET == HWY_SCALAR

struct Row {
  float at[kBlock];
};

template <class Op>
HWY_INLINE Row Each(const Row& a, const Row& b, Op op) {
  return {{op(a.at[0], b.at[0]), op(a.at[1], b.at[1]), op(a.at[2], b.at[2]), op(a.at[3], b.at[3])}};
}
HWY_INLINE Row LoadRow(const float* p) { return {{p[0], p[1], p[2], p[3]}}; }
HWY_INLINE void StoreRow(const Row& a, float* p) { std::copy_n(a.at, kBlock, p); }
HWY_INLINE Row RowOf(float x) { return {{x, x, x, x}}; }
HWY_INLINE Row Sum(const Row& a, const Row& b) {
  return Each(a, b, [](float x, float y) HWY_ATTR { return x + y; });
}
HWY_INLINE Row Less(const Row& a, const Row& b) {
  return Each(a, b, [](float x, float y) HWY_ATTR { return x - y; });
}
HWY_INLINE Row Product(const Row& a, const Row& b) {
  return Each(a, b, [](float x, float y) HWY_ATTR { return x * y; });
}
HWY_INLINE Row Ratio(const Row& a, const Row& b) {
  return Each(a, b, [](float x, float y) HWY_ATTR { return x / y; });
}
template <int kPlace>
HWY_INLINE Row BroadcastLane(const Row& a) {
  return RowOf(a.at[kPlace]);
}
HWY_INLINE void Transpose(Row* r) {
  for (size_t i = 0; i < kBlock; ++i) {
    for (size_t j = 0; j < i; ++j) std::swap(r[i].at[j], r[j].at[i]);
  }
}

#else

using Row = Floats4;
HWY_INLINE Row LoadRow(const float* p) { return hn::LoadU(Four(), p); }
HWY_INLINE void StoreRow(Row a, float* p) { hn::StoreU(a, Four(), p); }
HWY_INLINE Row RowOf(float x) { return hn::Set(Four(), x); }
HWY_INLINE Row Sum(Row a, Row b) { return hn::Add(a, b); }
HWY_INLINE Row Less(Row a, Row b) { return hn::Sub(a, b); }
HWY_INLINE Row Product(Row a, Row b) { return hn::Mul(a, b); }
HWY_INLINE Row Ratio(Row a, Row b) { return hn::Div(a, b); }
// Not called Broadcast: on AArch64 Highway's own would match as well, and neither would be taken.
template <int kPlace>
HWY_INLINE Row BroadcastLane(Row a) {
  return hn::Broadcast<kPlace>(a);
}
// The squares of four by four numbers that stand side by side in four rows, each by itself.
template <class V>
HWY_INLINE void Transpose(V* HWY_RESTRICT r) {
  const hn::DFromV<V> df;
  const V low02 = hn::InterleaveLower(df, r[0], r[2]);
  const V high02 = hn::InterleaveUpper(df, r[0], r[2]);
  const V low13 = hn::InterleaveLower(df, r[1], r[3]);
  const V high13 = hn::InterleaveUpper(df, r[1], r[3]);
  r[0] = hn::InterleaveLower(df, low02, low13);
  r[1] = hn::InterleaveUpper(df, low02, low13);
  r[2] = hn::InterleaveLower(df, high02, high13);
  r[3] = hn::InterleaveUpper(df, high02, high13);
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#endif  // the guard, toggled for each target
