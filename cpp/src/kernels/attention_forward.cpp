// Passes; their functions are below, in attention_weights-inl.hpp and in tile-inl.hpp:
//   keys transposed, and values, packed
//   for each block of queries, scaled; for each block of keys that it has:
//     scores    <- queries keys^T           MultiplyKeys
//     weights   <- 2^(scores - the largest) Cap, BiasAndMask, WeighBlock, which rescales the output
//     output    += weights values           AddToQueries
//   output    <- output / the sums of weights Normalise
#include <cmath>

#include "attn/numerics/mathfn.hpp"
#include "kernels/attention.hpp"
#include "kernels/exp2.hpp"

#define HWY_TARGET_INCLUDE "kernels/attention_forward.cpp"
#include "kernels/all_targets.hpp"
#include "kernels/attention_weights-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

using kernels::AttentionBuffers;

constexpr double kLn2 = 0.6931471805599453;
constexpr double kLog2E = 1.4426950408889634;

// The weights of a row, with the largest score taken off; their sum.
template <bool kMasked>
HWY_INLINE float WeighRow(const Weight<FloatTag>& weight, float largest, size_t count, float* row) {
  const FloatTag df;
  const Floats most = hn::Set(df, largest);
  Floats sum = hn::Zero(df);
  const auto weigh = [&](size_t c, bool masked) {
    const Floats score = hn::LoadU(df, row + c);
    Floats e = weight(hn::Sub(most, score));
    if (masked) e = hn::IfThenElseZero(hn::Ge(score, hn::Set(df, kLeastScore)), e);
    hn::StoreU(e, df, row + c);
    sum = hn::Add(sum, e);
  };
  size_t c = 0;
  for (; c + kLanes <= count; c += kLanes) weigh(c, kMasked);
  if (c < count) weigh(c, true);
  return hn::GetLane(hn::SumOfLanes(df, sum));
}

// Weights from the scores of a block, and what has been summed before rescaled where a row has
// found a larger score. Source: seed 001, theorem of section 10.1.2.
template <bool kMasked>
HWY_NOINLINE void WeighBlock(const AttentionProblem& problem, const Block& block, float* scores,
                             float* output, size_t output_stride, float* row_max, double* row_sum) {
  const Weight<FloatTag> weight(FloatTag{});
  for (size_t r = 0; r < block.queries; ++r) {
    float* row = scores + r * kBlockKeys;
    const size_t count = block.visible(problem, r);
    if (count > 0) {
      if (kMasked) BiasAndMask(problem, block, r, count, row);
      ExcludeTail(count, row);
      const float largest = LargestOf(row, count);
      if (largest > row_max[r]) {
        if (row_sum[r] > 0.0) {
          const double change = static_cast<double>(row_max[r]) - static_cast<double>(largest);
          const double factor = mathfn::exp(kLn2 * change);
          ScaleRow(static_cast<float>(factor), output_stride, output + r * output_stride);
          row_sum[r] *= factor;
        }
        row_max[r] = largest;
      }
      const float most = row_max[r] < kLeastScore ? 0.0F : row_max[r];
      row_sum[r] += static_cast<double>(WeighRow<kMasked>(weight, most, count, row));
    }
    // A tile of rows is multiplied with all keys that its last row has.
    const size_t last = HWY_MIN(r / kTileRows * kTileRows + kTileRows, block.queries) - 1;
    for (size_t c = RoundUp(count, kLanes); c < block.visible(problem, last); ++c) row[c] = 0.0F;
  }
}

void Normalise(const AttentionProblem& problem, size_t first_query, size_t queries,
               const float* sums, size_t stride, const AttentionBuffers& buffers, float* output,
               size_t output_stride, double* log2_sums) {
  for (size_t r = 0; r < queries; ++r) {
    const double sum = buffers.row_sum[r];
    const float inverse = sum > 0.0 ? static_cast<float>(1.0 / sum) : 0.0F;
    float* HWY_RESTRICT out = output + (first_query + r) * output_stride;
    const float* HWY_RESTRICT row = sums + r * stride;
    for (size_t b = 0; b < problem.d_v; ++b) out[b] = row[b] * inverse;
    log2_sums[first_query + r] =
        sum > 0.0 ? static_cast<double>(buffers.row_max[r]) + kLog2E * mathfn::log(sum)
                  : kernels::kNoKeys;
  }
}

