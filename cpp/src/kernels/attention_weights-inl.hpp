// From a block of scores to a block of weights, for attention. Scores are in powers of 2. Compiled
// once for each instruction set, as Highway's own headers.
#if defined(ATTN_KERNELS_ATTENTION_WEIGHTS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_ATTENTION_WEIGHTS_INL_HPP
#undef ATTN_KERNELS_ATTENTION_WEIGHTS_INL_HPP
#else
#define ATTN_KERNELS_ATTENTION_WEIGHTS_INL_HPP
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <limits>

#include "kernels/attention.hpp"
#include "kernels/exp2-inl.hpp"
#include "kernels/tile-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using kernels::AlignedFloats;
using kernels::AttentionProblem;

// Queries of a block, and keys: the scores of a block stay in the first cache.
constexpr size_t kBlockQueries = 64;
constexpr size_t kBlockKeys = 64;

constexpr float kExcluded = -std::numeric_limits<float>::infinity();
constexpr float kLeastScore = std::numeric_limits<float>::lowest();

// Some queries with some keys.
struct Block {
  size_t first_query, queries;
  size_t first_key, keys;

  // How many of the keys query r of the block has, as far as causality goes.
  size_t visible(const AttentionProblem& problem, size_t r) const {
    if (!problem.causal) return keys;
    const size_t end = first_query + r + 1;
    return end <= first_key ? 0 : HWY_MIN(keys, end - first_key);
  }
};

// The keys [0, end) are all that the queries of a block have.
inline size_t EndOfKeys(const AttentionProblem& problem, size_t first_query, size_t queries) {
  return problem.causal ? HWY_MIN(problem.key_length, first_query + queries) : problem.key_length;
}

HWY_INLINE Floats Larger(Floats a, Floats b) {
#if HWY_TARGET == HWY_WASM
  // One instruction; Highway's has several, for NaN.
  return Floats{wasm_f32x4_pmax(a.raw, b.raw)};
#else
  return hn::Max(a, b);
#endif
}

// The first row of a tile that any of the keys from `column` on is visible to.
inline size_t FirstRowOf(const AttentionProblem& problem, const Block& block, size_t column) {
  const size_t key = block.first_key + column;
  if (!problem.causal || key <= block.first_query) return 0;
  return HWY_MIN(key - block.first_query, block.queries) / kTileRows * kTileRows;
}

// scores (block.queries x kBlockKeys) <- left (queries x depth) times the transpose of all keys,
// packed. What is on the far side of the diagonal is left out by whole tiles.
inline void MultiplyKeys(const AttentionProblem& problem, const Block& block, const float* left,
                         const float* packed_keys, size_t depth, float* scores) {
  for (size_t c = 0; c < block.keys; c += kPanel) {
    PanelOf<true, false, kMostVectors>({left, depth}, packed_keys + (block.first_key + c) * depth,
                                       depth, FirstRowOf(problem, block, c), block.queries,
                                       {scores + c, kBlockKeys, nullptr, nullptr});
  }
}

// Rows of queries, `columns` of them: out += A B. b: all keys or their values, packed.
inline void AddToQueries(const AttentionProblem& problem, const Block& block, const float* a,
                         const float* b, size_t columns, float* out) {
  const size_t stride = PackedColumns<true>(columns);
  const size_t rows = block.visible(problem, 0) == block.keys ? block.queries : kTileRows;
  for (size_t r = 0; r < block.queries; r += rows) {
    const size_t end = HWY_MIN(r + rows, block.queries);
    MultiplyRows<true, false, true>({a, kBlockKeys}, b, problem.key_length, block.first_key,
                                    block.visible(problem, end - 1), r, end, stride, stride,
                                    {out, stride, out, nullptr});
  }
}

// out (rows x columns) <- x times factor.
inline HWY_NOINLINE void ScaleRows(const float* HWY_RESTRICT x, size_t stride, size_t rows,
                                   size_t columns, float factor, float* HWY_RESTRICT out) {
  // Rows that follow each other are one long one.
  const size_t count = stride == columns ? 1 : rows;
  const size_t length = rows * columns / count;
  for (size_t i = 0; i < count; ++i) {
    for (size_t b = 0; b < length; ++b) out[i * length + b] = x[i * stride + b] * factor;
  }
}

// tanh(x) and its derivative.
struct Tanh {
  Floats value, slope;
};

