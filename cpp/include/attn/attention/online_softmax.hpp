// A softmax-weighted mean that is taken piece by piece, without the scores being kept. What flash
// attention does for a query and a block of keys; pieces may be merged in any order. Source: seed
// 001, eq 71, 72 and the theorem of section 10.1.2.
#pragma once

#include <limits>

#include "attn/numerics/types.hpp"

namespace attn {

/// What has been seen so far of scores s_j and values v_j: max, sum and weighted sum. Not shared
/// between threads without a lock; different objects are independent.
class OnlineSoftmax {
 public:
  /// Nothing yet, of values with so many entries. Throws Error for values < 0.
  explicit OnlineSoftmax(Index values = 0);

  /// Takes in a key with its score and value. A score of -Infinity is a key that is masked: nothing
  /// changes. Throws Error for a score that is NaN or Infinity, for a value that is not finite or
  /// of another size, and where the weighted sum of values would be too large for a double; the
  /// state is then as it was.
  void add(double score, const VectorRef& value);
  /// Takes in a key where only the normaliser is wanted: throws Error unless this was made for 0
  /// values.
  void add(double score);

  /// Takes in what another has seen. Throws Error if its values are of another size, and where the
  /// weighted sum would be too large; the state is then as it was.
  void merge(const OnlineSoftmax& other);

  /// The largest score, m; -Infinity where there is none.
  [[nodiscard]] double max() const { return max_; }
  /// sum_j exp(s_j - m), l; 0 where there is none.
  [[nodiscard]] double sum() const { return sum_; }
  /// log sum_j exp(s_j); -Infinity where there is none.
  [[nodiscard]] double log_normaliser() const;
  /// sum_j a_j v_j with a = softmax(s); zeros where there is no key, as in a fully masked row.
  [[nodiscard]] Vector mean() const;

 private:
  void take(const char* function, double max, double sum, const VectorRef& weighted);

  double max_ = -std::numeric_limits<double>::infinity();
  double sum_ = 0.0;
  Vector weighted_;  // sum_j exp(s_j - m) v_j
};

}  // namespace attn
