// Attention in single precision with SIMD, block by block: for sizes at which the reference path is
// too slow. Forward and backward, with the masks and options of attention.hpp, in memory that grows
// with the number of queries and keys.
//
// Within kFlashErrorBound (1 + s) of attention() relative to the largest |v|, where s is the
// largest sum_ab |q_ia g_ab k_jb| / T plus the largest |bias| / T: what rounding floats does to a
// score of that size. Gradients have the same bound relative to what they are sums of, see below.
// Measured in tests/cpp/attention/test_attention_flash_fast.cpp over random, huge, tiny and equal
// tokens. The last bits depend on the width of the machine's vectors: use attention() or
// flash_attention() where the same bits are wanted everywhere. All functions are pure but for the
// workspace; any thread may call them, each with a workspace of its own.
#pragma once

#include <memory>

#include "attn/attention/attention.hpp"

namespace attn {

/// The relative error per unit of 1 + s, as the top of this page says.
inline constexpr double kFlashErrorBound = 3e-7;

/// As FlashAttention, in float, with maximum and sum in one.
struct FloatFlashAttention {
  FloatMatrix output;     ///< O (n_q x d_v); zeros in rows whose keys are all excluded
  Vector log_normaliser;  ///< log sum_j exp((cap(S_ij) + bias_ij) / T); -Infinity for no key
};

/// As FlashGradients, in float.
struct FloatFlashGradients {
  FloatMatrix d_q;  ///< (n_q x d_q)
  FloatMatrix d_k;  ///< (n_k x d_k)
  FloatMatrix d_v;  ///< (n_k x d_v)
};

/// What the functions below work in. One that is used again and again takes memory only when sizes
/// grow. Not shared between threads without a lock.
class FlashWorkspace {
 public:
  FlashWorkspace();
  /// Moving takes the memory along; the other may then only be assigned to or destroyed.
  FlashWorkspace(FlashWorkspace&& other) noexcept;
  /// Its own memory is freed; the other may then only be assigned to or destroyed.
  FlashWorkspace& operator=(FlashWorkspace&& other) noexcept;
  ~FlashWorkspace();

  /// Its memory in bytes: O(n_q + n_k) for given d.
  [[nodiscard]] std::size_t bytes() const;

  /// What the memory is made of; not for callers.
  struct Work;
  /// For the functions of this header alone.
  Work& work() { return *work_; }

 private:
  std::unique_ptr<Work> work_;
};

/// What attention() computes. q (n_q x d_q), k (n_k x d_k) and v (n_k x d_v): finite, not empty,
/// with at most 2^28 entries, columns counted in 32s. Options as there, without relative embeddings
/// and with a temperature that is a normal float. Throws Error otherwise, and where scores / T
/// could be larger than 1e36, or the output too large for a float. Source: seed 001, theorem of
/// section 10.1.2.
[[nodiscard]] FloatFlashAttention flash_attention_fast(const FloatMatrixRef& q,
                                                       const FloatMatrixRef& k,
                                                       const FloatMatrixRef& v,
                                                       const AttentionOptions& options = {});

/// The same results from and to the caller's memory, for heads that lie side by side in one buffer
/// and for loops: nothing is copied, and nothing allocated once the workspace has met the sizes.
/// output (n_q x d_v) and log_normaliser (n_q) must not overlap the inputs, and are untouched when
/// this throws.
void flash_attention_fast(const FloatView& q, const FloatView& k, const FloatView& v,
                          const AttentionOptions& options, FlashWorkspace& workspace,
                          const FloatSpan& output, double* log_normaliser);

/// Into matrices, for callers of Eigen who go on with the same shape: `out` keeps its memory where
/// the shape is the same, and is untouched when this throws. q, k and v may lie in out.output,
/// which takes memory in each such call.
void flash_attention_fast(const FloatMatrixRef& q, const FloatMatrixRef& k, const FloatMatrixRef& v,
                          const AttentionOptions& options, FlashWorkspace& workspace,
                          FloatFlashAttention& out);

/// Gradients with respect to q, k and v from d_output (n_q x d_v, finite), with the weights made
/// again from `forward`, what flash_attention_fast returned for the same arguments. Throws Error as
/// flash_attention_fast, and where a gradient is too large for a float.
/// With e = d_v max|v| max|dO| and u = kFlashErrorBound (1 + s), errors are at most u e max|g k| /
/// T in d_q, u n_q e max|g^T q| / T in d_k (all numbers taken by their size) and u n_q max|dO| in
/// d_v. Source: seed 001, sections 6.5 and 10.1.
[[nodiscard]] FloatFlashGradients flash_attention_fast_backward(const FloatMatrixRef& q,
                                                                const FloatMatrixRef& k,
                                                                const FloatMatrixRef& v,
                                                                const AttentionOptions& options,
                                                                const FloatFlashAttention& forward,
                                                                const FloatMatrixRef& d_output);

/// Gradients from and to the caller's memory, with the conditions of flash_attention_fast for that:
/// `output` and `log_normaliser` are what it wrote; d_q, d_k and d_v have the shapes of q, k and v
/// and overlap neither each other nor an input.
void flash_attention_fast_backward(const FloatView& q, const FloatView& k, const FloatView& v,
                                   const AttentionOptions& options, const FloatView& output,
                                   const double* log_normaliser, const FloatView& d_output,
                                   FlashWorkspace& workspace, const FloatSpan& d_q,
                                   const FloatSpan& d_k, const FloatSpan& d_v);

/// Gradients into matrices; `out` keeps its memory where the shapes are the same, and is untouched
/// when this throws. q, k, v and d_output may lie in it.
void flash_attention_fast_backward(const FloatMatrixRef& q, const FloatMatrixRef& k,
                                   const FloatMatrixRef& v, const AttentionOptions& options,
                                   const FloatFlashAttention& forward,
                                   const FloatMatrixRef& d_output, FlashWorkspace& workspace,
                                   FloatFlashGradients& out);

}  // namespace attn
