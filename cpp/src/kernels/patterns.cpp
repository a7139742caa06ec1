#include "kernels/patterns.hpp"

#include <algorithm>

#define HWY_TARGET_INCLUDE "kernels/patterns.cpp"
#include "kernels/all_targets.hpp"
#include "kernels/four-inl.hpp"
#include "kernels/patterns_logits-inl.hpp"
#include "kernels/patterns_products-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

using kernels::PatternBuffers;
using kernels::PatternContexts;
using kernels::PatternTables;
using kernels::PatternVotes;

// Blocks whose gradients are summed up as floats, before doubles take them.
constexpr size_t kBlocks = 1024;

// ---- Tables

struct Plus {
  HWY_INLINE Row operator()(const Row& a, const Row& b) const { return Sum(a, b); }
};
struct Times {
  HWY_INLINE Row operator()(const Row& a, const Row& b) const { return Product(a, b); }
};

// One table from the rows of its lags: row (x_1 d + x_2) d + x_3 is their sum, or their product.
template <class Join>
HWY_NOINLINE void Spread(const float* HWY_RESTRICT of_lags, size_t lags, size_t d, size_t stride,
                         float* HWY_RESTRICT table, Join join) {
  std::copy_n(of_lags, d * stride, table);
  size_t rows = d;
  for (size_t lag = 1; lag < lags; ++lag) {
    const float* of_lag = of_lags + lag * d * stride;
    // From the last row: what is written over has been read.
    for (size_t row = rows; row-- > 0;) {
      float* to = table + row * d * stride;
      for (size_t c = 0; c < stride; c += kBlock) {
        const Row one = LoadRow(table + row * stride + c);
        for (size_t x = d; x-- > 0;) {
          StoreRow(join(one, LoadRow(of_lag + x * stride + c)), to + x * stride + c);
        }
      }
    }
    rows *= d;
  }
}

// Back again: d_votes of each lag and token += the sum of the rows that have it, which are written
// over. `token_sums` has d rows.
HWY_NOINLINE void Collect(float* HWY_RESTRICT table, size_t lags, size_t d, size_t stride,
                          float* HWY_RESTRICT token_sums, double* HWY_RESTRICT d_votes) {
  size_t rows = 1;
  for (size_t lag = 0; lag < lags; ++lag) rows *= d;
  for (size_t lag = lags; lag-- > 0;) {
    rows /= d;
    std::fill_n(token_sums, d * stride, 0.0F);
    for (size_t row = 0; row < rows; ++row) {
      const float* from = table + row * d * stride;
      for (size_t c = 0; c < stride; c += kBlock) {
        Row sum = RowOf(0.0F);
        for (size_t x = 0; x < d; ++x) {
          const Row one = LoadRow(from + x * stride + c);
          float* of_token = token_sums + x * stride + c;
          StoreRow(Sum(LoadRow(of_token), one), of_token);
          sum = Sum(sum, one);
        }
        StoreRow(sum, table + row * stride + c);
      }
    }
    double* to = d_votes + lag * d * stride;
    for (size_t i = 0; i < d * stride; ++i) to[i] += static_cast<double>(token_sums[i]);
  }
}

// ---- A pass

size_t LagsOf(const PatternTables& t, size_t table) {
  return HWY_MIN(t.lags_per_table, t.lags - table * t.lags_per_table);
}

// Of which row of votes a table's first is.
size_t FirstOf(const PatternTables& t, size_t table) {
  return table * t.lags_per_table * t.tokens * t.stride;
}

template <class Join>
void SpreadAll(const PatternTables& t, const float* of_lags, float* tables, Join join) {
  const size_t size = t.table_rows * t.stride;
  for (size_t table = 0; table < t.tables; ++table) {
    Spread(of_lags + FirstOf(t, table), LagsOf(t, table), t.tokens, t.stride, tables + table * size,
           join);
  }
  std::fill_n(tables + t.nowhere(), t.stride, 0.0F);
}

void CollectAll(const PatternTables& t, PatternBuffers& buffers) {
  const size_t size = t.table_rows * t.stride;
  for (size_t table = 0; table < t.tables; ++table) {
    Collect(buffers.sums.data() + table * size, LagsOf(t, table), t.tokens, t.stride,
            buffers.work.data(), buffers.d_votes.data() + FirstOf(t, table));
  }
}

