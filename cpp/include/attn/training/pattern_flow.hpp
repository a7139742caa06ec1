// How heads learn patterns where nothing is drawn: the gradient flow of seed 003, section 3. Heads
// that say sum_k V_k X s_k, with weights s_k = softmax(q_k) of lags, learn to say
// sum_k m_k V*_k X s*_k: patterns V*_k at lags s*_k with strengths m_k. By proposition 1 their loss
// is |G - P|^2 / 2, a distance of two tensors: G = sum_k m_k V*_k (x) s*_k, what is to be learned,
// and P = sum_k V_k (x) s_k, what they say. That is so for data of assumption 1 and noise that is
// not correlated with it (erratum 003.6), and leaves out the constant that the noise adds.
// Pi(s) = diag(s) - s s^T is the Jacobian of softmax. A tensor is a matrix for each lag t: D s is
// sum_t s[t] D[t], and V^T D the inner products <V, D[t]>, a number for each t. All
// functions are pure; any thread may call them; the same bits on every platform.
#pragma once

#include <vector>

#include "attn/numerics/ode.hpp"

namespace attn {

/// A sum of B_k (x) v_k: as many matrices (d x d) as rows v_k of T numbers.
struct PatternTensor {
  std::vector<Matrix> matrices;  ///< B_k, K >= 1 of (d x d)
  Matrix vectors;                ///< v_k (K x T)
};

/// sum_kl <B_k, B'_l> <v_k, v'_l>. The single sum that is printed is no inner product (erratum
/// 003.3). Both finite, of the same d and T. Throws Error otherwise, and for what is too large for
/// a double.
[[nodiscard]] double inner_product(const PatternTensor& a, const PatternTensor& b);

/// Heads of the minimal model.
struct PatternHeads {
  std::vector<Matrix> values;  ///< V_k, H >= 1 of (d x d)
  Matrix logits;               ///< q_k (H x T)
};

/// Where the flow takes heads.
struct PatternVelocity {
  double loss;       ///< |G - P|^2 / 2, proposition 1
  PatternHeads d;    ///< dV_k / dt = (G - P) s_k and dq_k / dt = Pi(s_k) V_k^T (G - P)
  Matrix d_weights;  ///< ds_k / dt = Pi(s_k)^2 V_k^T (G - P), section 3.1 (H x T)
};

/// Loss and velocity of heads for the target G. Shapes as above, of one d and T, all finite. Throws
/// Error otherwise, and for what is too large for a double.
[[nodiscard]] PatternVelocity pattern_velocity(const PatternTensor& target,
                                               const PatternHeads& heads);

/// Heads of which only a few numbers move: where the patterns V*_l are orthonormal (assumption 2),
/// s*_l reads position l alone, and heads start as mixtures V_k = sum_l C_kl V*_l, they stay such
/// mixtures, and C and q say all.
struct ReducedHeads {
  Matrix mixture;  ///< C (H x h)
  Matrix logits;   ///< q (H x T)
};

/// Where the flow takes reduced heads.
struct ReducedVelocity {
  double loss;  ///< |D|^2 / 2
  /// D = G - P in the basis V*_l: row l is m_l at position l less sum_k C_kl s_k (h x T).
  Matrix residual;
  ReducedHeads d;  ///< dC / dt = s D^T, dq_k / dt = Pi(s_k) (C D)_k
};

/// Loss and velocity of reduced heads for strengths m (h), 1 <= h <= T. C (H x h) and q (H x T), H
/// >= 1, all finite. Throws Error otherwise, and for what is too large for a double.
[[nodiscard]] ReducedVelocity reduced_velocity(const VectorRef& m, const ReducedHeads& heads);

/// How a flow is integrated.
enum class FlowMethod {
  kEuler,       ///< one slope a step: gradient descent of that step
  kRungeKutta,  ///< four, of order 4
};

/// What flows, and how.
struct FlowOptions {
  FlowMethod method = FlowMethod::kRungeKutta;  ///< of each step
  /// ds_k / dt = Pi(s_k) V_k^T (G - P): Pi once instead of twice, which is no gradient flow of q.
  /// Published code has both.
  bool once = false;
};

/// The heads after `steps` >= 0 steps of dt > 0. Throws Error otherwise, as above, and where
/// numbers become too large for a double.
[[nodiscard]] PatternHeads flow_heads(const PatternTensor& target, const PatternHeads& start,
                                      double dt, Index steps, const FlowOptions& options = {});

/// The same of reduced heads.
[[nodiscard]] ReducedHeads flow_reduced(const VectorRef& m, const ReducedHeads& start, double dt,
                                        Index steps, const FlowOptions& options = {});

/// Reduced heads that flowed with steps as long as their error allows.
struct AdaptiveFlow {
  std::vector<ReducedHeads> heads;  ///< at each time
  Index accepted;                   ///< steps taken
  Index rejected;                   ///< steps tried and found too long
  double rise;  ///< largest rise of the loss in a step that was taken; 0 where it never rose
};

/// The same at all `times`, the first of which is that of `start`, by the adaptive pair of
/// integrate_ode: the witness of flow_reduced, which takes steps of one length. Times and tolerance
/// as there. Throws Error otherwise, as above, and where integrate_ode does.
[[nodiscard]] AdaptiveFlow flow_adaptive(const VectorRef& m, const ReducedHeads& start,
                                         const VectorRef& times,
                                         const OdeTolerance& tolerance = {});

/// The loss at which heads wait that have learned the `rank` >= 0 strongest patterns: half the sum
/// of squares of the other entries of m. No P of that rank has a smaller one (Eckart and Young).
/// Throws Error otherwise.
[[nodiscard]] double plateau(const VectorRef& m, Index rank);

}  // namespace attn