void Forward(const AttentionProblem& problem, AttentionBuffers& buffers, float* output,
             size_t output_stride, double* log2_sums) {
  const size_t stride = PackedColumns<true>(problem.d_v);
  buffers.key_columns.resize(PackedColumns<true>(problem.keys) * problem.d);
  buffers.value_rows.resize(problem.keys * stride);
  buffers.queries.resize(kBlockQueries * problem.d);
  buffers.scores.resize(kBlockQueries * kBlockKeys);
  buffers.output.resize(kBlockQueries * stride);
  buffers.row_max.resize(kBlockQueries);
  buffers.row_sum.resize(kBlockQueries);
  PackTransposed<true>(problem.k, problem.k_stride, problem.key_length, problem.d,
                       problem.key_factor, buffers.key_columns.data());
  Pack<true>(problem.v, problem.v_stride, problem.key_length, problem.d_v, 1.0F,
             buffers.value_rows.data());
  float* scores = buffers.scores.data();
  float* sums = buffers.output.data();
  std::fill(scores, scores + kBlockQueries * kBlockKeys, 0.0F);
  for (size_t i = 0; i < problem.queries; i += kBlockQueries) {
    const size_t queries = HWY_MIN(kBlockQueries, problem.queries - i);
    ScaleRows(problem.q + i * problem.q_stride, problem.q_stride, queries, problem.d,
              problem.query_factor, buffers.queries.data());
    std::fill(sums, sums + kBlockQueries * stride, 0.0F);
    std::fill(buffers.row_max.begin(), buffers.row_max.end(), kExcluded);
    std::fill(buffers.row_sum.begin(), buffers.row_sum.end(), 0.0);
    const size_t end = EndOfKeys(problem, i, queries);
    for (size_t j = 0; j < end; j += kBlockKeys) {
      const Block block{i, queries, j, HWY_MIN(kBlockKeys, end - j)};
      MultiplyKeys(problem, block, buffers.queries.data(), buffers.key_columns.data(), problem.d,
                   scores);
      if (problem.softcap > 0.0F) {
        Cap(problem.softcap, kBlockQueries * kBlockKeys, scores, nullptr);
      }
      if (IsMasked(problem)) {
        WeighBlock<true>(problem, block, scores, sums, stride, buffers.row_max.data(),
                         buffers.row_sum.data());
      } else {
        WeighBlock<false>(problem, block, scores, sums, stride, buffers.row_max.data(),
                          buffers.row_sum.data());
      }
      AddToQueries(problem, block, scores, buffers.value_rows.data(), problem.d_v, sums);
    }
    Normalise(problem, i, queries, sums, stride, buffers, output, output_stride, log2_sums);
  }
}

// As whole numbers the sizes of floats are in the same order, with NaN above all.
float LargestSize(const float* x, size_t rows, size_t columns, size_t stride) {
  const FloatTag df;
  const hn::RebindToSigned<FloatTag> di;
  const hn::CappedTag<float, 1> d1;
  const hn::RebindToSigned<decltype(d1)> di1;
  // Rows that follow each other are one long one.
  const size_t count = stride == columns ? 1 : rows;
  const size_t length = rows * columns / count;
  // Four at a time: one would wait for itself.
  hn::Vec<decltype(di)> most[4];
  for (auto& one : most) one = hn::Zero(di);
  int32_t largest = 0;
  for (size_t r = 0; r < count; ++r) {
    const float* row = x + r * stride;
    const auto take = [&](size_t v, size_t i) HWY_ATTR {
      most[v] = hn::Max(most[v], hn::BitCast(di, hn::Abs(hn::LoadU(df, row + i))));
    };
    size_t i = 0;
    for (; i + 4 * kLanes <= length; i += 4 * kLanes) {
      for (size_t v = 0; v < 4; ++v) take(v, i + v * kLanes);
    }
    for (; i + kLanes <= length; i += kLanes) take(0, i);
    for (; i < length; ++i) {
      largest = HWY_MAX(largest, hn::GetLane(hn::BitCast(di1, hn::Abs(hn::LoadU(d1, row + i)))));
    }
  }
  const auto all = hn::Max(hn::Max(most[0], most[1]), hn::Max(most[2], most[3]));
  largest = HWY_MAX(largest, hn::GetLane(hn::MaxOfLanes(di, all)));
  return hn::GetLane(hn::BitCast(d1, hn::Set(di1, largest)));
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace attn {
namespace {
HWY_EXPORT(Forward);
HWY_EXPORT(LargestSize);
}  // namespace

namespace kernels {

std::size_t AttentionBuffers::bytes() const {
  std::size_t sum = (row_max.capacity() + row_means.capacity()) * sizeof(float) +
                    row_sum.capacity() * sizeof(double);
  for (const AlignedFloats* floats :
       {&key_columns, &value_columns, &key_rows, &value_rows, &d_keys, &d_values, &d_queries,
        &queries, &query_rows, &d_output, &d_output_rows, &scores, &d_scores, &slopes, &output}) {
    sum += floats->bytes();
  }
  return sum;
}

void attention_forward(const AttentionProblem& problem, AttentionBuffers& buffers, float* output,
                       std::size_t output_stride, double* log2_sums) {
  HWY_DYNAMIC_DISPATCH(Forward)(problem, buffers, output, output_stride, log2_sums);
}

float largest_size(const float* x, std::size_t rows, std::size_t columns, std::size_t stride) {
  return HWY_DYNAMIC_DISPATCH(LargestSize)(x, rows, columns, stride);
}

}  // namespace kernels
}  // namespace attn

#endif  // HWY_ONCE