// Calls act(rows, targets, contexts left, sums) for blocks of contexts; sums go to buffers.d_votes.
template <bool kGradient, class Act>
HWY_INLINE void Blocks(const PatternTables& t, const PatternContexts& contexts,
                       PatternBuffers& buffers, Act act) {
  if (kGradient) {
    buffers.sums.resize(t.size());
    buffers.d_votes.assign(t.lags * t.tokens * t.stride, 0.0);
  }
  float* sums = buffers.sums.data();
  const uint32_t* rows = contexts.rows.data();
  const float* targets = contexts.targets.data();
  const size_t blocks = (contexts.count + kBlock - 1) / kBlock;
  for (size_t first = 0; first < blocks; first += kBlocks) {
    if (kGradient) std::fill_n(sums, t.size(), 0.0F);
    const size_t end = HWY_MIN(blocks, first + kBlocks);
    for (size_t b = first; b < end; ++b) {
      act(rows, targets, contexts.count - b * kBlock, sums);
      rows += t.tables * kBlock;
      targets += t.stride * kBlock;
    }
    if (kGradient) CollectAll(t, buffers);
  }
}

template <bool kGradient>
double Pass(const PatternTables& t, const PatternContexts& contexts, PatternVotes& all_votes,
            PatternBuffers& buffers) {
  const float* votes = all_votes.floats.data();
  buffers.tables.resize(t.size());
  buffers.work.resize(HWY_MAX(t.lags * t.tokens, kBlock) * t.stride);
  float* tables = buffers.tables.data();
  float* work = buffers.work.data();
  if (all_votes.reach <= kMaxReach) {
    Exponentials(votes, t.lags * t.tokens, t.classes, t.stride, work);
    SpreadAll(t, work, tables, Times());
    LogProducts logs;
    if (t.stride == kBlock) {
      Blocks<kGradient>(t, contexts, buffers,
                        [&](const uint32_t* rows, const float* targets, size_t, float* sums)
                            HWY_ATTR { Step<kGradient>(t, tables, rows, targets, logs, sums); });
    } else {
      Blocks<kGradient>(
          t, contexts, buffers,
          [&](const uint32_t* rows, const float* targets, size_t, float* sums)
              HWY_ATTR { WideStep<kGradient>(t, tables, rows, targets, work, logs, sums); });
    }
    return logs.total();
  }
  SpreadAll(t, votes, tables, Plus());
  LogSums log_sums(t.classes);
  Blocks<kGradient>(t, contexts, buffers,
                    [&](const uint32_t* rows, const float* targets, size_t left, float* sums)
                        HWY_ATTR {
                          Votes(t, tables, rows, work);
                          Predict<kGradient>(t.classes, left, work, log_sums);
                          if (kGradient) Scatter(t, work, targets, rows, sums);
                        });
  return log_sums.total();
}

double Loss(const PatternTables& t, const PatternContexts& contexts, PatternVotes& votes,
            PatternBuffers& buffers) {
  return Pass<false>(t, contexts, votes, buffers);
}

double Gradient(const PatternTables& t, const PatternContexts& contexts, PatternVotes& votes,
                PatternBuffers& buffers) {
  return Pass<true>(t, contexts, votes, buffers);
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace attn {
namespace {
HWY_EXPORT(Loss);
HWY_EXPORT(Gradient);
}  // namespace

namespace kernels {

PatternTables::PatternTables(std::size_t tokens_, std::size_t lags_, std::size_t contexts)
    : tokens(tokens_),
      lags(lags_),
      classes(tokens_ - 1),
      stride(std::max<std::size_t>(4, (classes + 3) / 4 * 4)),
      lags_per_table(1),
      table_rows(tokens_),
      tables(lags_) {
  // Rows that a pass reads or writes: two of a table for each context, and about four for each row
  // that a table has.
  const auto cost = [contexts](std::size_t count, std::size_t rows) {
    return static_cast<double>(count) *
           (2.0 * static_cast<double>(contexts) + 4.0 * static_cast<double>(rows));
  };
  std::size_t rows = tokens;
  for (std::size_t more = 2; more <= lags && tokens > 1 && rows * tokens <= 1024; ++more) {
    rows *= tokens;
    const std::size_t count = (lags + more - 1) / more;
    // Larger ones would leave the second cache.
    if (count * rows * stride > 65536) break;
    if (cost(count, rows) >= cost(tables, table_rows)) continue;
    lags_per_table = more;
    table_rows = rows;
    tables = count;
  }
}

double pattern_pass(const PatternTables& tables, const PatternContexts& contexts,
                    PatternVotes& votes, bool gradient, PatternBuffers& buffers) {
  return gradient ? HWY_DYNAMIC_DISPATCH(Gradient)(tables, contexts, votes, buffers)
                  : HWY_DYNAMIC_DISPATCH(Loss)(tables, contexts, votes, buffers);
}

}  // namespace kernels
}  // namespace attn

#endif  // HWY_ONCE
