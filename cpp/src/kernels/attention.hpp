// Attention in float with SIMD, block by block. Internal: the arguments have been checked. Matrices
// are row-major and not empty; a stride is from a row to the next, in floats.
//
// Scores are taken in powers of 2: queries are multiplied by the scale, log2(e) and 1 / T first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace attn::kernels {

/// Floats that begin where a cache line does, so that no vector lies across two.
class AlignedFloats {
 public:
  /// Room for n floats, whose values are not kept. Memory is taken only where there was less.
  void resize(std::size_t n) {
    if (store_.size() < n + kLine) store_.resize(n + kLine);
  }
  float* data() { return store_.data() + before(); }
  const float* data() const { return store_.data() + before(); }
  std::size_t bytes() const { return store_.capacity() * sizeof(float); }

 private:
  static constexpr std::size_t kLine = 16;
  std::size_t before() const {
    const auto past = reinterpret_cast<std::uintptr_t>(store_.data()) / sizeof(float) % kLine;
    return past == 0 ? 0 : kLine - past;
  }
  std::vector<float> store_;
};

/// Queries, keys and values, and how scores become weights.
struct AttentionProblem {
  const float* q;  // queries x d
  const float* k;  // keys x d
  const float* v;  // keys x d_v
  std::size_t q_stride, k_stride, v_stride;
  std::size_t queries, keys, d, d_v;
  // Scores in powers of 2 are (q query_factor) (k key_factor); key_factor is a power of 2. Neither
  // factor times the largest of its numbers, nor any sum of products, is too large for a float.
  float query_factor, key_factor;
  float softcap;           // in the units of the scores; 0 for none
  const double* bias;      // queries x keys, nullptr for none
  double bias_factor;      // log2(e) / T
  const bool* allowed;     // queries x keys, nullptr for all
  bool causal;             // query i has the keys j <= i
  std::size_t key_length;  // only the first so many keys are there
};

/// What the functions below work in: made once and used again, it is allocated once.
struct AttentionBuffers {
  AlignedFloats key_columns, value_columns;  // panels of keys by coordinate
  AlignedFloats key_rows, value_rows;        // panels of coordinates by key
  AlignedFloats d_keys, d_values, d_queries;
  AlignedFloats queries, query_rows, d_output, d_output_rows;  // of a block of queries
  AlignedFloats scores, d_scores, slopes, output;              // of a block
  std::vector<float> row_max, row_means;
  std::vector<double> row_sum;

  std::size_t bytes() const;
};

/// The largest size of a number of x (rows x columns); Infinity or NaN where one of them is that.
float largest_size(const float* x, std::size_t rows, std::size_t columns, std::size_t stride);

/// The logarithm of the sum of weights of a query without a key.
inline constexpr double kNoKeys = -std::numeric_limits<double>::infinity();

/// output (queries x d_v) <- attention; zeros for queries without a key. log2_sums (queries): log2
/// of the sum of each query's 2^score, times kExp2Scale; kNoKeys for queries without a key.
/// 753 keys max|v| is a float.
void attention_forward(const AttentionProblem& problem, AttentionBuffers& buffers, float* output,
                       std::size_t output_stride, double* log2_sums);

/// Gradients from output and d_output (queries x d_v) and from log2_sums, in rows of panels: see
/// padded. dq and dk lack the factor scale / T. Entries may be infinite or NaN
/// where floats are too small for them.
void attention_backward(const AttentionProblem& problem, const double* log2_sums,
                        const float* output, std::size_t output_stride, const float* d_output,
                        std::size_t d_output_stride, AttentionBuffers& buffers);

/// The length of the rows of buffers.d_queries, d_keys and d_values for so many columns.
std::size_t padded(std::size_t columns);

}  // namespace attn::kernels
