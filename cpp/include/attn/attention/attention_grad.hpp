// The backward pass of attention, for one head. Source: seed 001, part V.
#pragma once

#include <string>
#include <vector>

#include "attn/attention/attention.hpp"

namespace attn {

/// Gradients of a loss L, each of the shape of what it is with respect to.
struct AttentionGradients {
  Matrix d_weights;  ///< A (n_q x n_k)
  Matrix d_scores;   ///< the raw scores S (n_q x n_k); 0 for keys that are excluded
  Matrix d_q;        ///< q (n_q x d_q)
  Matrix d_k;        ///< k (n_k x d_k)
  Matrix d_v;        ///< v (n_k x d_v)
  /// The metric g (d_q x d_k); without one, of scale times the identity, with its trace the
  /// gradient with respect to the scale.
  Matrix d_metric;
  Matrix d_bias;         ///< a bias (n_q x n_k), whether there was one or not; 0 for excluded keys
  Matrix d_relative;     ///< the relative embeddings, empty without them
  double d_temperature;  ///< T
};

/// Gradients from d_output = dL/dO (n_q x d_v). `forward` is what attention_forward returned for
/// the same q, k, v and options. 0 < temperature <= Infinity: at 0 the weights jump. Everything
/// finite; throws Error otherwise, and for gradients that are too large for a double.
///
/// With logits u = cap(S) + bias and A = softmax(u / T) of each row:
///   dA = dO v^T (eq 41), dv = A^T dO (eq 42), du = A (dA - sum_j A dA) / T (eq 46),
///   dS = du (1 - tanh^2(S / c)), dT = -sum du u / T.
/// With S_ij = c_i . (k_j + R_(i-j)), c = q g:
///   dc_i = sum_j dS_ij (k_j + R_(i-j)), dk = dS^T c, dR_m = sum over i - j = m of dS_ij c_i,
///   dq = dc g^T (eq 50), dg = q^T dc.
/// Source: seed 001, eq 36 to 51 and section 6.5.
[[nodiscard]] AttentionGradients attention_backward(const MatrixRef& q, const MatrixRef& k,
                                                    const MatrixRef& v,
                                                    const AttentionOptions& options,
                                                    const Attention& forward,
                                                    const MatrixRef& d_output);

/// How far a derived gradient is from central differences: gradient_error, where a gradient counts
/// as vanished that is 1e-5 of what it would be without saturated weights.
struct GradientError {
  std::string name;  ///< "d_q", "d_k" and so on, as in the struct
  double error;      ///< relative, of the whole gradient
};

/// What verify_gradients finds.
struct GradientCheck {
  std::vector<GradientError> errors;  ///< one for each gradient
  bool correct;                       ///< all errors are at most the tolerance
};

/// Compares d_q, d_k, d_v, d_metric, d_bias, d_temperature and, where there are embeddings,
/// d_relative with central differences, for the loss sum d_output O. Meant for small inputs: it
/// takes 24 forward passes for each entry of each. Arguments as those of attention_backward with a
/// finite temperature; d_output is normal random numbers, always the same. Throws Error as
/// attention_backward. Source: seed 001, section 13.3.
[[nodiscard]] GradientCheck verify_gradients(const MatrixRef& q, const MatrixRef& k,
                                             const MatrixRef& v,
                                             const AttentionOptions& options = {},
                                             double tolerance = 1e-7);
/// Compares them for the loss sum d_output O of this d_output (n_q x d_v), as where one entry of
/// the output is what counts: a random one hides what is wrong in few of many entries.
[[nodiscard]] GradientCheck verify_gradients(const MatrixRef& q, const MatrixRef& k,
                                             const MatrixRef& v, const AttentionOptions& options,
                                             const MatrixRef& d_output, double tolerance = 1e-7);

}  // namespace attn
