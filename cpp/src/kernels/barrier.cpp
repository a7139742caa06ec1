#include "kernels/barrier.hpp"

#include <algorithm>

#define HWY_TARGET_INCLUDE "kernels/barrier.cpp"
#include "kernels/all_targets.hpp"
#include "kernels/elimination-inl.hpp"
#include "kernels/exp2-inl.hpp"
#include "kernels/in_order-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

using kernels::AlignedFloats;
using kernels::BarrierBuffers;
using kernels::BarrierProblem;

// Tokens whose gradients are summed up as floats, before doubles take them.
constexpr size_t kDrained = 64;

struct Sizes {
  explicit Sizes(const BarrierProblem& problem)
      : tokens(problem.tokens),
        in_tiles(RoundUp(tokens, kSquareRows)),
        in_panels(RoundUp(tokens, HWY_MAX(kPanel, size_t{16}))),
        d(RoundUp(problem.d, kPanel)),
        panels(d / kPanel) {}
  size_t tokens, in_tiles, in_panels, d, panels;
};

// A matrix that is taken into panels has zeros beyond its last column.
HWY_INLINE Panels Take(AlignedFloats& floats, size_t rows, size_t d) {
  floats.resize(rows * d);
  return {floats.data(), rows};
}

// ---- One token

// alpha_ts of the first `count` logits, and zeros up to a multiple of 16. The sum has one order on
// every machine.
template <bool kFused>
HWY_NOINLINE void Softmax(float* HWY_RESTRICT row, size_t count) {
  const FloatTag df;
  const size_t padded = RoundUp(count, 16);
  std::fill(row + count, row + padded, row[0]);
  Floats most = hn::LoadU(df, row);
  for (size_t b = kLanes; b < padded; b += kLanes) most = hn::Max(most, hn::LoadU(df, row + b));
  const Floats top = hn::MaxOfLanes(df, most);
  const ExpNotPositive<FloatTag, kFused> weight(df);
  for (size_t b = 0; b < padded; b += kLanes) {
    hn::StoreU(weight(hn::Sub(hn::LoadU(df, row + b), top)), df, row + b);
  }
  std::fill(row + count, row + padded, 0.0F);
  const Floats factor = hn::Set(df, 1.0F / RowSum(row, padded));
  for (size_t b = 0; b < padded; b += kLanes) {
    hn::StoreU(hn::Mul(factor, hn::LoadU(df, row + b)), df, row + b);
  }
}

// One panel, its first `count` rows: z <- x less its mean by weights, weighted <- z times weights.
template <bool kFused>
HWY_NOINLINE void Centre(const float* HWY_RESTRICT x, const float* HWY_RESTRICT weights,
                         size_t count, float* HWY_RESTRICT z, float* HWY_RESTRICT weighted) {
  const FloatTag df;
  Floats mean[kMostVectors];
  for (Floats& sum : mean) sum = hn::Zero(df);
  for (size_t s = 0; s < count; ++s) {
    const Floats weight = hn::Set(df, weights[s]);
    for (size_t v = 0; v < kMostVectors; ++v) {
      mean[v] = SumOfProduct<kFused>(weight, hn::LoadU(df, x + s * kPanel + v * kLanes), mean[v]);
    }
  }
  for (size_t s = 0; s < count; ++s) {
    const Floats weight = hn::Set(df, weights[s]);
    for (size_t v = 0; v < kMostVectors; ++v) {
      const size_t at = s * kPanel + v * kLanes;
      const Floats distance = hn::Sub(hn::LoadU(df, x + at), mean[v]);
      hn::StoreU(distance, df, z + at);
      hn::StoreU(hn::Mul(weight, distance), df, weighted + at);
    }
  }
}

