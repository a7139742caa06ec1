// Steps of Adam with decay by itself, AdamW, over weights that lie one after the other, and what
// goes with them: a rate that rises and falls, and gradients that are clipped. AdamW is in double,
// the oracle; FastAdamW in float, with the same bits on every platform.
//
// Both take the same arguments. Given the same gradients, weights of FastAdamW are within 2e-6 of
// those of AdamW after 300 updates, relative to the largest (measured in
// tests/cpp/training/test_adamw.cpp). Functions are pure; objects are not shared between threads
// without a lock.
#pragma once

#include "attn/numerics/types.hpp"

namespace attn {

/// A rate that rises linearly and falls along half a cosine.
struct CosineSchedule {
  double rate = 5e-3;   ///< the largest, 0 to 1000
  Index warmup = 50;    ///< updates until it is reached, 0 to `updates`; 0 for none
  Index updates = 800;  ///< all there are, 1 to 10^9
  double floor = 0.05;  ///< share of the rate that the last update has, 0 to 1
};

/// The rate of an update, counted from 0. It rises to the whole rate in the last update of the
/// warm-up, as rate (update + 1) / warmup, and then falls to floor times it in the last of all, as
/// rate (floor + (1 - floor) (1 + cos(pi u)) / 2) with u = (update + 1 - warmup) / (updates -
/// warmup); there it stays. Throws Error for an update below 0 or
/// above 10^9 and for a schedule that is out of range.
[[nodiscard]] double cosine_rate(const CosineSchedule& schedule, Index update);

/// The Euclidean norm of at least one finite number; no square is too large or too small. Throws
/// Error otherwise, and where the norm is too large for a double.
[[nodiscard]] double gradient_norm(const Eigen::Ref<const Vector>& gradient);
/// Of floats, added up in double.
[[nodiscard]] double gradient_norm(const Eigen::Ref<const Eigen::VectorXf>& gradient);

/// What a gradient of this norm is multiplied by so that its norm is at most `limit`: limit / norm
/// or 1, and 1 for a limit of 0, which is none. Both finite and >= 0. Throws Error otherwise.
[[nodiscard]] double clip_factor(double norm, double limit);

/// How AdamW steps. The defaults are those of Kingma and Ba (2015).
struct AdamWOptions {
  double first = 0.9;     ///< of the mean, 0 to 1 - 1e-6
  double second = 0.999;  ///< of the squares, 0 to 1 - 1e-6
  double epsilon = 1e-8;  ///< added to the root of the squares, 1e-12 to 1e12
  /// All weights shrink: an update takes rate times this share of themselves off them, >= 0.
  double decay = 0.0;
  double clip = 0.0;  ///< the largest norm of a gradient over all weights, >= 0; 0 for no limit
};

/// What AdamW remembers.
struct AdamWState {
  Vector mean;        ///< of gradients, lately: each at most 2e15 in size
  Vector squares;     ///< their mean, lately: each from 0 to 4e30
  Index updates = 0;  ///< taken, 0 to 10^9
};

/// What FastAdamW remembers.
struct FastAdamWState {
  Eigen::VectorXf mean;     ///< as AdamWState::mean
  Eigen::VectorXf squares;  ///< as AdamWState::squares
  Index updates = 0;        ///< as AdamWState::updates
};

/// AdamW of Loshchilov and Hutter (2019), as PyTorch has it, in double.
class AdamW {
 public:
  /// For `size` weights, 1 to 2^26. Throws Error for another size, and for options that are out of
  /// range.
  explicit AdamW(Index size, const AdamWOptions& options = {});

  /// Takes one update: g is the gradient, clipped, m = first m + (1 - first) g, v = second v + (1 -
  /// second) g^2, and after n updates w - rate decay w - rate (m / (1 - first^n)) / (sqrt(v / (1 -
  /// second^n)) + epsilon) replaces w. Returns the norm of the gradient before it is clipped.
  ///
  /// Weights and gradient are of the size, weights at most 1e30 in size, the gradient finite and
  /// with a norm of at most 1e15 once clipped; rate is from 0 to 1000, rate times decay at most 1.
  /// Throws Error otherwise, and then nothing has changed. Allocates nothing where both lie one
  /// after the other. They may be the same memory.
  double step(Eigen::Ref<Vector> weights, const Eigen::Ref<const Vector>& gradient, double rate);

  /// All that it remembers: a copy of it continues with the same bits.
  [[nodiscard]] const AdamWState& state() const noexcept { return state_; }
  /// Continues from there. Throws Error for another size and for what is out of range; then nothing
  /// has changed.
  void restore(const AdamWState& state);

 private:
  AdamWOptions options_;
  AdamWState state_;
};

/// As AdamW, in float: one pass over the memory that measures, one that updates. Numbers that all
/// weights share are made in double and rounded once.
class FastAdamW {
 public:
  /// As AdamW::AdamW.
  explicit FastAdamW(Index size, const AdamWOptions& options = {});

  /// As AdamW::step.
  double step(Eigen::Ref<Eigen::VectorXf> weights,
              const Eigen::Ref<const Eigen::VectorXf>& gradient, double rate);

  /// All that it remembers: a copy of it continues with the same bits.
  [[nodiscard]] const FastAdamWState& state() const noexcept { return state_; }
  /// As AdamW::restore.
  void restore(const FastAdamWState& state);

 private:
  AdamWOptions options_;
  FastAdamWState state_;
};

}  // namespace attn
