// Passes, for each block of queries and each block of keys that it has; scores are computed anew:
//   scores    <- queries keys^T, weights' gradients <- d_output values^T     MultiplyKeys
//   weights   <- 2^(scores - log2 of the sum), scores' gradients from both   WeighBlock
//   d_values  += weights^T d_output, d_keys += scores' gradients^T queries   AddToKeys
//   d_queries += scores' gradients keys                                      AddToQueries
#include "kernels/attention.hpp"

#define HWY_TARGET_INCLUDE "kernels/attention_backward.cpp"
#include "kernels/all_targets.hpp"
#include "kernels/attention_weights-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

using kernels::AttentionBuffers;

// What is known of each query of a block: log2 of its sum of weights in two floats, since the
// scores that are taken off it may be large, and D.
struct RowFacts {
  float log2_sum, rest, mean;
};

HWY_INLINE RowFacts FactsOf(double log2_sum, float mean) {
  // No weight is left of a query without a key.
  if (log2_sum < static_cast<double>(kLeastScore)) return {1e37F, 0.0F, 0.0F};
  const auto head = static_cast<float>(log2_sum);
  return {head, static_cast<float>(log2_sum - static_cast<double>(head)), mean};
}

// row: scores -> weights; d_row: gradients of weights -> gradients of scores, P (dP - D).
template <bool kMasked>
HWY_INLINE void WeighRow(const Weight<FloatTag>& weight, const RowFacts& facts, size_t count,
                         const float* HWY_RESTRICT slopes, float* HWY_RESTRICT row,
                         float* HWY_RESTRICT d_row) {
  const FloatTag df;
  const Floats log2_sum = hn::Set(df, facts.log2_sum);
  const Floats rest = hn::Set(df, facts.rest);
  const Floats mean = hn::Set(df, facts.mean);
  const auto weigh = [&](size_t c, bool masked) {
    const Floats score = hn::LoadU(df, row + c);
    Floats e = weight(hn::Add(hn::Sub(log2_sum, score), rest));
    if (masked) e = hn::IfThenElseZero(hn::Ge(score, hn::Set(df, kLeastScore)), e);
    hn::StoreU(e, df, row + c);
    Floats d = hn::Mul(e, hn::Sub(hn::LoadU(df, d_row + c), mean));
    if (slopes != nullptr) d = hn::Mul(d, hn::LoadU(df, slopes + c));
    hn::StoreU(d, df, d_row + c);
  };
  size_t c = 0;
  for (; c + kLanes <= count; c += kLanes) weigh(c, kMasked);
  if (c < count) weigh(c, true);
}

// In both blocks: from scores and gradients of weights to weights and gradients of scores, with
// zeros for keys that a query does not have.
template <bool kMasked>
HWY_NOINLINE void WeighBlock(const AttentionProblem& problem, const Block& block,
                             const double* log2_sums, const float* means, const float* slopes,
                             float* scores, float* d_scores) {
  const Weight<FloatTag> weight(FloatTag{});
  for (size_t r = 0; r < block.queries; ++r) {
    float* row = scores + r * kBlockKeys;
    float* d_row = d_scores + r * kBlockKeys;
    const size_t count = block.visible(problem, r);
    if (kMasked) BiasAndMask(problem, block, r, count, row);
    ExcludeTail(count, row);
    WeighRow<kMasked>(weight, FactsOf(log2_sums[r], means[r]), count,
                      slopes == nullptr ? nullptr : slopes + r * kBlockKeys, row, d_row);
    for (size_t c = RoundUp(count, kLanes); c < kBlockKeys; ++c) row[c] = d_row[c] = 0.0F;
  }
}

// Rows of keys, `columns` of them: out += A^T B for the queries that have the keys. b: the queries
// of the block or their gradients, packed.
void AddToKeys(const AttentionProblem& problem, const Block& block, const float* a, const float* b,
               size_t columns, float* out) {
  const size_t stride = PackedColumns<true>(columns);
  const bool whole = block.visible(problem, 0) == block.keys;
  const size_t rows = whole ? block.keys : kTileRows;
  for (size_t r = 0; r < block.keys; r += rows) {
    const size_t key = block.first_key + r;
    const size_t first = !whole && key > block.first_query ? key - block.first_query : 0;
    if (first >= block.queries) break;
    MultiplyRows<true, true, true>({a + first * kBlockKeys, kBlockKeys}, b, block.queries, first,
                                   block.queries - first, r, HWY_MIN(r + rows, block.keys), stride,
                                   stride, {out, stride, out, nullptr});
  }
}

void BackwardBlock(const AttentionProblem& problem, const Block& block, const double* log2_sums,
                   AttentionBuffers& buffers) {
  constexpr size_t kNumbers = kBlockQueries * kBlockKeys;
  float* scores = buffers.scores.data();
  float* d_scores = buffers.d_scores.data();
  MultiplyKeys(problem, block, buffers.queries.data(), buffers.key_columns.data(), problem.d,
               scores);
  MultiplyKeys(problem, block, buffers.d_output.data(), buffers.value_columns.data(), problem.d_v,
               d_scores);
  float* slopes = nullptr;
  if (problem.softcap > 0.0F) {
    slopes = buffers.slopes.data();
    Cap(problem.softcap, kNumbers, scores, slopes);
  }
  if (IsMasked(problem)) {
    WeighBlock<true>(problem, block, log2_sums + block.first_query, buffers.row_means.data(),
                     slopes, scores, d_scores);
  } else {
    WeighBlock<false>(problem, block, log2_sums + block.first_query, buffers.row_means.data(),
                      slopes, scores, d_scores);
  }
  const size_t stride = PackedColumns<true>(problem.d);
  AddToKeys(problem, block, scores, buffers.d_output_rows.data(), problem.d_v,
            buffers.d_values.data() + block.first_key * PackedColumns<true>(problem.d_v));
  AddToKeys(problem, block, d_scores, buffers.query_rows.data(), problem.d,
            buffers.d_keys.data() + block.first_key * stride);
  AddToQueries(problem, block, d_scores, buffers.key_rows.data(), problem.d,
               buffers.d_queries.data() + block.first_query * stride);
}

