// The passes of gpt_forward.cpp from the last to the first. For each product x W + b: W's gradient
// += x^T d_y and b's += the sums of d_y, which packing d_y takes along (WeightsBack); d_x <- d_y
// W^T.
#include <algorithm>

#include "kernels/gpt.hpp"

#define HWY_TARGET_INCLUDE "kernels/gpt_backward.cpp"
#include "kernels/all_targets.hpp"
#include "kernels/gpt_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

using kernels::GptBlockParts;
using kernels::GptChunk;
using kernels::GptPacks;
using kernels::GptSizes;
using kernels::GptWork;

// ---- Layers

// d_w (inputs x outputs) += x^T d_y, or that alone where it `begins`; d_b += the sum of the rows of
// d_y.
template <bool kFused>
void WeightsBack(const float* x, const float* d_y, size_t rows, size_t inputs, size_t outputs,
                 size_t d_y_stride, bool begins, float* pack, float* turned, float* d_w,
                 float* d_b) {
  PackAndSum(d_y, d_y_stride, rows, outputs, pack, d_b);
  // What a column of x has lies whole rows apart, for which a cache has few places.
  const size_t apart = GptWork::apart(rows);
  Turn(x, inputs, rows, inputs, 1.0F, turned, apart);
  Multiply<kFused, false>({turned, apart}, pack, rows, inputs, outputs,
                          {d_w, outputs, begins ? nullptr : d_w, nullptr});
}

// row <- a (row - along) of n numbers, and zeros behind them up to `padded`, a multiple of 16.
HWY_INLINE void ThroughSoftmax(const float* HWY_RESTRICT a, float along, size_t n, size_t padded,
                               float* HWY_RESTRICT row) {
  const FloatTag df;
  const Floats off = hn::Set(df, along);
  size_t j = 0;
  for (; j + kLanes <= n; j += kLanes) {
    hn::StoreU(hn::Mul(hn::LoadU(df, a + j), hn::Sub(hn::LoadU(df, row + j), off)), df, row + j);
  }
  if (j < n) {
    const Floats last = hn::Mul(hn::LoadU(df, a + j), hn::Sub(hn::LoadU(df, row + j), off));
    hn::StoreU(hn::IfThenElseZero(hn::FirstN(df, n - j), last), df, row + j);
    j += kLanes;
  }
  for (; j < padded; j += kLanes) hn::StoreU(hn::Zero(df), df, row + j);
}

struct HeadBack {
  const float* qkv;      // of this head (length x size, three times, width apart)
  const float* weights;  // (length x padded)
  const float* output;   // columns of width
  const float* d_output;
  float* d_qkv;
};

// One head of one sequence.
template <bool kFused>
void AttendBack(const HeadBack& at, size_t length, size_t padded, size_t d, size_t size,
                float scale, float* pack, float* other_pack, float* d_scores) {
  const size_t wide = 3 * d;
  PackTransposed(at.qkv + 2 * d, wide, length, size, 1.0F, pack);
  Pack(at.qkv + d, wide, length, size, scale, other_pack);
  const size_t queries = QueriesAtOnce(length);
  for (size_t first = 0; first < length; first += queries) {
    const size_t end = HWY_MIN(first + queries, length);
    MultiplyRows<kFused, false>({at.d_output, d}, pack, size, 0, size, first, end, length, end,
                                {d_scores, padded, nullptr, nullptr});
    for (size_t i = first; i < end; ++i) {
      float* row = d_scores + i * padded;
      const float* a = at.weights + i * padded;
      const float along = RowDot(at.d_output + i * d, at.output + i * d, size);
      ThroughSoftmax(a, along, i + 1, padded, row);
    }
    MultiplyRows<kFused, false>({d_scores, padded}, other_pack, length, 0, end, first, end, size,
                                size, {at.d_qkv, wide, nullptr, nullptr});
  }
  // Keys hear of the queries from their own on.
  Pack(at.qkv, wide, length, size, scale, pack);
  Pack(at.d_output, d, length, size, 1.0F, other_pack);
  for (size_t first = 0; first < length; first += queries) {
    const size_t end = HWY_MIN(first + queries, length), rest = length - first;
    MultiplyRows<kFused, true>({d_scores + first * padded, padded}, pack, length, first, rest,
                               first, end, size, size, {at.d_qkv + d, wide, nullptr, nullptr});
    MultiplyRows<kFused, true>({at.weights + first * padded, padded}, other_pack, length, first,
                               rest, first, end, size, size,
                               {at.d_qkv + 2 * d, wide, nullptr, nullptr});
  }
}

