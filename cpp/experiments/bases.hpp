// What classes of experiments have in common: a frame that is kept, steps that are there at once,
// opening and work in units, training of which all is kept.
#pragma once

#include "experiments/run.hpp"

namespace attn::experiments {

/// Shows a frame that it keeps: filled by its constructor, changed by steps and refining.
template <typename P, typename F>
class WithFrame {
 public:
  using Params = P;
  using Frame = F;
  const Frame& frame() const { return frame_; }

 protected:
  Frame frame_;
};

/// X has all of its steps from the beginning: `look_at(t)` makes the frame that of step t.
template <typename X, typename P, typename F>
class WithSteps : public WithFrame<P, F> {
 public:
  bool seek(Index t, Index budget) {
    X& x = static_cast<X&>(*this);
    check_step(X::kName, t, x.steps(), budget);
    x.look_at(t);
    return true;
  }
  /// Where the step's number is all that changes.
  void look_at(Index t) { this->frame_.step = t; }

 private:
  friend X;
  WithSteps() = default;
};

template <typename X>
class WithTraining;

/// X takes long to open, and does so in units of work: `open_unit(i)` is one of all
/// `opening_units()`, in their order. Its constructor does all of them, unless it is given InUnits.
template <typename X>
class WithOpening {
 public:
  /// At most so many units; what is left of them when it is open.
  Index open(Index budget) {
    X& x = static_cast<X&>(*this);
    for (; opened_ < x.opening_units() && budget > 0; --budget) x.open_unit(opened_++);
    return budget;
  }

 private:
  friend X;
  WithOpening() = default;

  Index opened_ = 0;  // units so far
};

/// X refines in units of work of one kind: `work()` does the next of all `units()`, and counts it.
template <typename X>
class WithUnits {
 public:
  bool refine(Index budget) {
    X& x = static_cast<X&>(*this);
    check_budget(X::kName, budget);
    for (; done_ < x.units() && budget > 0; --budget) x.work();
    return done_ == x.units();
  }
  double progress() const {
    return static_cast<double>(done_) / static_cast<double>(static_cast<const X&>(*this).units());
  }

 protected:
  Index done_ = 0;  ///< units so far

 private:
  friend X;
  friend WithTraining<X>;
  WithUnits() = default;
};

/// X trains, a step being a unit of work, and keeps all that there is to see of each; step `at_` is
/// on show.
template <typename X>
class WithTraining : public WithUnits<X> {
 public:
  bool seek(Index t, Index budget) {
    X& x = static_cast<X&>(*this);
    check_step(X::kName, t, x.steps(), budget);
    for (; this->done_ < t && budget > 0; --budget) x.work();
    at_ = t < this->done_ ? t : this->done_;
    return at_ == t;
  }
  Index units() const { return static_cast<const X&>(*this).steps(); }
  Index frontier() const { return this->done_; }
  void keep_within(std::size_t) {}

 protected:
  Index at_ = 0;

 private:
  friend X;
  WithTraining() = default;
};

}  // namespace attn::experiments
