// Passes, for each block of keys, and for each of queries:
//   features  <- the map of keys; sums += features^T (values and a 1)      MapKeys, AddKeys
//   features  <- the map of queries; output <- features sums               ReadSums
//   output    += (queries' features keys' features^T, causal) values       AddDiagonal, where
//   causal output    <- output / what the 1 has become                            Normalise
// In causal attention blocks of keys are added as their queries have been answered.
#include "kernels/linear_attention.hpp"

#include <algorithm>

#include "attn/numerics/mathfn.hpp"
#include "kernels/exp2.hpp"

#define HWY_TARGET_INCLUDE "kernels/linear_attention.cpp"
#include "kernels/all_targets.hpp"
#include "kernels/exp2-inl.hpp"
#include "kernels/tile-inl.hpp"
#include "numerics/infinity.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

using kernels::LinearBuffers;
using kernels::LinearProblem;

// Rows that are taken together. Sums over a block are added to those over all: so that rounding
// grows with the number of blocks, not of keys.
constexpr size_t kBlockRows = 64;

// Features and values, in whole panels; the last value is the 1 whose sum is the normaliser.
struct Padded {
  explicit Padded(const LinearProblem& problem)
      : features(PackedColumns<true>(problem.features)),
        values(PackedColumns<true>(problem.d_v + 1)) {}
  size_t features, values;
};

// The exponential is that of -87.3 below it; here what is not there has to count as nothing.
constexpr float kLeastExponent = -87.0F;

// ELU + 1 of d numbers, and zeros up to `padded`.
HWY_INLINE void EluRow(const float* x, size_t d, size_t padded, float* out) {
  const FloatTag df;
  const ExpNotPositive<FloatTag> weight(df);
  std::copy(x, x + d, out);
  std::fill(out + d, out + padded, 0.0F);
  for (size_t b = 0; b < padded; b += kLanes) {
    const Floats value = hn::LoadU(df, out + b);
    const Floats exponential = weight(hn::Min(value, hn::Set(df, -0.0F)));
    const Floats below =
        hn::IfThenElseZero(hn::Ge(value, hn::Set(df, kLeastExponent)), exponential);
    const Floats above = hn::Add(value, hn::Set(df, 1.0F));
    hn::StoreU(hn::IfThenElse(hn::Gt(value, hn::Zero(df)), above, below), df, out + b);
  }
  std::fill(out + d, out + padded, 0.0F);
}

// exp(phase - the largest) of `count` phases, and zeros up to `padded`; the largest.
HWY_INLINE float ExpRow(size_t count, size_t padded, float* row) {
  const FloatTag df;
  const ExpNotPositive<FloatTag> weight(df);
  std::fill(row + count, row + padded, row[0]);
  Floats most = hn::LoadU(df, row);
  for (size_t b = kLanes; b < padded; b += kLanes) most = hn::Max(most, hn::LoadU(df, row + b));
  const float largest = hn::GetLane(hn::MaxOfLanes(df, most));
  const Floats top = hn::Set(df, largest);
  for (size_t b = 0; b < padded; b += kLanes) {
    const Floats below = hn::Sub(hn::LoadU(df, row + b), top);
    const auto counts = hn::Ge(below, hn::Set(df, kLeastExponent));
    hn::StoreU(hn::IfThenElseZero(counts, weight(below)), df, row + b);
  }
  std::fill(row + count, row + padded, 0.0F);
  return largest;
}

HWY_INLINE float SquareOf(const float* x, size_t d) {
  const FloatTag df;
  Floats sums = hn::Zero(df);
  size_t c = 0;
  for (; c + kLanes <= d; c += kLanes) {
    const Floats numbers = hn::LoadU(df, x + c);
    sums = hn::MulAdd(numbers, numbers, sums);
  }
  float sum = hn::GetLane(hn::SumOfLanes(df, sums));
  for (; c < d; ++c) sum += x[c] * x[c];
  return sum;
}

float LongestSquare(const float* x, size_t rows, size_t columns, size_t stride) {
  float most = 0.0F;
  for (size_t r = 0; r < rows; ++r) most = HWY_MAX(most, SquareOf(x + r * stride, columns));
  return most;
}

