// What a language model does with one row after the other: normalisation, GELU, softmax. Compiled
// once for each instruction set, as Highway's own headers.
#if defined(ATTN_KERNELS_GPT_ROWS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_GPT_ROWS_INL_HPP
#undef ATTN_KERNELS_GPT_ROWS_INL_HPP
#else
#define ATTN_KERNELS_GPT_ROWS_INL_HPP
#endif

#include <hwy/highway.h>

#include <cmath>
#include <limits>

#include "kernels/in_order-inl.hpp"
#include "kernels/tile-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Rows of queries of a sequence that are taken together: few, so that little is computed of keys
// after them; of a long one, where tiles are high, enough for two.
constexpr size_t QueriesAtOnce(size_t length) { return kLanes >= 8 && length >= 64 ? 32 : 16; }

// The squared distance of a row from its mean.
HWY_INLINE float RowSpread(const float* x, float mean, size_t n) {
  const Row m = RowOf(mean);
  return InOrder(
      n,
      [x, m](size_t i) HWY_ATTR {
        const Row off = Less(LoadRow(x + i), m);
        return Product(off, off);
      },
      [x, mean](size_t i) HWY_ATTR { return (x[i] - mean) * (x[i] - mean); });
}

constexpr float kNormEpsilon = 1e-5F;
constexpr float kLargest = std::numeric_limits<float>::max();

// y <- scale (x - mean) / deviation + bias of each row; moments get the two of each.
HWY_NOINLINE inline void Normalise(const float* HWY_RESTRICT x, const float* HWY_RESTRICT scale,
                                   const float* HWY_RESTRICT bias, size_t rows, size_t d,
                                   float* HWY_RESTRICT y, float* HWY_RESTRICT moments) {
  const auto count = static_cast<float>(d);
  for (size_t r = 0; r < rows; ++r, x += d, y += d) {
    const float mean = RowSum(x, d) / count;
    const float spread = RowSpread(x, mean, d);
    // Squares that overflow leave NaN, not the rows of a model that has no opinion.
    const float inverse = spread <= kLargest ? 1.0F / std::sqrt(spread / count + kNormEpsilon)
                                             : std::numeric_limits<float>::quiet_NaN();
    for (size_t j = 0; j < d; ++j) y[j] = scale[j] * ((x[j] - mean) * inverse) + bias[j];
    moments[2 * r] = mean;
    moments[2 * r + 1] = inverse;
  }
}

// d += the gradient of x from d_y, d_scale and d_bias += theirs; d_y is written over.
HWY_NOINLINE inline void NormaliseBack(const float* HWY_RESTRICT x,
                                       const float* HWY_RESTRICT moments,
                                       const float* HWY_RESTRICT scale, float* HWY_RESTRICT d_y,
                                       size_t rows, size_t width, bool add, float* HWY_RESTRICT d,
                                       float* HWY_RESTRICT d_scale, float* HWY_RESTRICT d_bias,
                                       float* HWY_RESTRICT n) {
  const auto count = static_cast<float>(width);
  for (size_t r = 0; r < rows; ++r, x += width, d += width, d_y += width) {
    const float mean = moments[2 * r], inverse = moments[2 * r + 1];
    for (size_t j = 0; j < width; ++j) {
      n[j] = (x[j] - mean) * inverse;
      d_scale[j] += d_y[j] * n[j];
      d_bias[j] += d_y[j];
      d_y[j] *= scale[j];
    }
    const float level = RowSum(d_y, width) / count, along = RowDot(d_y, n, width) / count;
    if (add) {
      for (size_t j = 0; j < width; ++j) d[j] += inverse * ((d_y[j] - level) - n[j] * along);
    } else {
      for (size_t j = 0; j < width; ++j) d[j] = inverse * ((d_y[j] - level) - n[j] * along);
    }
  }
}

