// The states of what is trained step by step: every one where they are small, else some, from which
// the others are computed again with the same bits.
#pragma once

#include <algorithm>
#include <map>

#include "experiments/saving.hpp"

namespace attn::experiments {

/// A frontier, up to which has been trained, and a step on show, anywhere up to it. A state is a
/// described struct that stays of one size; `step(state, t)` turns that after t steps into that
/// after t + 1, by nothing but the two, and does not throw. Of all steps the multiples of a power
/// of two are kept, the smallest for which they fit.
template <typename State>
class Checkpoints {
 public:
  /// Bytes that the states of a run may take.
  static constexpr std::size_t kMost = std::size_t{32} << 20;

  /// `first` is the state before the first step. Three states are held whatever `most` is: the
  /// first, that at the frontier, that on show.
  explicit Checkpoints(State first, std::size_t most = kMost)
      : each_(packed_size(first) + kBesides),
        at_first_(most),
        most_(most),
        newest_(first),
        shown_(first) {
    kept_.emplace(0, std::move(first));
  }

  /// Steps computed so far.
  Index frontier() const { return frontier_; }
  const State& newest() const { return newest_; }
  /// The step on show, at most the frontier.
  Index at() const { return at_; }
  const State& shown() const { return shown_; }
  /// What the states take in memory.
  std::size_t bytes() const { return (kept_.size() + 2) * each_; }
  /// Steps from a state that is kept to the next.
  Index stride() const { return stride_; }

  /// From now on the states take at most so many bytes, and never more than at first. What does not
  /// fit goes at once, and stays away where the bound is raised again.
  void keep_within(std::size_t most) {
    most_ = std::min(most, at_first_);
    thin();
  }

  /// Trains on towards `last`, at most `budget` steps; true when that is the frontier or behind it.
  template <typename Step>
  bool train(Index last, Index budget, const Step& step) {
    for (; frontier_ < last && budget > 0; --budget) {
      step(newest_, frontier_);
      keep(++frontier_, newest_);
    }
    return frontier_ >= last;
  }

  /// Shows step t, from the nearest state before it, at most `budget` steps; true when it has
  /// arrived. Past the frontier it trains.
  template <typename Step>
  bool seek(Index t, Index budget, const Step& step) {
    const Index before = frontier_;
    if (!train(t, budget, step)) return false;
    budget -= frontier_ - before;
    go_near(t);
    for (; at_ < t && budget > 0; --budget) {
      step(shown_, at_);
      keep(++at_, shown_);
    }
    return at_ == t;
  }

  /// As though it had been trained up to `frontier`, and shows that. What is kept of steps before
  /// stays.
  void resume(Index frontier, State state) {
    frontier_ = at_ = frontier;
    shown_ = state;
    newest_ = std::move(state);
    keep(frontier_, newest_);
  }

 private:
  // Of an entry of the map, and of what a state has on the heap.
  static constexpr std::size_t kBesides = 128;

  void keep(Index t, const State& state) {
    if (t % stride_ != 0 || kept_.count(t) > 0) return;
    kept_.emplace(t, state);
    thin();
  }

  void thin() {
    while (bytes() > most_ && kept_.size() > 1) {
      stride_ *= 2;
      for (auto it = kept_.begin(); it != kept_.end();) {
        it = it->first % stride_ == 0 ? std::next(it) : kept_.erase(it);
      }
    }
  }

  void go_near(Index t) {
    if (t == frontier_) {
      at_ = frontier_;
      shown_ = newest_;
      return;
    }
    const auto nearest = std::prev(kept_.upper_bound(t));
    if (at_ <= t && at_ >= nearest->first) return;
    at_ = nearest->first;
    shown_ = nearest->second;
  }

  std::size_t each_;
  std::size_t at_first_;
  std::size_t most_;
  Index stride_ = 1;
  std::map<Index, State> kept_;
  Index frontier_ = 0;
  Index at_ = 0;
  State newest_;
  State shown_;
};

}  // namespace attn::experiments