// covariance <- z^T weighted, of which one half is computed: where two numbers are multiplied by a
// third, the order tells.
template <bool kFused>
HWY_INLINE void Covariance(Panels z, Panels weighted, size_t count, size_t panels,
                           Panels covariance) {
  for (size_t p = 0; p < panels; ++p) {
    for (size_t q = 0; q <= p; ++q) {
      MultiplyRowsOf<true, false, kFused>({z[q], kPanel}, weighted[p], count, 0, kPanel,
                                          covariance[p] + q * kPanel * kPanel);
    }
    for (size_t q = 0; q <= p; ++q) {
      const float* from = covariance[p] + q * kPanel * kPanel;
      float* to = covariance[q] + p * kPanel * kPanel;
      for (size_t i = 0; i < kPanel; ++i) {
        for (size_t j = q < p ? 0 : i + 1; j < kPanel; ++j) {
          to[j * kPanel + i] = from[i * kPanel + j];
        }
      }
    }
  }
}

// a <- a + a^T.
HWY_INLINE void AddTransposed(Panels a, size_t panels) {
  for (size_t p = 0; p < panels; ++p) {
    for (size_t q = 0; q <= p; ++q) {
      float* upper = a[p] + q * kPanel * kPanel;
      float* lower = a[q] + p * kPanel * kPanel;
      for (size_t i = 0; i < kPanel; ++i) {
        for (size_t j = 0; j < (p == q ? i + 1 : kPanel); ++j) {
          const float sum = upper[i * kPanel + j] + lower[j * kPanel + i];
          upper[i * kPanel + j] = sum;
          lower[j * kPanel + i] = sum;
        }
      }
    }
  }
}

// All that is laid out once for a sequence.
struct Sequence {
  Sizes sizes;
  Panels x, centred, queries, w_transposed, minus_w;
  const float* columns;
};

// Token t with weights alpha_ts (t >= 1): log |det M|; with kInverse, M^-1 is left in `matrix`.
template <bool kInverse, bool kFused>
HWY_INLINE double Determinant(const Sequence& all, size_t t, const float* weights,
                              BarrierBuffers& buffers) {
  const size_t panels = all.sizes.panels, d = all.sizes.d;
  const Panels z{buffers.z.data(), all.sizes.in_tiles};
  const Panels weighted{buffers.weighted.data(), all.sizes.in_tiles};
  const Panels covariance{buffers.covariance.data(), d};
  const Panels matrix{buffers.matrix.data(), d};
  for (size_t p = 0; p < panels; ++p) Centre<kFused>(all.centred[p], weights, t, z[p], weighted[p]);
  Covariance<kFused>(z, weighted, t, panels, covariance);
  MultiplySquare<false, kFused>(covariance, all.minus_w, panels, matrix);
  for (size_t i = 0; i < d; ++i) matrix[i / kPanel][i * kPanel + i % kPanel] += 1.0F;
  return Eliminate<kInverse, kFused>(matrix, panels, buffers.elimination);
}

// Rows of Y = Z (dL / dSigma) give what weights have of the gradient: dL / d alpha_ts = z_s y_s
// / 2. Through the softmax that is dL / d logit.
HWY_NOINLINE void LogitGradients(Panels z, Panels y, size_t panels, size_t count,
                                 const float* HWY_RESTRICT weights, float* HWY_RESTRICT out) {
  float mean = 0.0F;
  for (size_t s = 0; s < count; ++s) {
    // 16 sums beside each other, so that panels of any width have one order.
    Row sums[4] = {RowOf(0.0F), RowOf(0.0F), RowOf(0.0F), RowOf(0.0F)};
    for (size_t p = 0; p < panels; ++p) {
      for (size_t b = s * kPanel; b < (s + 1) * kPanel; b += 4) {
        Row& sum = sums[b / 4 % 4];
        sum = Sum(sum, Product(LoadRow(z[p] + b), LoadRow(y[p] + b)));
      }
    }
    out[s] = 0.5F * LanesSum(sums);
    mean += weights[s] * out[s];
  }
  for (size_t s = 0; s < count; ++s) out[s] = weights[s] * (out[s] - mean);
}