// d, the derivatives with respect to the output of a block, becomes that with respect to its input.
template <bool kFused>
void BlockBack(const GptSizes& sizes, const float* w, const GptPacks::Block& packs,
               const GptChunk& chunk, GptWork& work, GptWork::Block& block, float* gradient) {
  const size_t d = sizes.width, rows = chunk.sequences * chunk.length;
  const size_t size = d / sizes.heads;
  const size_t padded = kernels::whole_vectors(chunk.length);
  const GptBlockParts at(d);
  float* d_y = work.d.data();
  float* d_norm = work.d_norm.data();
  float* d_wide = work.d_wide.data();
  float* pack = work.pack.data();
  float* turned = work.turned.data();
  float* row = work.scores.data();

  WeightsBack<kFused>(block.hidden.data(), d_y, rows, 4 * d, d, d, chunk.begins, pack, turned,
                      gradient + at.down, gradient + at.down_bias);
  Multiply<kFused, false>({d_y, d}, packs.down_t.data(), d, rows, 4 * d,
                          {d_wide, 4 * d, nullptr, nullptr});
  Times(d_wide, block.slope.data(), rows * 4 * d);
  WeightsBack<kFused>(block.norm_2.data(), d_wide, rows, d, 4 * d, 4 * d, chunk.begins, pack,
                      turned, gradient + at.up, gradient + at.up_bias);
  Multiply<kFused, false>({d_wide, 4 * d}, packs.up_t.data(), 4 * d, rows, d,
                          {d_norm, d, nullptr, nullptr});
  NormaliseBack(block.middle.data(), block.moments_2.data(), w + at.scale_2, d_norm, rows, d, true,
                d_y, gradient + at.scale_2, gradient + at.bias_2, row);

  WeightsBack<kFused>(block.mixed.data(), d_y, rows, d, d, d, chunk.begins, pack, turned,
                      gradient + at.out, gradient + at.out_bias);
  Multiply<kFused, false>({d_y, d}, packs.out_t.data(), d, rows, d, {d_norm, d, nullptr, nullptr});
  const float scale = 1.0F / std::sqrt(static_cast<float>(size));
  for (size_t s = 0; s < chunk.sequences; ++s) {
    for (size_t h = 0; h < sizes.heads; ++h) {
      const size_t first = s * chunk.length, column = h * size;
      AttendBack<kFused>({block.qkv.data() + first * 3 * d + column,
                          block.weights.data() + (s * sizes.heads + h) * chunk.length * padded,
                          block.mixed.data() + first * d + column, d_norm + first * d + column,
                          d_wide + first * 3 * d + column},
                         chunk.length, padded, d, size, scale, pack, work.other_pack.data(), row);
    }
  }
  WeightsBack<kFused>(block.norm_1.data(), d_wide, rows, d, 3 * d, 3 * d, chunk.begins, pack,
                      turned, gradient + at.qkv, gradient + at.qkv_bias);
  Multiply<kFused, false>({d_wide, 3 * d}, packs.qkv_t.data(), 3 * d, rows, d,
                          {d_norm, d, nullptr, nullptr});
  NormaliseBack(block.x.data(), block.moments_1.data(), w + at.scale_1, d_norm, rows, d, true, d_y,
                gradient + at.scale_1, gradient + at.bias_1, row);
}

