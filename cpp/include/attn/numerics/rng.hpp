// Seeded random numbers, the same bits on every platform: the generator is integer arithmetic, and
// what is made of it uses only + - * /, the square root and attn::mathfn.
//
// One Rng is one stream; it holds its state and nothing else, so different objects may be used from
// different threads.
#pragma once

#include <cstdint>
#include <vector>

#include "attn/numerics/types.hpp"

namespace attn {

/// A stream of random numbers.
class Rng {
 public:
  /// All there is to a generator: a copy of it continues the stream.
  struct State {
    std::uint64_t counter;  ///< of splitmix64
    double kept_normal;     ///< the sine of a pair whose cosine has been handed out; 0 for none
    bool has_kept_normal;   ///< whether there is one
  };

  /// Any seed is as good as any other; the same seed gives the same stream.
  explicit Rng(std::uint64_t seed) noexcept;

  /// The next 64 random bits: splitmix64 (Steele, Lea and Flood 2014), of period 2^64.
  std::uint64_t next() noexcept;

  /// Uniform on the open interval (0, 1): ((next() >> 11) + 0.5) / 2^53, at most 1 - 2^-53 (the
  /// largest would round to 1).
  double uniform() noexcept;

  /// Standard normal by Box and Muller (1958): sqrt(-2 ln u1) cos(2 pi u2), and the sine at the
  /// next call. Two uniform() for two normals; other draws in between do not discard the kept one.
  double normal() noexcept;

  /// An index drawn with probability weights[i] / (their sum): the first whose cumulative sum
  /// exceeds u times the sum, of one u = uniform(); else the last of positive weight. An index of
  /// weight 0 is never drawn. `weights` are n >= 1 finite numbers >= 0, with a sum that is finite
  /// and > 0; throws Error otherwise, and then draws nothing.
  Index categorical(const double* weights, Index n);
  /// From all of a vector: weights[i] of the index i.
  Index categorical(const std::vector<double>& weights);

  /// The numbers 0 .. n - 1 in random order, each order equally likely: Fisher and Yates from the
  /// end, exchanging place i with floor(u (i + 1)), n - 1 uniform() in all. 0 <= n <= 2^53; throws
  /// Error otherwise.
  std::vector<Index> permutation(Index n);

  /// What restore() continues from.
  [[nodiscard]] State save() const noexcept;

  /// Continues where save() was called, the kept normal included. Throws Error when that is not a
  /// finite number.
  void restore(const State& state);

 private:
  State state_;
};

}  // namespace attn