// One panel: d_x += weights y + d_logits query, and d_query <- sum_s d_logits z.
template <bool kFused>
HWY_NOINLINE void AddGradients(const float* HWY_RESTRICT z, const float* HWY_RESTRICT y,
                               const float* HWY_RESTRICT weights,
                               const float* HWY_RESTRICT d_logits, size_t count,
                               const float* HWY_RESTRICT query, float* HWY_RESTRICT d_x,
                               float* HWY_RESTRICT d_query) {
  const FloatTag df;
  Floats asked[kMostVectors], sums[kMostVectors];
  for (size_t v = 0; v < kMostVectors; ++v) {
    asked[v] = hn::LoadU(df, query + v * kLanes);
    sums[v] = hn::Zero(df);
  }
  for (size_t s = 0; s < count; ++s) {
    const Floats weight = hn::Set(df, weights[s]);
    const Floats d_logit = hn::Set(df, d_logits[s]);
    for (size_t v = 0; v < kMostVectors; ++v) {
      const size_t at = s * kPanel + v * kLanes;
      const Floats sum =
          SumOfProduct<kFused>(weight, hn::LoadU(df, y + at), hn::LoadU(df, d_x + at));
      hn::StoreU(SumOfProduct<kFused>(d_logit, asked[v], sum), df, d_x + at);
      sums[v] = SumOfProduct<kFused>(d_logit, hn::LoadU(df, z + at), sums[v]);
    }
  }
  for (size_t v = 0; v < kMostVectors; ++v) hn::StoreU(sums[v], df, d_query + v * kLanes);
}

// What Determinant<true> has left of token t becomes gradients: of w N = M^-1 Sigma, of Sigma w^T
// M^-1, which is not symmetric and meets a matrix that is: half of it and its transpose.
template <bool kFused>
HWY_INLINE void Gradient(const Sequence& all, size_t t, const float* weights,
                         BarrierBuffers& buffers) {
  const size_t panels = all.sizes.panels, d = all.sizes.d, rows = all.sizes.in_tiles;
  const Panels z{buffers.z.data(), rows}, y{buffers.y.data(), rows};
  const Panels covariance{buffers.covariance.data(), d}, inverse{buffers.matrix.data(), d};
  const Panels adjoint{buffers.adjoint.data(), d}, d_w{buffers.d_w.data(), d};
  const Panels d_x{buffers.d_x.data(), rows}, d_queries{buffers.d_queries.data(), rows};
  float* d_logits = buffers.d_logits.data();
  MultiplySquare<true, kFused>(inverse, covariance, panels, d_w);
  MultiplySquare<false, kFused>(all.w_transposed, inverse, panels, adjoint);
  AddTransposed(adjoint, panels);
  for (size_t p = 0; p < panels; ++p) {
    MultiplyPanels<false, kFused>(z, adjoint[p], panels, RoundUp(t, kSquareRows), y[p], kPanel);
  }
  LogitGradients(z, y, panels, t, weights, d_logits);
  for (size_t p = 0; p < panels; ++p) {
    AddGradients<kFused>(z[p], y[p], weights, d_logits, t, all.queries[p] + t * kPanel, d_x[p],
                         d_queries[p] + t * kPanel);
  }
}

// ---- A sequence

// x (rows x columns) into panels, and zeros.
void IntoPanels(const float* x, size_t stride, size_t rows, size_t columns, Panels out,
                size_t panels) {
  std::fill_n(out.data, panels * kPanel * out.rows, 0.0F);
  for (size_t i = 0; i < rows; ++i) {
    for (size_t c = 0; c < columns; ++c) {
      out[c / kPanel][i * kPanel + c % kPanel] = x[i * stride + c];
    }
  }
}

// sums (rows x columns) += what is in panels, of which nothing is left.
void Drain(Panels from, size_t panels, size_t rows, size_t columns, double* sums) {
  for (size_t i = 0; i < rows; ++i) {
    for (size_t c = 0; c < columns; ++c) {
      sums[i * columns + c] += static_cast<double>(from[c / kPanel][i * kPanel + c % kPanel]);
    }
  }
  std::fill_n(from.data, panels * kPanel * from.rows, 0.0F);
}

// Distances of tokens from their mean: what the logits of a token have in common moves no weight.
void CentreAll(const BarrierProblem& problem, const Sizes& sizes, float* out) {
  std::fill_n(out, sizes.in_panels * sizes.d, 0.0F);
  for (size_t c = 0; c < problem.d; ++c) {
    double sum = 0.0;
    for (size_t i = 0; i < problem.tokens; ++i) {
      sum += static_cast<double>(problem.x[i * problem.x_stride + c]);
    }
    const auto mean = static_cast<float>(sum / static_cast<double>(problem.tokens));
    for (size_t i = 0; i < problem.tokens; ++i) {
      out[i * sizes.d + c] = problem.x[i * problem.x_stride + c] - mean;
    }
  }
}