HWY_INLINE Tanh TanhOf(Floats x) {
  const FloatTag df;
  const Exp2NotPositive<FloatTag> power(df);
  const Floats size = hn::Abs(x);
  const Floats one = hn::Set(df, 1.0F);
  const Floats u = power(hn::Mul(hn::Set(df, -2.885390082F), size));  // e^(-2 |x|)
  const Floats inverse = hn::Div(one, hn::Add(one, u));
  const Floats far = hn::Mul(hn::Sub(one, u), inverse);
  // Cephes: where 1 - u would lose digits.
  const Floats z = hn::Mul(size, size);
  Floats p = hn::MulAdd(hn::Set(df, -5.70498872745e-3F), z, hn::Set(df, 2.06390887954e-2F));
  p = hn::MulAdd(p, z, hn::Set(df, -5.37397155531e-2F));
  p = hn::MulAdd(p, z, hn::Set(df, 1.33314422036e-1F));
  p = hn::MulAdd(p, z, hn::Set(df, -3.33332819422e-1F));
  const Floats near = hn::MulAdd(hn::Mul(p, z), size, size);
  const Floats value = hn::IfThenElse(hn::Lt(size, hn::Set(df, 0.625F)), near, far);
  const Floats slope = hn::Mul(hn::Mul(hn::Set(df, 4.0F), u), hn::Mul(inverse, inverse));
  return {hn::CopySign(value, x), slope};
}

// scores <- softcap tanh(scores / softcap) in all of n numbers; slopes, where asked for, the
// derivative. n is a multiple of kLanes.
inline HWY_NOINLINE void Cap(float softcap, size_t n, float* scores, float* slopes) {
  const FloatTag df;
  const Floats cap = hn::Set(df, softcap);
  const Floats least = hn::Set(df, -100.0F);
  for (size_t i = 0; i < n; i += kLanes) {
    // A cap may be so small that the quotient overflows.
    Floats x = hn::Div(hn::LoadU(df, scores + i), cap);
    x = hn::Min(hn::Max(x, least), hn::Neg(least));
    const Tanh tanh = TanhOf(x);
    hn::StoreU(hn::Mul(cap, tanh.value), df, scores + i);
    if (slopes != nullptr) hn::StoreU(tanh.slope, df, slopes + i);
  }
}

// Adds the bias of a row, and excludes keys. Not for the speed: matrices of biases and masks are as
// large as what this whole file avoids.
inline void BiasAndMask(const AttentionProblem& problem, const Block& block, size_t r, size_t count,
                        float* row) {
  const size_t from = (block.first_query + r) * problem.keys + block.first_key;
  constexpr double kMost = 1e37;
  for (size_t c = 0; c < count; ++c) {
    if (problem.bias != nullptr) {
      const double bias = problem.bias[from + c];
      if (bias < std::numeric_limits<double>::lowest()) {
        row[c] = kExcluded;
      } else {
        row[c] += static_cast<float>(std::min(std::max(bias * problem.bias_factor, -kMost), kMost));
      }
    }
    if (problem.allowed != nullptr && !problem.allowed[from + c]) row[c] = kExcluded;
  }
}

HWY_INLINE bool IsMasked(const AttentionProblem& problem) {
  return problem.bias != nullptr || problem.allowed != nullptr;
}

// From here on a row has `count` scores; what is beyond them up to a whole vector is excluded.
inline void ExcludeTail(size_t count, float* row) {
  for (size_t c = count; c < RoundUp(count, kLanes); ++c) row[c] = kExcluded;
}

HWY_INLINE float LargestLane(Floats x) {
#if HWY_TARGET == HWY_WASM
  x = Larger(x, hn::Shuffle1032(x));
  return hn::GetLane(Larger(x, hn::Shuffle2301(x)));
#else
  return hn::GetLane(hn::MaxOfLanes(FloatTag(), x));
#endif
}

// Four maxima at a time: one would wait for itself.
HWY_INLINE float LargestOf(const float* row, size_t count) {
  const FloatTag df;
  Floats most[4];
  for (Floats& one : most) one = hn::LoadU(df, row);
  size_t c = 0;
  for (; c + 4 * kLanes <= count; c += 4 * kLanes) {
    for (size_t v = 0; v < 4; ++v) most[v] = Larger(most[v], hn::LoadU(df, row + c + v * kLanes));
  }
  for (; c < count; c += kLanes) most[0] = Larger(most[0], hn::LoadU(df, row + c));
  return LargestLane(Larger(Larger(most[0], most[1]), Larger(most[2], most[3])));
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#endif  // the guard, toggled for each target
