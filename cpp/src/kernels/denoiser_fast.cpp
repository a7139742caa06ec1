#include "attn/denoiser_fast.hpp"

// One source for every instruction set: natively Highway compiles this file once for each and picks
// at run time; in wasm there is one target, chosen when compiling.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/denoiser_fast.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// exp(x) for x <= 0, relative error about 2e-7; below -87, where the result would leave the normal
// floats, exp(-87), which is nothing beside a mass of at least 1.
// x = n ln 2 + r with |r| <= ln 2 / 2, a polynomial for exp(r), and 2^n written into the exponent
// bits.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V ExpNotPositive(D df, V x) {
  const hn::RebindToSigned<D> di;
  const V clamped = hn::Max(x, hn::Set(df, -87.0f));
  const auto n = hn::NearestInt(hn::Mul(clamped, hn::Set(df, 1.44269504f)));
  const V nf = hn::ConvertTo(df, n);
  V r = hn::NegMulAdd(nf, hn::Set(df, 0.693359375f),
                      clamped);  // ln 2 in two parts: the first product is exact
  r = hn::NegMulAdd(nf, hn::Set(df, -2.12194440e-4f), r);
  V p = hn::Set(df, 1.0f / 720.0f);
  p = hn::MulAdd(p, r, hn::Set(df, 1.0f / 120.0f));
  p = hn::MulAdd(p, r, hn::Set(df, 1.0f / 24.0f));
  p = hn::MulAdd(p, r, hn::Set(df, 1.0f / 6.0f));
  p = hn::MulAdd(p, r, hn::Set(df, 0.5f));
  p = hn::MulAdd(hn::Mul(r, r), p, hn::Add(r, hn::Set(df, 1.0f)));
  const V power = hn::BitCast(df, hn::ShiftLeft<23>(hn::Add(n, hn::Set(di, 127))));
  return hn::Mul(p, power);
}

// z by coordinate: zt[k * stride + j], stride a multiple of the vector length, the padding zero.
// pull holds d vectors' worth of scratch. Differences z_j - z_i are accumulated rather than z_j:
// nine times more accurate in float, because near particles, which weigh most, contribute little.
void Step(const float* zt, size_t n, size_t d, size_t stride, float half_beta, float eta,
          float* pull, float* out) {
  const hn::ScalableTag<float> df;
  using V = hn::Vec<decltype(df)>;
  const size_t lanes = hn::Lanes(df);
  const V minus_half_beta = hn::Set(df, -half_beta);
  for (size_t i = 0; i < n; ++i) {
    V mass = hn::Zero(df);
    for (size_t k = 0; k < d; ++k) hn::StoreU(hn::Zero(df), df, pull + k * lanes);
    for (size_t j = 0; j < n; j += lanes) {
      V distance2 = hn::Zero(df);
      for (size_t k = 0; k < d; ++k) {
        const V u = hn::Sub(hn::LoadU(df, zt + k * stride + j), hn::Set(df, zt[k * stride + i]));
        distance2 = hn::MulAdd(u, u, distance2);
      }
      V e = ExpNotPositive(df, hn::Mul(minus_half_beta, distance2));
      if (n - j < lanes) e = hn::IfThenElseZero(hn::FirstN(df, n - j), e);
      mass = hn::Add(mass, e);
      for (size_t k = 0; k < d; ++k) {
        const V u = hn::Sub(hn::LoadU(df, zt + k * stride + j), hn::Set(df, zt[k * stride + i]));
        hn::StoreU(hn::MulAdd(e, u, hn::LoadU(df, pull + k * lanes)), df, pull + k * lanes);
      }
    }
    const float share = eta / hn::GetLane(hn::SumOfLanes(df, mass));
    for (size_t k = 0; k < d; ++k) {
      const float pulled = hn::GetLane(hn::SumOfLanes(df, hn::LoadU(df, pull + k * lanes)));
      out[i * d + k] = zt[k * stride + i] + share * pulled;
    }
  }
}

size_t VectorLength() { return hn::Lanes(hn::ScalableTag<float>()); }

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <cmath>
#include <limits>

#include "attn/check.hpp"

namespace attn {
namespace {

HWY_EXPORT(Step);
HWY_EXPORT(VectorLength);

constexpr double kMaxFloatCoordinate = 1e15;

void check_points(const std::vector<float>& z, Index n, Index d) {
  check::count("stage1_step_fast", "n", n, 1, Index{1} << 28);
  check::count("stage1_step_fast", "d", d, 1, (Index{1} << 28) / n);
  if (static_cast<Index>(z.size()) != n * d) {
    check::refuse("stage1_step_fast", "the length of z", std::to_string(z.size()),
                  std::to_string(n * d) + " (n d)");
  }
  for (std::size_t i = 0; i < z.size(); ++i) {
    const auto value = static_cast<double>(z[i]);
    if (std::fabs(value) <= kMaxFloatCoordinate) continue;
    const std::string entry = "z[" + std::to_string(i) + "]";
    check::within("stage1_step_fast", entry.c_str(), value, -kMaxFloatCoordinate,
                  kMaxFloatCoordinate);
  }
}

}  // namespace

std::vector<float> stage1_step_fast(const std::vector<float>& z, Index n, Index d, double beta,
                                    double eta) {
  check_points(z, n, d);
  check::within("stage1_step_fast", "beta", beta,
                static_cast<double>(std::numeric_limits<float>::min()),
                static_cast<double>(std::numeric_limits<float>::max()));
  check::within("stage1_step_fast", "eta", eta, 0.0, 1.0);
  const auto rows = static_cast<std::size_t>(n);
  const auto dims = static_cast<std::size_t>(d);
  const std::size_t lanes = HWY_DYNAMIC_DISPATCH(VectorLength)();
  const std::size_t stride = (rows + lanes - 1) / lanes * lanes;
  std::vector<float> by_coordinate(stride * dims, 0.0f);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t k = 0; k < dims; ++k) by_coordinate[k * stride + i] = z[i * dims + k];
  }
  std::vector<float> pull(lanes * dims);
  std::vector<float> out(rows * dims);
  HWY_DYNAMIC_DISPATCH(Step)
  (by_coordinate.data(), rows, dims, stride, static_cast<float>(0.5 * beta),
   static_cast<float>(eta), pull.data(), out.data());
  return out;
}

}  // namespace attn

#endif  // HWY_ONCE