template <bool kFused>
Sequence LayOut(const BarrierProblem& problem, BarrierBuffers& buffers) {
  const Sizes sizes(problem);
  const size_t d = sizes.d;
  Sequence all{sizes,
               Take(buffers.x, sizes.in_tiles, d),
               Take(buffers.centred, sizes.in_tiles, d),
               Take(buffers.queries, sizes.in_tiles, d),
               Take(buffers.w_transposed, d, d),
               Take(buffers.minus_w, d, d),
               nullptr};
  IntoPanels(problem.x, problem.x_stride, problem.tokens, problem.d, all.x, sizes.panels);
  buffers.z.resize(sizes.in_panels * d);
  float* rows = buffers.z.data();
  CentreAll(problem, sizes, rows);
  IntoPanels(rows, d, problem.tokens, d, all.centred, sizes.panels);
  buffers.columns.resize(sizes.in_panels * d);
  PackTransposed<true>(rows, d, sizes.in_panels, d, 1.0F, buffers.columns.data());
  all.columns = buffers.columns.data();
  const Panels w = Take(buffers.w, d, d);
  buffers.adjoint.resize(d * d);
  float* square = buffers.adjoint.data();
  std::fill_n(square, d * d, 0.0F);
  for (size_t i = 0; i < problem.d; ++i) {
    std::copy_n(problem.w + i * problem.w_stride, problem.d, square + i * d);
  }
  IntoPanels(square, d, d, d, w, sizes.panels);
  PackTransposed<true>(square, d, d, d, 1.0F, all.w_transposed.data);
  PackTransposed<true>(square, d, d, d, -1.0F, all.minus_w.data);
  for (size_t p = 0; p < sizes.panels; ++p) {
    MultiplyPanels<false, kFused>(all.x, w[p], sizes.panels, sizes.in_tiles, all.queries[p],
                                  kPanel);
  }
  buffers.logits.resize(kSquareRows * sizes.in_panels);
  buffers.weighted.resize(sizes.in_tiles * d);
  for (AlignedFloats* floats : {&buffers.covariance, &buffers.matrix}) floats->resize(d * d);
  Reserve(d, buffers.elimination);
  return all;
}

// The sums of a block of tokens go to doubles.
void DrainBlock(const BarrierProblem& problem, const Sizes& sizes, BarrierBuffers& buffers) {
  Drain({buffers.d_x.data(), sizes.in_tiles}, sizes.panels, problem.tokens, problem.d,
        buffers.sum_x.data());
  Drain({buffers.d_w.data(), sizes.d}, sizes.panels, problem.d, problem.d, buffers.sum_w.data());
}

// What queries w^T x_t have to say of tokens and of w.
template <bool kFused>
void ThroughQueries(const BarrierProblem& problem, const Sequence& all, BarrierBuffers& buffers) {
  const Sizes& sizes = all.sizes;
  const Panels d_x{buffers.d_x.data(), sizes.in_tiles}, d_w{buffers.d_w.data(), sizes.d};
  const Panels d_queries{buffers.d_queries.data(), sizes.in_tiles};
  for (size_t p = 0; p < sizes.panels; ++p) {
    MultiplyPanels<false, kFused>(d_queries, all.w_transposed[p], sizes.panels, sizes.in_tiles,
                                  d_x[p], kPanel);
  }
  for (size_t first = 0; first < sizes.tokens; first += kDrained) {
    const size_t count = HWY_MIN(kDrained, sizes.tokens - first);
    for (size_t p = 0; p < sizes.panels; ++p) {
      for (size_t q = 0; q < sizes.panels; ++q) {
        MultiplyRowsOf<true, false, kFused>({all.x[q] + first * kPanel, kPanel},
                                            d_queries[p] + first * kPanel, count, 0, kPanel,
                                            d_w[p] + q * kPanel * kPanel);
      }
    }
    DrainBlock(problem, sizes, buffers);
  }
}

