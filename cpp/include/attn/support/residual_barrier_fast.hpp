// The barrier of a sequence and its gradients in single precision with SIMD, for loops in which
// residual_map and barrier_gradient are too slow. Values are the tokens themselves, contexts s < t.
// Source: seed 002, eq 13, 14 and 24.
//
// How near the results are to those in double: for tokens of length 0.3 and |w| = 1, away from the
// boundary, log |det| has six digits after the point; at length 100 it may be wrong in the second,
// since the logits, which are of the size of r^2 |w|, are rounded. Here r is the length of the
// longest token and |w| a Frobenius norm. With M_t = I - Sigma_t w^T, and c_t 1 plus the product of
// the Frobenius norms of Sigma_t w^T and of M_t^-1, which is large near the boundary,
//
//   log |det M_t| is within b c_t of residual_map's, b = kBarrierErrorBound (1 + r^2 |w|),
//   a gradient of x is within b r |w| sum_t c_t^2, and one of w within b r^2 sum_t c_t^2.
//
// Where b c_t is above 1/2 a block may be singular to floats, and the log -Infinity. Measured in
// tests/cpp/support/test_residual_barrier_fast.cpp over random, equal, far and tiny tokens, those
// of lengths from 0.3 to 300, and near the boundary. The last bits are the machine's own, unless
// options say otherwise. All functions are pure but for the workspace; any thread may call them,
// each with a workspace of its own.
#pragma once

#include <memory>
#include <vector>

#include "attn/numerics/types.hpp"

namespace attn {

/// The error of a float in units of which the top of this page counts.
inline constexpr double kBarrierErrorBound = 2e-6;

/// -sum_t log |det M_t|, and its parts.
struct FastBarrier {
  double barrier;      ///< Infinity where an M_t is singular to floats
  Vector log_abs_det;  ///< log |det M_t|; -Infinity for a singular one (L)
};

/// The same with derivatives of the barrier.
struct FastBarrierGradient {
  FastBarrier value;  ///< the barrier itself
  FloatMatrix d_x;    ///< (L x d)
  FloatMatrix d_w;    ///< (d x d)
};

/// What counts, and how it is computed.
struct FastBarrierOptions {
  /// Tokens whose determinants count, from 0 to L - 1, each once; none are all. Of the others
  /// log_abs_det is 0.
  std::vector<Index> tokens;
  /// Products are fused with sums where the machine can. If not, bits are the same natively and in
  /// WebAssembly, wherever there is SIMD.
  bool fused = true;
};

/// What the functions below work in. One that is used again and again takes memory only when sizes
/// grow. Not shared between threads without a lock.
class BarrierWorkspace {
 public:
  BarrierWorkspace();
  /// Moving takes the memory along; the other may then only be assigned to or destroyed.
  BarrierWorkspace(BarrierWorkspace&& other) noexcept;
  /// Its own memory is freed; the other may then only be assigned to or destroyed.
  BarrierWorkspace& operator=(BarrierWorkspace&& other) noexcept;
  ~BarrierWorkspace();

  /// Its memory in bytes: O(L d + d^2).
  [[nodiscard]] std::size_t bytes() const;

  /// What the memory is made of; not for callers.
  struct Work;
  /// For the functions of this header alone.
  Work& work() { return *work_; }

 private:
  std::unique_ptr<Work> work_;
};

/// The barrier of tokens x (L x d) with logits x_t^T w x_s, s < t: residual_map's with w_q = w^T
/// and w_k = w_v = I, a scale being part of w. (w is the transpose of the a of context_block, whose
/// logits are x_s^T a x_t.) L and d >= 1, at most 2^26 numbers each of x and of
/// w (d x d), all finite. Throws Error otherwise, and for what is too large for a float.
[[nodiscard]] FastBarrier residual_barrier_fast(const FloatMatrixRef& x, const FloatMatrixRef& w,
                                                const FastBarrierOptions& options = {});

/// The same into `out`, which keeps its memory where L is the same, and is untouched when this
/// throws.
void residual_barrier_fast(const FloatMatrixRef& x, const FloatMatrixRef& w,
                           BarrierWorkspace& workspace, FastBarrier& out,
                           const FastBarrierOptions& options = {});

/// With gradients. Arguments and errors as above; throws Error also where an M_t is singular to
/// floats: residual_gradient then says more.
[[nodiscard]] FastBarrierGradient residual_barrier_fast_gradient(
    const FloatMatrixRef& x, const FloatMatrixRef& w, const FastBarrierOptions& options = {});

/// The same into `out`, which keeps its memory where shapes are the same, and is untouched when
/// this throws.
void residual_barrier_fast_gradient(const FloatMatrixRef& x, const FloatMatrixRef& w,
                                    BarrierWorkspace& workspace, FastBarrierGradient& out,
                                    const FastBarrierOptions& options = {});

}  // namespace attn
