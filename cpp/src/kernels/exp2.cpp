#include "kernels/exp2.hpp"

#define HWY_TARGET_INCLUDE "kernels/exp2.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/exp2-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

// The first whole vectors of x; returns how many numbers those are.
template <class F, class D>
HWY_INLINE size_t ExpVectors(D df, const float* HWY_RESTRICT x, size_t n, float* HWY_RESTRICT out) {
  const F f(df);
  const size_t lanes = hn::Lanes(df);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(f(hn::LoadU(df, x + i)), df, out + i);
  return i;
}

void Exp(const float* x, size_t n, float* out) {
  const hn::ScalableTag<float> df;
  const hn::CappedTag<float, 1> d1;
  const size_t done = ExpVectors<ExpNotPositive<decltype(df)>>(df, x, n, out);
  ExpVectors<ExpNotPositive<decltype(d1)>>(d1, x + done, n - done, out + done);
}

void Exp2(const float* x, size_t n, float* out) {
  const hn::ScalableTag<float> df;
  const hn::CappedTag<float, 1> d1;
  const size_t done = ExpVectors<Exp2NotPositive<decltype(df)>>(df, x, n, out);
  ExpVectors<Exp2NotPositive<decltype(d1)>>(d1, x + done, n - done, out + done);
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <array>
#include <cmath>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"

namespace attn {
namespace {
HWY_EXPORT(Exp);
HWY_EXPORT(Exp2);
}  // namespace

namespace kernels {

std::int64_t instruction_sets() { return HWY_TARGETS; }

void exp_not_positive(const float* x, std::size_t n, float* out) {
  HWY_DYNAMIC_DISPATCH(Exp)(x, n, out);
}

void exp2_not_positive(const float* x, std::size_t n, float* out) {
  HWY_DYNAMIC_DISPATCH(Exp2)(x, n, out);
}

double exp_error() {
  constexpr std::size_t kCount = 37;
  std::array<float, kCount> x;
  std::array<float, kCount> y;
  for (std::size_t i = 0; i < kCount; ++i) x[i] = -0.37F * static_cast<float>(i);
  exp_not_positive(x.data(), kCount, y.data());
  return exp_error_of(x.data(), kCount, y.data());
}

double exp_error_of(const float* x, std::size_t n, const float* computed) {
  double worst = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const double exact = mathfn::exp(static_cast<double>(x[i]));
    worst = larger(worst, std::fabs(static_cast<double>(computed[i]) - exact) / exact);
  }
  return worst;
}

}  // namespace kernels
}  // namespace attn

#endif  // HWY_ONCE