template <bool kGradient, bool kFused>
void Barrier(const BarrierProblem& problem, BarrierBuffers& buffers, double* log_abs_det) {
  const Sequence all = LayOut<kFused>(problem, buffers);
  const Sizes& sizes = all.sizes;
  if (kGradient) {
    for (AlignedFloats* floats : {&buffers.d_x, &buffers.d_queries, &buffers.y}) {
      floats->resize(sizes.in_tiles * sizes.d);
      std::fill_n(floats->data(), sizes.in_tiles * sizes.d, 0.0F);
    }
    buffers.d_w.resize(sizes.d * sizes.d);
    std::fill_n(buffers.d_w.data(), sizes.d * sizes.d, 0.0F);
    buffers.d_logits.resize(sizes.tokens);
    buffers.sum_x.assign(problem.tokens * problem.d, 0.0);
    buffers.sum_w.assign(problem.d * problem.d, 0.0);
  }
  for (size_t first = 0; first < sizes.tokens; first += kSquareRows) {
    float* logits = buffers.logits.data();
    for (size_t s = 0; s < HWY_MIN(first + kSquareRows, sizes.tokens); s += kPanel) {
      MultiplyPanels<false, kFused>({all.queries.data + first * kPanel, sizes.in_tiles},
                                    all.columns + s * sizes.d, sizes.panels, kSquareRows,
                                    logits + s, sizes.in_panels);
    }
    for (size_t t = first; t < HWY_MIN(first + kSquareRows, sizes.tokens); ++t) {
      float* weights = logits + (t - first) * sizes.in_panels;
      log_abs_det[t] = 0.0;
      if (t == 0 || (problem.counted && !problem.counted[t])) continue;
      Softmax<kFused>(weights, t);
      log_abs_det[t] = Determinant<kGradient, kFused>(all, t, weights, buffers);
      if (kGradient) Gradient<kFused>(all, t, weights, buffers);
    }
    if (kGradient && (first + kSquareRows) % kDrained == 0) DrainBlock(problem, sizes, buffers);
  }
  if (!kGradient) return;
  DrainBlock(problem, sizes, buffers);
  ThroughQueries<kFused>(problem, all, buffers);
}

template <bool kGradient>
void Any(const BarrierProblem& problem, BarrierBuffers& buffers, double* log_abs_det) {
  // Where the machine fuses nothing, both are one.
  if (problem.fused) {
    Barrier<kGradient, HWY_NATIVE_FMA != 0>(problem, buffers, log_abs_det);
  } else {
    Barrier<kGradient, false>(problem, buffers, log_abs_det);
  }
}

void Forward(const BarrierProblem& problem, BarrierBuffers& buffers, double* log_abs_det) {
  Any<false>(problem, buffers, log_abs_det);
}

void Backward(const BarrierProblem& problem, BarrierBuffers& buffers, double* log_abs_det) {
  Any<true>(problem, buffers, log_abs_det);
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace attn {
namespace {
HWY_EXPORT(Forward);
HWY_EXPORT(Backward);
}  // namespace

namespace kernels {

std::size_t BarrierBuffers::bytes() const {
  std::size_t sum = (sum_x.capacity() + sum_w.capacity()) * sizeof(double) + elimination.bytes();
  for (const AlignedFloats* floats :
       {&x, &centred, &columns, &queries, &w, &w_transposed, &minus_w, &logits, &z, &weighted,
        &covariance, &matrix, &adjoint, &y, &d_logits, &d_x, &d_w, &d_queries}) {
    sum += floats->bytes();
  }
  return sum;
}

void barrier_forward(const BarrierProblem& problem, BarrierBuffers& buffers, double* log_abs_det) {
  HWY_DYNAMIC_DISPATCH(Forward)(problem, buffers, log_abs_det);
}

void barrier_gradient(const BarrierProblem& problem, BarrierBuffers& buffers, double* log_abs_det) {
  HWY_DYNAMIC_DISPATCH(Backward)(problem, buffers, log_abs_det);
}

}  // namespace kernels
}  // namespace attn

#endif  // HWY_ONCE
