// Float exponentials with SIMD. Compiled once for each instruction set, as Highway's own headers.
#if defined(ATTN_KERNELS_EXP2_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_EXP2_INL_HPP
#undef ATTN_KERNELS_EXP2_INL_HPP
#else
#define ATTN_KERNELS_EXP2_INL_HPP
#endif

#include <hwy/highway.h>

#include "kernels/exp2.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using FloatTag = hn::ScalableTag<float>;
using Floats = hn::Vec<FloatTag>;
constexpr size_t kLanes = hn::MaxLanes(FloatTag());

// a b + c: rounded once where the machine can, or twice, for bits that are the same everywhere.
template <bool kFused, class V>
HWY_INLINE V SumOfProduct(V a, V b, V c) {
  return kFused ? hn::MulAdd(a, b, c) : hn::Add(hn::Mul(a, b), c);
}

// kExp2Scale 2^-t for t >= 0, relative error 3e-7 (measured in test_denoiser_fast.cpp); above 126
// as for 126. The scale makes the leading coefficient of the polynomial 1: one product less, and
// sums of weights that are divided by one another need not know of it.
template <class D, bool kFused = true>
class Weight {
  using V = hn::Vec<D>;
  using DI = hn::RebindToSigned<D>;

 public:
  HWY_INLINE explicit Weight(D df)
      : c0_(hn::Set(df, kernels::kExp2.c0)),
        c1_(hn::Set(df, kernels::kExp2.c1)),
        c2_(hn::Set(df, kernels::kExp2.c2)),
        c3_(hn::Set(df, kernels::kExp2.c3)),
        c4_(hn::Set(df, kernels::kExp2.c4)),
        largest_(hn::Set(df, kernels::kExp2.largest)),
        round_(hn::Set(df, kernels::kExp2.round)) {}

  HWY_INLINE V operator()(V t) const {
    // Floats >= 0 are in the order of their bits, and comparing integers leaves the units that add
    // floats, which are the bottleneck, alone.
    const V size = hn::BitCast(D(), hn::Min(hn::BitCast(DI(), t), hn::BitCast(DI(), largest_)));
    const V rounded = hn::Add(size, round_);
    return power(rounded, hn::Sub(hn::Sub(rounded, round_), size));
  }

  // kExp2Scale 2^(f - n) for |f| <= 1/2, where `rounded` is n + kExp2.round. The low bits of that
  // are n, and a shift to the place of the exponent leaves nothing of the others.
  HWY_INLINE V power(V rounded, V f) const {
    const V f2 = hn::Mul(f, f);
    const V high = SumOfProduct<kFused>(f2, hn::Add(f, c4_), SumOfProduct<kFused>(c3_, f, c2_));
    const V p = SumOfProduct<kFused>(high, f2, SumOfProduct<kFused>(c1_, f, c0_));
    const auto n = hn::ShiftLeft<23>(hn::BitCast(DI(), rounded));
    return hn::BitCast(D(), hn::Sub(hn::BitCast(DI(), p), n));
  }

 private:
  V c0_, c1_, c2_, c3_, c4_, largest_, round_;
};

// The larger of x <= 0 and least < 0. The bits of such floats, without sign, are ordered by size.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V AtLeast(D df, V x, V least) {
  const hn::RebindToUnsigned<D> du;
  return hn::BitCast(df, hn::Min(hn::BitCast(du, x), hn::BitCast(du, least)));
}

// 2^x for x <= 0, relative error 3e-7; below -126 as for -126.
template <class D>
class Exp2NotPositive {
  using V = hn::Vec<D>;

 public:
  HWY_INLINE explicit Exp2NotPositive(D df)
      : weight_(df),
        round_(hn::Set(df, kernels::kExp2.round)),
        least_(hn::Set(df, -kernels::kExp2.largest)),
        inverse_scale_(hn::Set(df, kernels::kExp2.inverse_scale)) {}

  HWY_INLINE V operator()(V x) const {
    x = AtLeast(D(), x, least_);
    const V rounded = hn::Sub(round_, x);
    const V f = hn::Add(hn::Sub(rounded, round_), x);
    return hn::Mul(weight_.power(rounded, f), inverse_scale_);
  }

 private:
  Weight<D> weight_;
  V round_, least_, inverse_scale_;
};

// exp(x) for x <= 0, relative error 3e-7; below -87.3, where the normal floats end, as for -87.3.
template <class D, bool kFused = true>
class ExpNotPositive {
  using V = hn::Vec<D>;

 public:
  HWY_INLINE explicit ExpNotPositive(D df)
      : weight_(df),
        round_(hn::Set(df, kernels::kExp2.round)),
        least_(hn::Set(df, -kernels::kExp2.largest_natural)),
        log2e_(hn::Set(df, kernels::kExp2.log2e)),
        ln2_head_(hn::Set(df, kernels::kExp2.ln2_head)),
        ln2_tail_(hn::Set(df, kernels::kExp2.ln2_tail)),
        inverse_scale_(hn::Set(df, kernels::kExp2.inverse_scale)) {}

  HWY_INLINE V operator()(V x) const {
    x = AtLeast(D(), x, least_);
    const V rounded = SumOfProduct<kFused>(hn::Neg(x), log2e_, round_);
    const V n = hn::Sub(rounded, round_);
    // x + n ln 2, of which the first product is exact.
    const V rest = SumOfProduct<kFused>(n, ln2_tail_, SumOfProduct<kFused>(n, ln2_head_, x));
    return hn::Mul(weight_.power(rounded, hn::Mul(rest, log2e_)), inverse_scale_);
  }

 private:
  Weight<D, kFused> weight_;
  V round_, least_, log2e_, ln2_head_, ln2_tail_, inverse_scale_;
};

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#endif  // the guard, toggled for each target
