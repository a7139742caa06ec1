// Vectors of doubles under Highway's names, also in WebAssembly, where Highway 1.0.3 has none. Only
// what sums of products need. For sources that Highway compiles once for each
// instruction set; unqualified calls find both.

// A guard for each instruction set, as in Highway's own headers.
#if defined(ATTN_KERNELS_DOUBLES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_DOUBLES_INL_HPP
#undef ATTN_KERNELS_DOUBLES_INL_HPP
#else
#define ATTN_KERNELS_DOUBLES_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstddef>

namespace attn {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using hn::Add;
using hn::Lanes;
using hn::LoadU;
using hn::Mul;
using hn::MulAdd;
using hn::Set;
using hn::StoreU;
using hn::Sub;
using hn::Zero;

#if HWY_HAVE_FLOAT64 || HWY_TARGET == HWY_SCALAR

using DoubleTag = hn::CappedTag<double, 4>;
using ManyDoublesTag = hn::ScalableTag<double>;
inline constexpr size_t kDoubleLanes = HWY_LANES(double) < 4 ? HWY_LANES(double) : 4;
inline constexpr size_t kManyDoubleLanes = HWY_LANES(double);

#else

// Around the functions only: newer clang refuses attributes for functions where there are none.
HWY_BEFORE_NAMESPACE();

struct DoubleTag {};
using ManyDoublesTag = DoubleTag;
inline constexpr size_t kDoubleLanes = 2;
inline constexpr size_t kManyDoubleLanes = 2;

struct TwoDoubles {
  v128_t raw;
};

HWY_INLINE constexpr size_t Lanes(DoubleTag) { return 2; }
HWY_INLINE TwoDoubles Zero(DoubleTag) { return {wasm_f64x2_splat(0.0)}; }
HWY_INLINE TwoDoubles Set(DoubleTag, double x) { return {wasm_f64x2_splat(x)}; }
HWY_INLINE TwoDoubles LoadU(DoubleTag, const double* p) { return {wasm_v128_load(p)}; }
HWY_INLINE void StoreU(TwoDoubles v, DoubleTag, double* p) { wasm_v128_store(p, v.raw); }
HWY_INLINE TwoDoubles Add(TwoDoubles a, TwoDoubles b) { return {wasm_f64x2_add(a.raw, b.raw)}; }
HWY_INLINE TwoDoubles Sub(TwoDoubles a, TwoDoubles b) { return {wasm_f64x2_sub(a.raw, b.raw)}; }
HWY_INLINE TwoDoubles Mul(TwoDoubles a, TwoDoubles b) { return {wasm_f64x2_mul(a.raw, b.raw)}; }
HWY_INLINE TwoDoubles MulAdd(TwoDoubles a, TwoDoubles b, TwoDoubles c) { return Add(Mul(a, b), c); }

HWY_AFTER_NAMESPACE();

#endif

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace attn

#endif  // a guard for each instruction set