// Zeros where a gradient begins, but for its matrices.
void Begin(const GptSizes& sizes, float* gradient) {
  const size_t d = sizes.width;
  const GptBlockParts at(d);
  const size_t vectors[][2] = {{at.scale_1, 2 * d},
                               {at.qkv_bias, 3 * d},
                               {at.out_bias, 3 * d},
                               {at.up_bias, 4 * d},
                               {at.down_bias, d}};
  std::fill_n(gradient, sizes.block(0), 0.0F);
  for (size_t b = 0; b < sizes.blocks; ++b) {
    for (const auto& [first, n] : vectors) std::fill_n(gradient + sizes.block(b) + first, n, 0.0F);
  }
  std::fill(gradient + sizes.last(), gradient + sizes.head(), 0.0F);
  std::fill_n(gradient + sizes.head() + d * sizes.vocabulary, sizes.vocabulary, 0.0F);
}

template <bool kFused>
void Backward(const GptSizes& sizes, const float* weights, const GptPacks& packs,
              const GptChunk& chunk, GptWork& work, float* gradient) {
  const size_t d = sizes.width, rows = chunk.sequences * chunk.length;
  const size_t stride = kernels::whole_vectors(sizes.vocabulary);
  float* d_y = work.d.data();
  float* head = gradient + sizes.head();
  if (chunk.begins) Begin(sizes, gradient);
  WeightsBack<kFused>(work.norm.data(), work.logits.data(), rows, d, sizes.vocabulary, stride,
                      chunk.begins, work.pack.data(), work.turned.data(), head,
                      head + d * sizes.vocabulary);
  Multiply<kFused, false>({work.logits.data(), stride}, packs.head_t.data(), sizes.vocabulary, rows,
                          d, {work.d_norm.data(), d, nullptr, nullptr});
  const size_t last = sizes.last();
  NormaliseBack(work.x.data(), work.moments.data(), weights + last, work.d_norm.data(), rows, d,
                false, d_y, gradient + last, gradient + last + d, work.scores.data());
  for (size_t b = sizes.blocks; b-- > 0;) {
    BlockBack<kFused>(sizes, weights + sizes.block(b), packs.blocks[b], chunk, work, work.blocks[b],
                      gradient + sizes.block(b));
  }
  if (chunk.d_x) {
    for (size_t i = 0; i < rows * d; ++i) d_y[i] += chunk.d_x[i];
  }
  for (size_t i = 0; i < rows; ++i, d_y += d) {
    float* token = gradient + static_cast<size_t>(chunk.tokens[i]) * d;
    float* position = gradient + sizes.positions() + i % chunk.length * d;
    for (size_t j = 0; j < d; ++j) token[j] += d_y[j];
    for (size_t j = 0; j < d; ++j) position[j] += d_y[j];
  }
}

void ChunkBackward(bool fused, const GptSizes& sizes, const float* weights, const GptPacks& packs,
                   const GptChunk& chunk, GptWork& work, float* gradient) {
  if (fused) return Backward<HWY_NATIVE_FMA != 0>(sizes, weights, packs, chunk, work, gradient);
  Backward<false>(sizes, weights, packs, chunk, work, gradient);
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace attn {
namespace {
HWY_EXPORT(ChunkBackward);
}  // namespace

namespace kernels {

void gpt_chunk_backward(const GptSizes& sizes, const float* weights, const GptPacks& packs,
                        const GptChunk& chunk, bool fused, GptWork& work, float* gradient) {
  const std::size_t d = sizes.width, rows = chunk.sequences * chunk.length;
  const std::size_t widest = std::max(whole_vectors(4 * d), whole_vectors(sizes.vocabulary));
  work.d.resize(rows * d);
  work.d_norm.resize(rows * d);
  work.d_wide.resize(rows * 4 * d + whole_vectors(1));
  work.pack.resize(std::max(rows * widest, d * whole_vectors(chunk.length)));
  work.turned.resize(4 * d * GptWork::apart(rows));
  work.scores.resize(std::max(chunk.length * whole_vectors(chunk.length), d));
  HWY_DYNAMIC_DISPATCH(ChunkBackward)(fused, sizes, weights, packs, chunk, work, gradient);
}

}  // namespace kernels
}  // namespace attn

#endif  // HWY_ONCE