// u <- the slope of GELU in its tanh form, hidden <- GELU; n numbers, with room for a whole vector
// behind them.
template <bool kFused>
HWY_NOINLINE void Gelu(float* HWY_RESTRICT u, size_t n, float* HWY_RESTRICT hidden) {
  const FloatTag df;
  const ExpNotPositive<FloatTag, kFused> power(df);
  const Floats one = hn::Set(df, 1.0F), cube = hn::Set(df, 0.044715F),
               slope = hn::Set(df, 0.7978845608028654F), cubes = hn::Set(df, 0.134145F),
               zero = hn::Zero(df), two = hn::Set(df, 2.0F);
  // In two loops, whose constants are in registers: one loop has more than there are in
  // WebAssembly, and takes a sixth longer there.
  constexpr size_t kPiece = 64 * kLanes;
  for (size_t first = 0; first < n; first += kPiece) {
    const size_t end = HWY_MIN(n, first + kPiece);
    for (size_t i = first; i < end; i += kLanes) {
      const Floats x = hn::LoadU(df, u + i);
      const Floats square = hn::Mul(x, x);
      const Floats p = hn::Mul(hn::Mul(slope, x), SumOfProduct<kFused>(cube, square, one));
      hn::StoreU(power(hn::Neg(hn::Mul(two, hn::Abs(p)))), df, hidden + i);
    }
    for (size_t i = first; i < end; i += kLanes) {
      const Floats x = hn::LoadU(df, u + i);
      const Floats square = hn::Mul(x, x);
      // e^(-2 |p|): the share is one over 1 and that, or, where x < 0, that over it.
      const Floats e = hn::LoadU(df, hidden + i);
      const Floats inverse = hn::Div(one, hn::Add(one, e));
      const Floats small = hn::Mul(e, inverse);
      const Floats share = hn::IfThenElse(hn::Lt(x, zero), small, inverse);
      const Floats rise = hn::Mul(slope, SumOfProduct<kFused>(cubes, square, one));
      const Floats bend = hn::Mul(hn::Mul(small, inverse), rise);
      hn::StoreU(hn::Mul(x, share), df, hidden + i);
      hn::StoreU(SumOfProduct<kFused>(hn::Mul(two, x), bend, share), df, u + i);
    }
  }
}

// a <- a b; room as above.
HWY_NOINLINE inline void Times(float* HWY_RESTRICT a, const float* HWY_RESTRICT b, size_t n) {
  const FloatTag df;
  for (size_t i = 0; i < n; i += kLanes) {
    hn::StoreU(hn::Mul(hn::LoadU(df, a + i), hn::LoadU(df, b + i)), df, a + i);
  }
}

// x <- e^(x - its largest) of n >= 1 numbers, and zeros behind them up to `padded`, a multiple of
// 16; returns the sum, and the largest in `most`. NaN where one is not finite: the exponential
// works on bits, and would make a number of it. The last vector is masked, since what has been
// filled up number by number cannot be loaded as a vector at once.
template <bool kFused>
HWY_INLINE float Exponentials(float* HWY_RESTRICT x, size_t n, size_t padded, float& most) {
  const FloatTag df;
  const ExpNotPositive<FloatTag, kFused> power(df);
  const size_t whole = n / kLanes * kLanes;
  const auto rest = hn::FirstN(df, n - whole);
  const Floats zero = hn::Zero(df);
  Floats wide = hn::Set(df, x[0]);
  for (size_t i = 0; i < whole; i += kLanes) wide = hn::Max(wide, hn::LoadU(df, x + i));
  if (whole < n) wide = hn::Max(wide, hn::IfThenElse(rest, hn::LoadU(df, x + whole), wide));
  most = hn::GetLane(hn::MaxOfLanes(df, wide));
  const Floats top = hn::Set(df, most);
  Floats broken = zero;
  for (size_t i = 0; i < whole; i += kLanes) {
    const Floats below = hn::Sub(hn::LoadU(df, x + i), top);
    broken = hn::Add(broken, hn::Mul(zero, below));
    hn::StoreU(power(below), df, x + i);
  }
  size_t i = whole;
  if (whole < n) {
    const Floats below = hn::IfThenElseZero(rest, hn::Sub(hn::LoadU(df, x + i), top));
    broken = hn::Add(broken, hn::Mul(zero, below));
    hn::StoreU(hn::IfThenElseZero(rest, power(below)), df, x + i);
    i += kLanes;
  }
  for (; i < padded; i += kLanes) hn::StoreU(zero, df, x + i);
  if (!hn::AllTrue(df, hn::Eq(broken, zero))) {
    most = std::numeric_limits<float>::quiet_NaN();
    for (i = 0; i < n; ++i) x[i] = most;
  }
  return RowSum(x, padded);
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#endif  // the guard, toggled for each target
