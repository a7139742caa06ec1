// Linear attention in single precision with SIMD: for sizes at which the reference path is too
// slow, and attention itself grows with n^2. Features of ELU + 1 and positive ones, full and
// causal, in memory that does not grow with the number of queries and keys.
//
// Within kLinearErrorBound (1 + s) of linear_attention() relative to the largest |v|, where s is
// the largest sum_a |w_fa x_a| + |x|^2 / 2 of a query plus that of a key, and 0 for ELU + 1: what
// rounding floats does to a phase of that size. That is so while a query shares features with its
// keys; where the sum of products of features falls below 1e-25 of the largest ones, or that ratio
// times the largest |v| below 1e-37, digits are lost, and where it vanishes the row is zeros.
// Measured in tests/cpp/attention/test_linear_attention_fast.cpp. The last bits depend on the width
// of the machine's vectors. All functions are pure but for the workspace; any thread may call them,
// each with a workspace of its own.
#pragma once

#include <memory>

#include "attn/attention/linear_attention.hpp"

namespace attn {

/// The relative error per unit of 1 + s, as the top of this page says.
inline constexpr double kLinearErrorBound = 1e-6;

/// What the function below works in. One that is used again and again takes memory only when sizes
/// grow. Not shared between threads without a lock.
class LinearWorkspace {
 public:
  LinearWorkspace();
  /// Moving takes the memory along; the other may then only be assigned to or destroyed.
  LinearWorkspace(LinearWorkspace&& other) noexcept;
  /// Its own memory is freed; the other may then only be assigned to or destroyed.
  LinearWorkspace& operator=(LinearWorkspace&& other) noexcept;
  ~LinearWorkspace();

  /// Its memory in bytes: O((d + d_v) features), whatever the number of queries and keys.
  [[nodiscard]] std::size_t bytes() const;

  /// What the memory is made of; not for callers.
  struct Work;
  /// For the function of this header alone.
  Work& work() { return *work_; }

 private:
  std::unique_ptr<Work> work_;
};

/// The output of linear_attention(). q (n_q x d), k (n_k x d) and v (n_k x d_v): finite, not empty,
/// with at most 2^28 entries each; at most 2^20 features, and 2^26 features times d_v. map.kind is
/// kElu or kPositive. Throws Error otherwise, and where |w| |x| + |x|^2 / 2 of the longest w and x
/// exceeds 80 for kPositive, or the sums could exceed 1e37: linear_attention() then is the one to
/// call. Source: seed 001, eq 74.
[[nodiscard]] FloatMatrix linear_attention_fast(const FloatMatrixRef& q, const FloatMatrixRef& k,
                                                const FloatMatrixRef& v, const FeatureMap& map,
                                                bool causal = false);

/// The same from and to the caller's memory, for heads that lie side by side in one buffer and for
/// loops: nothing is allocated once the workspace has met the sizes. output (n_q x d_v) must not
/// overlap the inputs, and is untouched when this throws.
void linear_attention_fast(const FloatView& q, const FloatView& k, const FloatView& v,
                           const FeatureMap& map, bool causal, LinearWorkspace& workspace,
                           const FloatSpan& output);

}  // namespace attn
