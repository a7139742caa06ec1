// Four contexts of the minimal model: logits are sums of votes, whatever their size. Compiled once
// for each instruction set, as Highway's own headers.
#if defined(ATTN_KERNELS_PATTERNS_LOGITS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_PATTERNS_LOGITS_INL_HPP
#undef ATTN_KERNELS_PATTERNS_LOGITS_INL_HPP
#else
#define ATTN_KERNELS_PATTERNS_LOGITS_INL_HPP
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>

#include "attn/numerics/mathfn.hpp"
#include "kernels/exp2-inl.hpp"
#include "kernels/four-inl.hpp"
#include "kernels/patterns.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {
using kernels::PatternTables;

#if HWY_TARGET == HWY_SCALAR

// logits[c][n] <- the sum over tables of class c of context n.
HWY_INLINE void Votes(const PatternTables& t, const float* HWY_RESTRICT votes,
                      const uint32_t* HWY_RESTRICT rows, float* HWY_RESTRICT logits) {
  for (size_t c = 0; c < t.stride; ++c) {
    for (size_t n = 0; n < kBlock; ++n) {
      float sum = votes[rows[n] + c];
      for (size_t table = 1; table < t.tables; ++table) {
        sum += votes[rows[table * kBlock + n] + c];
      }
      logits[c * kBlock + n] = sum;
    }
  }
}

#else

HWY_INLINE void Votes(const PatternTables& t, const float* HWY_RESTRICT votes,
                      const uint32_t* HWY_RESTRICT rows, float* HWY_RESTRICT logits) {
  const Four df;
  for (size_t c = 0; c < t.stride; c += kBlock) {
    Floats4 sums[kBlock];
    for (size_t n = 0; n < kBlock; ++n) sums[n] = hn::Load(df, votes + rows[n] + c);
    for (size_t table = 1; table < t.tables; ++table) {
      for (size_t n = 0; n < kBlock; ++n) {
        sums[n] = hn::Add(sums[n], hn::Load(df, votes + rows[table * kBlock + n] + c));
      }
    }
    Transpose(sums);
    for (size_t i = 0; i < kBlock; ++i) hn::Store(sums[i], df, logits + (c + i) * kBlock);
  }
}

#endif

// The rows that made the logits += predictions[c][n] less targets[n][c].
HWY_INLINE void Scatter(const PatternTables& t, const float* HWY_RESTRICT predictions,
                        const float* HWY_RESTRICT targets, const uint32_t* HWY_RESTRICT rows,
                        float* HWY_RESTRICT sums) {
  for (size_t c = 0; c < t.stride; c += kBlock) {
    Row errors[kBlock];
    for (size_t i = 0; i < kBlock; ++i) errors[i] = LoadRow(predictions + (c + i) * kBlock);
    Transpose(errors);
    for (size_t n = 0; n < kBlock; ++n) {
      errors[n] = Less(errors[n], LoadRow(targets + n * t.stride + c));
      for (size_t table = 0; table < t.tables; ++table) {
        float* row = sums + rows[table * kBlock + n] + c;
        StoreRow(Sum(LoadRow(row), errors[n]), row);
      }
    }
  }
}

// sum log sum exp of contexts, in as few logarithms as there can be: products of what they are of,
// by the place in the block.
class LogSums {
 public:
  explicit LogSums(size_t classes)
      // A product of numbers from 1 to classes + 1 stays below 2^100.
      : most_(std::max<size_t>(
            1, std::min<size_t>(32, static_cast<size_t>(
                                        69.0 / mathfn::log(static_cast<double>(classes) + 1.5))))),
        left_(most_) {
    std::fill_n(products_, kBlock, 1.0F);
    std::fill_n(highest_, kBlock, 0.0F);
  }

  // Lanes from `at` on have sums exp(z - top).
  HWY_INLINE void add(Floats4 top, Floats4 sums, size_t at) {
    const Four df;
    hn::Store(hn::Mul(hn::Load(df, products_ + at), sums), df, products_ + at);
    hn::Store(hn::Add(hn::Load(df, highest_ + at), top), df, highest_ + at);
  }

  // A block has been added.
  HWY_INLINE void next() {
    if (--left_ == 0) drain();
  }

  double total() {
    drain();
    return total_;
  }

 private:
  HWY_NOINLINE void drain() {
    for (size_t n = 0; n < kBlock; ++n) {
      total_ += static_cast<double>(highest_[n]) + mathfn::log(static_cast<double>(products_[n]));
    }
    std::fill_n(products_, kBlock, 1.0F);
    std::fill_n(highest_, kBlock, 0.0F);
    left_ = most_;
  }

  size_t most_, left_;
  double total_ = 0.0;
  HWY_ALIGN float products_[kBlock];
  HWY_ALIGN float highest_[kBlock];
};

// Logits of four contexts become predictions, and their sums of exponentials are added; of the
// first `count` contexts, the others have no logits.
template <bool kGradient>
HWY_INLINE void Predict(size_t classes, size_t count, float* HWY_RESTRICT logits,
                        LogSums& log_sums) {
  const Four df;
  const ExpNotPositive<Four, false> weight(df);
  const Floats4 one = hn::Set(df, 1.0F);
  for (size_t at = 0; at < kBlock; at += hn::Lanes(df)) {
    Floats4 top = hn::Zero(df);
    for (size_t c = 0; c < classes; ++c) top = hn::Max(top, hn::Load(df, logits + c * kBlock + at));
    Floats4 sum = weight(hn::Sub(hn::Zero(df), top));
    for (size_t c = 0; c < classes; ++c) {
      float* z = logits + c * kBlock + at;
      const Floats4 exp = weight(hn::Sub(hn::Load(df, z), top));
      sum = hn::Add(sum, exp);
      if (kGradient) hn::Store(exp, df, z);
    }
    if (kGradient) {
      const Floats4 factor = hn::Div(one, sum);
      for (size_t c = 0; c < classes; ++c) {
        float* z = logits + c * kBlock + at;
        hn::Store(hn::Mul(hn::Load(df, z), factor), df, z);
      }
    }
    if (count < kBlock) {
      const size_t here = count > at ? count - at : 0;
      sum = hn::IfThenElse(hn::FirstN(df, here), sum, one);
    }
    log_sums.add(top, sum, at);
  }
  log_sums.next();
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#endif  // the guard, toggled for each target
