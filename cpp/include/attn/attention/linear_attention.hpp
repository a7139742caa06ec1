// Attention by features: a kernel phi(q) phi(k) in place of exp(q k), so that the sums over keys
// are taken once for all queries, and time grows with n and not with n^2. Source: seed 001,
// section 10.2. Scores here are q k without 1 / sqrt(d): multiply queries and keys by d^(-1/4) for
// scaled attention. Random features of m frequencies err like 1 / sqrt(m), and grow useless for
// large scores; ELU + 1 is another function than exp, at any m. Products of features are right on
// average, but the output is a ratio of two, and so is not. All functions are pure but for the
// generator that they are given; any thread may call them; the same bits on every platform.
#pragma once

#include <limits>

#include "attn/numerics/rng.hpp"
#include "attn/numerics/types.hpp"

namespace attn {

/// What phi is made of, for frequencies w_1 .. w_m.
enum class FeatureKind {
  kElu,            ///< x + 1 for x > 0, else e^x, of each of the d numbers: no random ones
  kFourier,        ///< cos(w x) / sqrt(m), then sin(w x) / sqrt(m): estimates exp(-|q - k|^2 / 2)
  kTrigonometric,  ///< those of kFourier times exp(|x|^2 / 2): estimates exp(q k), also below 0
  kPositive        ///< exp(w x - |x|^2 / 2) / sqrt(m): estimates exp(q k), all of it above 0
};

/// A map to features.
struct FeatureMap {
  FeatureKind kind = FeatureKind::kElu;  ///< what they are made of
  Matrix frequencies;                    ///< (m x d); empty for kElu
};

/// m frequencies of d normal numbers (m x d). `orthogonal`: of each d in turn the directions are at
/// right angles, by Gram and Schmidt, and the lengths those of other normal vectors; each is
/// distributed as before, and the estimates err less. m, d >= 1. Throws Error otherwise.
[[nodiscard]] Matrix random_frequencies(Index m, Index d, bool orthogonal, Rng& rng);

/// phi of each row of x (n x d), finite and not empty: d features for kElu, m for kPositive, 2 m
/// for the others (n x features). Throws Error otherwise, for frequencies that do not fit, and for
/// features too large for a double.
[[nodiscard]] Matrix feature_rows(const FeatureMap& map, const MatrixRef& x);

/// phi(q_i) phi(k_j) (n_q x n_k): what stands in for exp(q_i k_j); of kFourier for
/// exp(-|q_i - k_j|^2 / 2). Over their sum those are softmax(q_i k_j - |k_j|^2 / 2), which is
/// softmax(q_i k_j) where all keys have one length. Conditions as above. Source: seed 001, eq 73.
[[nodiscard]] Matrix feature_kernel(const FeatureMap& map, const MatrixRef& q, const MatrixRef& k);

/// What linear_attention finds.
struct LinearAttention {
  Matrix output;      ///< (n_q x d_v)
  Vector normaliser;  ///< phi(q_i) sum_j phi(k_j) (n_q), in units that are > 0 and each query's own
};

/// sum_j phi(q_i) phi(k_j) v_j / sum_j phi(q_i) phi(k_j) by running sums, features times d_v
/// numbers however many keys there are; `causal`: over j <= i only. q (n_q x d), k (n_k x d), v
/// (n_k x d_v), finite and not empty. Features are taken in units of the largest of their row, so
/// that none is too large; the normaliser's sign is that of the sum. It can be below 0 for
/// kTrigonometric and kFourier, and then the output is no mean of values; where it is 0, as where
/// all products vanish, the row is zeros. Throws Error for what does not fit, and for outputs too
/// large for a double. Source: seed 001, eq 74.
[[nodiscard]] LinearAttention linear_attention(const MatrixRef& q, const MatrixRef& k,
                                               const MatrixRef& v, const FeatureMap& map,
                                               bool causal = false);

/// The sums over the keys that have come so far, which is all that later queries need: linear
/// attention as a recurrent network, its keys and its queries in pieces of any size. Not shared
/// between threads without a lock; different objects are independent. Source: seed 001, eq 74.
class LinearAttentionState {
 public:
  /// No keys yet, of rows of d numbers with values of `values` numbers, both >= 1. Throws Error
  /// otherwise, and for frequencies that do not fit.
  LinearAttentionState(const FeatureMap& map, Index d, Index values);

  /// Takes in keys k (n x d) with their values v (n x values), finite and not empty. Throws Error
  /// otherwise and for features too large for a double; the state is then as it was.
  void add(const MatrixRef& k, const MatrixRef& v);
  /// What linear_attention() has for queries q (n x d) over the keys so far, bit by bit; zeros
  /// where there are none. Throws Error as it does.
  [[nodiscard]] LinearAttention read(const MatrixRef& q) const;

 private:
  friend LinearAttention linear_attention(const MatrixRef& q, const MatrixRef& k,
                                          const MatrixRef& v, const FeatureMap& map, bool causal);
  void take(const double* features, double scale, const double* value);
  double give(const double* features, double* out) const;

  FeatureMap map_;
  Index d_;
  Matrix weighted_;  // sum_j phi(k_j) v_j, and sum_j phi(k_j), in units of e^scale_
  Vector sum_;
  double scale_ = -std::numeric_limits<double>::infinity();  // the largest of the keys
};

/// The variance of the estimate of exp(q k) by one positive feature, exp(|q + k|^2) exp(2 q k)
/// (1 - exp(-|q + k|^2)); of m independent ones an m-th of it. Small where the kernel is.
/// q and k (d), finite, not empty. Throws Error otherwise, and for values too large for a double.
/// Source: Choromanski and others 2021, lemma 2.
[[nodiscard]] double positive_feature_variance(const VectorRef& q, const VectorRef& k);

/// The variance by the cosine and sine of one frequency, exp(|q + k|^2) exp(-2 q k)
/// (1 - exp(-|q - k|^2))^2 / 2: small where q is near k, and large where the kernel is small. As
/// above.
[[nodiscard]] double trigonometric_feature_variance(const VectorRef& q, const VectorRef& k);

}  // namespace attn
