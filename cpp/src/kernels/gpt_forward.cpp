// Passes of a block, for the rows of some sequences:
//   norm; q, k, v <- norm W + b
//   for each head of each sequence, 16 or 32 queries at a time: scores, weights, output
//   x <- x + output W + b; norm; hidden <- GELU(norm W + b), with its slope; x <- x + hidden W + b
// then a norm, logits, and the loss with its derivatives. Weights have been packed for all.
#include <algorithm>
#include <limits>

#include "attn/numerics/mathfn.hpp"
#include "kernels/gpt.hpp"

#define HWY_TARGET_INCLUDE "kernels/gpt_forward.cpp"
#include "kernels/all_targets.hpp"
#include "kernels/gpt_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

using kernels::AlignedFloats;
using kernels::GptBlockParts;
using kernels::GptChunk;
using kernels::GptHead;
using kernels::GptHeadTouch;
using kernels::GptPacks;
using kernels::GptSizes;
using kernels::GptWork;

// ---- Packs

void PackBoth(const float* w, size_t rows, size_t columns, bool back, AlignedFloats& pack,
              AlignedFloats& transposed) {
  pack.resize(rows * PackedColumns(columns));
  Pack(w, columns, rows, columns, 1.0F, pack.data());
  if (!back) return;
  transposed.resize(columns * PackedColumns(rows));
  PackTransposed(w, columns, rows, columns, 1.0F, transposed.data());
}

void PackAll(const GptSizes& sizes, const float* weights, bool back, GptPacks& packs) {
  const size_t d = sizes.width;
  const GptBlockParts at(d);
  packs.blocks.resize(sizes.blocks);
  for (size_t b = 0; b < sizes.blocks; ++b) {
    const float* w = weights + sizes.block(b);
    GptPacks::Block& to = packs.blocks[b];
    PackBoth(w + at.qkv, d, 3 * d, back, to.qkv, to.qkv_t);
    PackBoth(w + at.out, d, d, back, to.out, to.out_t);
    PackBoth(w + at.up, d, 4 * d, back, to.up, to.up_t);
    PackBoth(w + at.down, 4 * d, d, back, to.down, to.down_t);
  }
  PackBoth(weights + sizes.head(), d, sizes.vocabulary, back, packs.head, packs.head_t);
}

// ---- Attention

// One head of one sequence: weights and what it says. to_scores(i, row) may change the scores that
// query i has of keys 0 to i.
template <bool kFused, class ToScores>
void AttendForward(const GptHead& at, const ToScores& to_scores) {
  const size_t wide = 3 * at.width, length = at.length, padded = at.padded, size = at.size;
  PackTransposed(at.qkv + at.width, wide, length, size, at.scale, at.pack_k);
  Pack(at.qkv + 2 * at.width, wide, length, size, 1.0F, at.pack_v);
  const size_t queries = QueriesAtOnce(length);
  for (size_t first = 0; first < length; first += queries) {
    const size_t end = HWY_MIN(first + queries, length);
    // Keys behind the last of these queries are not looked at.
    MultiplyRows<kFused, false>({at.qkv, wide}, at.pack_k, size, 0, size, first, end, length, end,
                                {at.weights, padded, nullptr, nullptr});
    for (size_t i = first; i < end; ++i) {
      float* row = at.weights + i * padded;
      to_scores(i, row);
      float most;
      ScaleRow(1.0F / Exponentials<kFused>(row, i + 1, padded, most), padded, row);
    }
    MultiplyRows<kFused, false>({at.weights, padded}, at.pack_v, length, 0, end, first, end, size,
                                size, {at.mixed, at.width, nullptr, nullptr});
  }
}

// The score of an edge that is cut: its weight is below the normal floats. A row whose others are
// not above it has left the floats.
constexpr float kCut = -1e37F;

template <bool kFused>
void Touched(const GptHeadTouch& touch, size_t first, GptHead at) {
  const size_t length = at.length, wide = 3 * at.width;
  if (touch.output) {
    CopyColumns(touch.output + first * at.size, at.size, length, at.size, nullptr, at.mixed,
                at.width);
    return;
  }
  if (touch.queries) {
    const float* added = touch.queries + first * at.size;
    for (size_t i = 0; i < length; ++i) {
      for (size_t j = 0; j < at.size; ++j) at.qkv[i * wide + j] += added[i * at.size + j];
    }
  }
  if (touch.weights) {
    CopyColumns(touch.weights + first * length, length, length, length, nullptr, at.weights,
                at.padded);
    Pack(at.qkv + 2 * at.width, wide, length, at.size, 1.0F, at.pack_v);
    Multiply<kFused, false>({at.weights, at.padded}, at.pack_v, length, length, at.size,
                            {at.mixed, at.width, nullptr, nullptr});
    return;
  }
  at.scale /= touch.temperature;
  const float* scores = touch.scores ? touch.scores + first * length : nullptr;
  AttendForward<kFused>(at,
                        [scores, length, temperature = touch.temperature](size_t i, float* row) {
                          bool left = !scores;
                          for (size_t j = 0; scores && j <= i; ++j) {
                            const float added = scores[i * length + j];
                            row[j] = added < -kLargest ? kCut : row[j] + added / temperature;
                            left = left || row[j] > kCut;
                          }
                          if (!left) row[0] = std::numeric_limits<float>::quiet_NaN();
                        });
}