// out (rows x padded features) <- features of rows of x, each in units of its largest, whose
// logarithms go to scales.
HWY_NOINLINE void Features(const LinearProblem& problem, const float* x, size_t stride, size_t rows,
                           LinearBuffers& buffers, float* out, double* scales) {
  const size_t padded = Padded(problem).features;
  if (problem.frequencies == nullptr) {
    for (size_t r = 0; r < rows; ++r) {
      EluRow(x + r * stride, problem.d, padded, out + r * padded);
      scales[r] = 0.0;
    }
    return;
  }
  Multiply<true, false, true>({x, stride}, buffers.frequency_columns.data(), problem.d, rows,
                              padded, {out, padded, nullptr, nullptr});
  for (size_t r = 0; r < rows; ++r) {
    const float largest = ExpRow(problem.features, padded, out + r * padded);
    scales[r] = static_cast<double>(largest) -
                0.5 * static_cast<double>(SquareOf(x + r * stride, problem.d));
  }
}

// A block of keys is mapped, its features and what has been summed before brought to the units of
// the largest scale so far, which is returned.
double MapKeys(const LinearProblem& problem, size_t first, size_t rows, double scale,
               LinearBuffers& buffers) {
  const Padded padded(problem);
  float* features = buffers.key_features.data();
  double* scales = buffers.scales.data();
  Features(problem, problem.k + first * problem.k_stride, problem.k_stride, rows, buffers, features,
           scales);
  const double largest = *std::max_element(scales, scales + rows);
  if (largest > scale) {
    // 0 for the first block.
    const auto factor = static_cast<float>(mathfn::exp(scale - largest));
    ScaleRow(factor, padded.features * padded.values, buffers.sums.data());
    scale = largest;
  }
  for (size_t r = 0; r < rows; ++r) {
    if (scales[r] == scale) continue;
    const auto factor = static_cast<float>(mathfn::exp(scales[r] - scale));
    ScaleRow(factor, padded.features, features + r * padded.features);
  }
  float* values = buffers.values.data();
  const size_t columns = problem.d_v + 1;
  for (size_t r = 0; r < rows; ++r) {
    std::copy_n(problem.v + (first + r) * problem.v_stride, problem.d_v, values + r * columns);
    values[r * columns + problem.d_v] = 1.0F;
  }
  Pack<true>(values, columns, rows, columns, 1.0F, buffers.value_rows.data());
  return scale;
}

// Adds the block of keys that MapKeys has left to the sums.
void AddKeys(const LinearProblem& problem, size_t rows, LinearBuffers& buffers) {
  const Padded padded(problem);
  const FloatTag df;
  float* sums = buffers.sums.data();
  float* block = buffers.block_sums.data();
  // The sums are packed.
  for (size_t b = 0; b < padded.values; b += kPanel) {
    PanelOf<true, true, kMostVectors>(
        {buffers.key_features.data(), padded.features}, buffers.value_rows.data() + b * rows, rows,
        0, padded.features, {block + b * padded.features, kPanel, nullptr, nullptr});
  }
  for (size_t i = 0; i < padded.features * padded.values; i += kLanes) {
    hn::StoreU(hn::Add(hn::LoadU(df, sums + i), hn::LoadU(df, block + i)), df, sums + i);
  }
}

// Adds to the output of a block of queries what the keys of the block of the same place give, each
// to the queries from its own on.
void AddDiagonal(const LinearProblem& problem, size_t queries, size_t keys,
                 LinearBuffers& buffers) {
  const Padded padded(problem);
  float* products = buffers.products.data();
  PackTransposed<true>(buffers.key_features.data(), padded.features, keys, padded.features, 1.0F,
                       buffers.key_columns.data());
  Multiply<true, false, true>({buffers.query_features.data(), padded.features},
                              buffers.key_columns.data(), padded.features, queries,
                              PackedColumns<true>(keys), {products, kBlockRows, nullptr, nullptr});
  for (size_t r = 0; r < queries; ++r) {
    for (size_t j = r + 1; j < keys; ++j) products[r * kBlockRows + j] = 0.0F;
  }
  float* output = buffers.output.data();
  Multiply<true, false, true>({products, kBlockRows}, buffers.value_rows.data(), keys, queries,
                              padded.values, {output, padded.values, output, nullptr});
}