void Zero(AlignedFloats& floats, size_t n) {
  floats.resize(n);
  std::fill(floats.data(), floats.data() + n, 0.0F);
}

void Prepare(const AttentionProblem& problem, AttentionBuffers& buffers) {
  const size_t stride = PackedColumns<true>(problem.d);
  const size_t stride_v = PackedColumns<true>(problem.d_v);
  const size_t keys = PackedColumns<true>(problem.keys);
  buffers.key_columns.resize(keys * problem.d);
  buffers.value_columns.resize(keys * problem.d_v);
  buffers.key_rows.resize(problem.keys * stride);
  buffers.queries.resize(kBlockQueries * problem.d);
  buffers.query_rows.resize(kBlockQueries * stride);
  buffers.d_output.resize(kBlockQueries * problem.d_v);
  buffers.d_output_rows.resize(kBlockQueries * stride_v);
  buffers.row_means.resize(kBlockQueries);
  Zero(buffers.scores, kBlockQueries * kBlockKeys);
  Zero(buffers.d_scores, kBlockQueries * kBlockKeys);
  if (problem.softcap > 0.0F) buffers.slopes.resize(kBlockQueries * kBlockKeys);
  Zero(buffers.d_keys, problem.keys * stride);
  Zero(buffers.d_values, problem.keys * stride_v);
  Zero(buffers.d_queries, problem.queries * stride);
  PackTransposed<true>(problem.k, problem.k_stride, problem.key_length, problem.d,
                       problem.key_factor, buffers.key_columns.data());
  PackTransposed<true>(problem.v, problem.v_stride, problem.key_length, problem.d_v, 1.0F,
                       buffers.value_columns.data());
  Pack<true>(problem.k, problem.k_stride, problem.key_length, problem.d, 1.0F,
             buffers.key_rows.data());
}

// D_i = sum_b dO_ib O_ib of some rows.
HWY_NOINLINE void MeansOf(const float* HWY_RESTRICT output, size_t output_stride,
                          const float* HWY_RESTRICT d_output, size_t d_output_stride, size_t rows,
                          size_t columns, float* HWY_RESTRICT means) {
  const FloatTag df;
  for (size_t i = 0; i < rows; ++i) {
    const float* HWY_RESTRICT x = output + i * output_stride;
    const float* HWY_RESTRICT y = d_output + i * d_output_stride;
    Floats sum = hn::Zero(df);
    size_t b = 0;
    for (; b + kLanes <= columns; b += kLanes) {
      sum = hn::MulAdd(hn::LoadU(df, x + b), hn::LoadU(df, y + b), sum);
    }
    means[i] = hn::GetLane(hn::SumOfLanes(df, sum));
    for (; b < columns; ++b) means[i] += x[b] * y[b];
  }
}

void Backward(const AttentionProblem& problem, const double* log2_sums, const float* output,
              size_t output_stride, const float* d_output, size_t d_output_stride,
              AttentionBuffers& buffers) {
  Prepare(problem, buffers);
  for (size_t i = 0; i < problem.queries; i += kBlockQueries) {
    const size_t queries = HWY_MIN(kBlockQueries, problem.queries - i);
    const float* q = problem.q + i * problem.q_stride;
    const float* d_o = d_output + i * d_output_stride;
    ScaleRows(q, problem.q_stride, queries, problem.d, problem.query_factor,
              buffers.queries.data());
    Pack<true>(q, problem.q_stride, queries, problem.d, 1.0F, buffers.query_rows.data());
    ScaleRows(d_o, d_output_stride, queries, problem.d_v, 1.0F, buffers.d_output.data());
    Pack<true>(d_o, d_output_stride, queries, problem.d_v, 1.0F, buffers.d_output_rows.data());
    MeansOf(output + i * output_stride, output_stride, d_o, d_output_stride, queries, problem.d_v,
            buffers.row_means.data());
    const size_t end = EndOfKeys(problem, i, queries);
    for (size_t j = 0; j < end; j += kBlockKeys) {
      BackwardBlock(problem, {i, queries, j, HWY_MIN(kBlockKeys, end - j)}, log2_sums, buffers);
    }
  }
}

size_t Padded(size_t columns) { return PackedColumns<true>(columns); }

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace attn {
namespace {
HWY_EXPORT(Backward);
HWY_EXPORT(Padded);
}  // namespace

namespace kernels {

void attention_backward(const AttentionProblem& problem, const double* log2_sums,
                        const float* output, std::size_t output_stride, const float* d_output,
                        std::size_t d_output_stride, AttentionBuffers& buffers) {
  HWY_DYNAMIC_DISPATCH(Backward)
  (problem, log2_sums, output, output_stride, d_output, d_output_stride, buffers);
}

std::size_t padded(std::size_t columns) { return HWY_DYNAMIC_DISPATCH(Padded)(columns); }

}  // namespace kernels
}  // namespace attn

#endif  // HWY_ONCE