void AttendTouched(bool fused, const GptHeadTouch& touch, size_t first, const GptHead& head) {
  if (fused) return Touched<HWY_NATIVE_FMA != 0>(touch, first, head);
  Touched<false>(touch, first, head);
}

// ---- The model

void Embed(const GptSizes& sizes, const float* weights, const GptChunk& chunk, float* x) {
  const size_t d = sizes.width;
  const size_t rows = chunk.sequences * chunk.length;
  for (size_t i = 0; i < rows; ++i, x += d) {
    const float* token = weights + static_cast<size_t>(chunk.tokens[i]) * d;
    const float* position = weights + sizes.positions() + i % chunk.length * d;
    for (size_t j = 0; j < d; ++j) x[j] = token[j] + position[j];
    if (chunk.noise == nullptr) continue;
    for (size_t j = 0; j < d; ++j) x[j] += chunk.noise[i * d + j];
  }
}

template <bool kFused>
void BlockForward(const GptSizes& sizes, const float* w, const GptPacks::Block& packs,
                  const GptChunk& chunk, GptWork& work, GptWork::Block& block, float* output) {
  const size_t d = sizes.width, rows = chunk.sequences * chunk.length;
  const size_t size = d / sizes.heads;
  const size_t padded = kernels::whole_vectors(chunk.length);
  const GptBlockParts at(d);
  Normalise(block.x.data(), w + at.scale_1, w + at.bias_1, rows, d, block.norm_1.data(),
            block.moments_1.data());
  Multiply<kFused, false>({block.norm_1.data(), d}, packs.qkv.data(), d, rows, 3 * d,
                          {block.qkv.data(), 3 * d, nullptr, w + at.qkv_bias});
  const float scale = 1.0F / std::sqrt(static_cast<float>(size));
  for (size_t s = 0; s < chunk.sequences; ++s) {
    for (size_t h = 0; h < sizes.heads; ++h) {
      const size_t first = s * chunk.length;
      const GptHead head{block.qkv.data() + first * 3 * d + h * size,
                         block.weights.data() + (s * sizes.heads + h) * chunk.length * padded,
                         block.mixed.data() + first * d + h * size,
                         work.pack.data(),
                         work.other_pack.data(),
                         chunk.length,
                         padded,
                         d,
                         size,
                         scale};
      if (chunk.touch && &block == &work.blocks[chunk.touch->block] && h == chunk.touch->head) {
        chunk.touch->attend(*chunk.touch, chunk.row + first, kFused, head);
      } else {
        AttendForward<kFused>(head, [](size_t, float*) {});
      }
    }
  }
  Multiply<kFused, false>({block.mixed.data(), d}, packs.out.data(), d, rows, d,
                          {block.middle.data(), d, block.x.data(), w + at.out_bias});
  Normalise(block.middle.data(), w + at.scale_2, w + at.bias_2, rows, d, block.norm_2.data(),
            block.moments_2.data());
  Multiply<kFused, false>({block.norm_2.data(), d}, packs.up.data(), d, rows, 4 * d,
                          {block.slope.data(), 4 * d, nullptr, w + at.up_bias});
  Gelu<kFused>(block.slope.data(), rows * 4 * d, block.hidden.data());
  Multiply<kFused, false>({block.hidden.data(), 4 * d}, packs.down.data(), 4 * d, rows, d,
                          {output, d, block.middle.data(), w + at.down_bias});
}

// logits <- the derivatives of share times the losses; returns their sum. Without targets: the
// probabilities, and 0.
template <bool kFused>
double Losses(const GptSizes& sizes, const GptChunk& chunk, float* logits, size_t stride) {
  const size_t rows = chunk.sequences * chunk.length;
  double sum = 0.0;
  for (size_t i = 0; i < rows; ++i, logits += stride) {
    float most;
    if (chunk.targets == nullptr) {
      ScaleRow(1.0F / Exponentials<kFused>(logits, sizes.vocabulary, stride, most), stride, logits);
      continue;
    }
    const auto target = static_cast<size_t>(chunk.targets[i]);
    const float right = logits[target];
    const float total = Exponentials<kFused>(logits, sizes.vocabulary, stride, most);
    const double loss = mathfn::log(static_cast<double>(total)) +
                        (static_cast<double>(most) - static_cast<double>(right));
    ScaleRow(chunk.share / total, stride, logits);
    logits[target] -= chunk.share;
    if (chunk.losses) chunk.losses[i] = loss;
    sum += loss;
  }
  return sum;
}