// The output of a block of queries from the sums.
void ReadSums(const LinearProblem& problem, size_t first, size_t rows, LinearBuffers& buffers) {
  const Padded padded(problem);
  float* features = buffers.query_features.data();
  std::vector<double>& scales = buffers.scales;
  Features(problem, problem.q + first * problem.q_stride, problem.q_stride, rows, buffers, features,
           scales.data() + kBlockRows);
  Multiply<true, false, true>({features, padded.features}, buffers.sums.data(), padded.features,
                              rows, padded.values,
                              {buffers.output.data(), padded.values, nullptr, nullptr});
}

void Normalise(const LinearProblem& problem, size_t first, size_t rows, const float* sums,
               float* output, size_t output_stride) {
  const size_t stride = Padded(problem).values;
  for (size_t r = 0; r < rows; ++r) {
    const float* HWY_RESTRICT row = sums + r * stride;
    float* HWY_RESTRICT out = output + (first + r) * output_stride;
    const float normaliser = row[problem.d_v];
    for (size_t b = 0; b < problem.d_v; ++b) {
      out[b] = normaliser > 0.0F ? row[b] / normaliser : 0.0F;
    }
  }
}

void Reserve(const LinearProblem& problem, LinearBuffers& buffers) {
  const Padded padded(problem);
  buffers.frequency_columns.resize(padded.features * problem.d);
  buffers.query_features.resize(kBlockRows * padded.features);
  buffers.key_features.resize(kBlockRows * padded.features);
  buffers.key_columns.resize(kBlockRows * padded.features);
  buffers.values.resize(kBlockRows * (problem.d_v + 1));
  buffers.value_rows.resize(kBlockRows * padded.values);
  buffers.sums.resize(padded.features * padded.values);
  buffers.block_sums.resize(padded.features * padded.values);
  buffers.products.resize(kBlockRows * kBlockRows);
  buffers.output.resize(kBlockRows * padded.values);
  buffers.scales.resize(2 * kBlockRows);
}

void Linear(const LinearProblem& problem, LinearBuffers& buffers, float* output,
            size_t output_stride) {
  const Padded padded(problem);
  Reserve(problem, buffers);
  if (problem.frequencies != nullptr) {
    PackTransposed<true>(problem.frequencies, problem.d, problem.features, problem.d, 1.0F,
                         buffers.frequency_columns.data());
  }
  std::fill_n(buffers.sums.data(), padded.features * padded.values, 0.0F);
  double scale = -kInfinity;
  for (size_t j = 0; !problem.causal && j < problem.keys; j += kBlockRows) {
    const size_t rows = HWY_MIN(kBlockRows, problem.keys - j);
    scale = MapKeys(problem, j, rows, scale, buffers);
    AddKeys(problem, rows, buffers);
  }
  for (size_t i = 0; i < problem.queries; i += kBlockRows) {
    const size_t rows = HWY_MIN(kBlockRows, problem.queries - i);
    const bool diagonal = problem.causal && i < problem.keys;
    const size_t keys = diagonal ? HWY_MIN(rows, problem.keys - i) : 0;
    if (diagonal) scale = MapKeys(problem, i, keys, scale, buffers);
    ReadSums(problem, i, rows, buffers);
    if (diagonal) {
      AddDiagonal(problem, rows, keys, buffers);
      AddKeys(problem, keys, buffers);
    }
    Normalise(problem, i, rows, buffers.output.data(), output, output_stride);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace attn {
namespace {
HWY_EXPORT(Linear);
HWY_EXPORT(LongestSquare);
}  // namespace

namespace kernels {

std::size_t LinearBuffers::bytes() const {
  std::size_t sum = scales.capacity() * sizeof(double);
  for (const AlignedFloats* floats :
       {&frequency_columns, &query_features, &key_features, &key_columns, &values, &value_rows,
        &sums, &block_sums, &products, &output}) {
    sum += floats->bytes();
  }
  return sum;
}

float longest_square(const float* x, std::size_t rows, std::size_t columns, std::size_t stride) {
  return HWY_DYNAMIC_DISPATCH(LongestSquare)(x, rows, columns, stride);
}

void linear_attention(const LinearProblem& problem, LinearBuffers& buffers, float* output,
                      std::size_t output_stride) {
  HWY_DYNAMIC_DISPATCH(Linear)(problem, buffers, output, output_stride);
}

}  // namespace kernels
}  // namespace attn

#endif  // HWY_ONCE