template <bool kFused>
double Forward(const GptSizes& sizes, const float* weights, const GptPacks& packs,
               const GptChunk& chunk, GptWork& work) {
  const size_t d = sizes.width, rows = chunk.sequences * chunk.length;
  Embed(sizes, weights, chunk, work.blocks[0].x.data());
  for (size_t b = 0; b < sizes.blocks; ++b) {
    AlignedFloats& output = b + 1 < sizes.blocks ? work.blocks[b + 1].x : work.x;
    BlockForward<kFused>(sizes, weights + sizes.block(b), packs.blocks[b], chunk, work,
                         work.blocks[b], output.data());
  }
  const float* last = weights + sizes.last();
  Normalise(work.x.data(), last, last + d, rows, d, work.norm.data(), work.moments.data());
  const size_t stride = kernels::whole_vectors(sizes.vocabulary);
  const float* bias = weights + sizes.head() + d * sizes.vocabulary;
  Multiply<kFused, false>({work.norm.data(), d}, packs.head.data(), d, rows, sizes.vocabulary,
                          {work.logits.data(), stride, nullptr, bias});
  return Losses<kFused>(sizes, chunk, work.logits.data(), stride);
}

double ChunkForward(bool fused, const GptSizes& sizes, const float* weights, const GptPacks& packs,
                    const GptChunk& chunk, GptWork& work) {
  if (fused) return Forward<HWY_NATIVE_FMA != 0>(sizes, weights, packs, chunk, work);
  return Forward<false>(sizes, weights, packs, chunk, work);
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace attn {
namespace {
HWY_EXPORT(PackAll);
HWY_EXPORT(ChunkForward);
HWY_EXPORT(AttendTouched);
}  // namespace

namespace kernels {
namespace {

void reserve(const GptSizes& sizes, const GptChunk& chunk, GptWork& work) {
  const std::size_t d = sizes.width, rows = chunk.sequences * chunk.length;
  const std::size_t padded = whole_vectors(chunk.length), size = d / sizes.heads;
  work.blocks.resize(sizes.blocks);
  for (GptWork::Block& block : work.blocks) {
    for (AlignedFloats* of_d :
         {&block.x, &block.norm_1, &block.mixed, &block.middle, &block.norm_2}) {
      of_d->resize(rows * d);
    }
    block.qkv.resize(rows * 3 * d);
    block.weights.resize(rows * sizes.heads * padded);
    block.slope.resize(rows * 4 * d + whole_vectors(1));
    block.hidden.resize(rows * 4 * d + whole_vectors(1));
    block.moments_1.resize(2 * rows);
    block.moments_2.resize(2 * rows);
  }
  work.x.resize(rows * d);
  work.norm.resize(rows * d);
  work.moments.resize(2 * rows);
  work.logits.resize(rows * whole_vectors(sizes.vocabulary));
  work.pack.resize(std::max(size * padded, whole_vectors(size) * chunk.length));
  work.other_pack.resize(std::max(size * padded, whole_vectors(size) * chunk.length));
}

}  // namespace

std::size_t GptPacks::bytes() const {
  std::size_t out = head.bytes() + head_t.bytes();
  for (const Block& b : blocks) {
    for (const AlignedFloats* a :
         {&b.qkv, &b.out, &b.up, &b.down, &b.qkv_t, &b.out_t, &b.up_t, &b.down_t}) {
      out += a->bytes();
    }
  }
  return out;
}

std::size_t GptWork::bytes() const {
  std::size_t out = 0;
  for (const AlignedFloats* a :
       {&x, &norm, &moments, &logits, &d, &d_norm, &d_wide, &pack, &other_pack, &turned, &scores}) {
    out += a->bytes();
  }
  for (const Block& b : blocks) {
    for (const AlignedFloats* a : {&b.x, &b.norm_1, &b.qkv, &b.weights, &b.mixed, &b.middle,
                                   &b.norm_2, &b.slope, &b.hidden, &b.moments_1, &b.moments_2}) {
      out += a->bytes();
    }
  }
  return out;
}

void gpt_pack(const GptSizes& sizes, const float* weights, bool back, GptPacks& packs) {
  HWY_DYNAMIC_DISPATCH(PackAll)(sizes, weights, back, packs);
}

double gpt_chunk_forward(const GptSizes& sizes, const float* weights, const GptPacks& packs,
                         const GptChunk& chunk, bool fused, GptWork& work) {
  reserve(sizes, chunk, work);
  return HWY_DYNAMIC_DISPATCH(ChunkForward)(fused, sizes, weights, packs, chunk, work);
}

void gpt_touched_head(const GptHeadTouch& touch, std::size_t first, bool fused,
                      const GptHead& head) {
  HWY_DYNAMIC_DISPATCH(AttendTouched)(fused, touch, first, head);
}

}  // namespace kernels
}  // namespace attn

#endif  // HWY_ONCE
