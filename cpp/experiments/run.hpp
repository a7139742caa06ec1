// An experiment behind one face: opened from named values, stepped and refined in slices, looked at
// in frames.
#pragma once

#include <memory>

#include "experiments/saving.hpp"
#include "experiments/sink.hpp"
#include "experiments/source.hpp"

namespace attn::experiments {

/// Where an experiment's bits are compared: at a step, after so many units of refining.
template <typename Params>
struct Setting {
  Params params;
  Index t;
  Index refinements;
};

/// Given to a constructor that is to leave the work of opening to `open`. What trains is open once
/// it has been restored.
struct InUnits {};

/// What a run that trains can do besides. Its state is computed ahead of the step that is looked
/// at, by `refine` and by a seek past what there is, and is kept in bytes, by which another run of
/// the same parameters goes on with the same bits.
class Training {
 public:
  Training() = default;
  Training(const Training&) = delete;
  Training& operator=(const Training&) = delete;
  virtual ~Training() = default;

  /// Steps computed so far: up to here a seek trains nothing.
  virtual Index frontier() const = 0;
  /// The run at its frontier.
  virtual Bytes save() const = 0;
  /// Goes on from there; shows the frontier. Throws Error, and changes nothing, for anything but a
  /// whole saved run of the same experiment and parameters.
  virtual void restore(const Bytes& bytes) = 0;
  /// From now on what is kept of earlier steps takes at most so many bytes; the same steps are
  /// shown, by the same bits.
  virtual void keep_within(std::size_t bytes) = 0;
};

/// A run of some experiment. Exact: seeking back and forth gives the same bits. Its calls throw
/// Error in the experiment's name where an argument is out of range, and change nothing then.
class Run {
 public:
  Run() = default;
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  virtual ~Run() = default;

  /// The last step; 0 for what has one state.
  virtual Index steps() const = 0;
  /// The step to look at first.
  virtual Index opens() const = 0;
  /// Whether more work makes a frame better.
  virtual bool refines() const = 0;
  /// Goes towards step t (0 .. steps), at most `budget` (>= 1) units of work, those of its opening
  /// first; true when it has arrived.
  virtual bool seek(Index t, Index budget) = 0;
  /// Improves the frame, at most `budget` units of work; true when nothing is left to do.
  virtual bool refine(Index budget) = 0;
  /// Share of the refining that is done, 0 .. 1.
  virtual double progress() const = 0;
  /// What there is to see at the step reached.
  virtual void frame(Sink& sink) const = 0;
  /// Of a run that trains; null for any other.
  virtual Training* training() { return nullptr; }
};

/// Throws Error in the name of the experiment for a step outside 0 .. last or a budget below 1.
void check_step(const char* experiment, Index t, Index last, Index budget);
void check_budget(const char* experiment, Index budget);

namespace runs {

template <typename X, typename = void>
struct Steps : std::false_type {};
template <typename X>
struct Steps<X, std::void_t<decltype(std::declval<const X&>().steps())>> : std::true_type {};
template <typename X, typename = void>
struct Opens : std::false_type {};
template <typename X>
struct Opens<X, std::void_t<decltype(std::declval<const X&>().opens())>> : std::true_type {};
/// What takes long to open does so in units of work: `open(budget)` gives back what it has not
/// spent.
template <typename X>
using OpensInUnits = std::is_constructible<X, const typename X::Params&, InUnits>;
template <typename X, typename = void>
struct Refines : std::false_type {};
template <typename X>
struct Refines<X, std::void_t<decltype(std::declval<X&>().refine(Index{1}))>> : std::true_type {};
template <typename X, typename = void>
struct Progresses : std::false_type {};
template <typename X>
struct Progresses<X, std::void_t<decltype(std::declval<const X&>().progress())>> : std::true_type {
};

/// What trains has a `State`, described as a frame is, which is all that a saved run holds.
template <typename X, typename = void>
struct Trains : std::false_type {};
template <typename X>
struct Trains<X, std::void_t<typename X::State>> : std::true_type {};

template <typename X>
class RunOf : public Run {
 public:
  explicit RunOf(const typename X::Params& params) : x_(made(params)) {}

  Index steps() const override {
    if constexpr (Steps<X>::value) return x_.steps();
    return 0;
  }
  Index opens() const override {
    if constexpr (Opens<X>::value) return x_.opens();
    return steps();
  }
  bool refines() const override { return Refines<X>::value; }
  bool seek(Index t, Index budget) override {
    check_step(X::kName, t, steps(), budget);
    if constexpr (OpensInUnits<X>::value) {
      budget = x_.open(budget);
      if (budget == 0) return false;
    }
    if constexpr (Steps<X>::value) return x_.seek(t, budget);
    return true;
  }
  bool refine(Index budget) override {
    check_budget(X::kName, budget);
    open_whole();
    if constexpr (Refines<X>::value) return x_.refine(budget);
    return true;
  }
  double progress() const override {
    static_assert(Refines<X>::value == Progresses<X>::value, "what refines says how far it is");
    if constexpr (Progresses<X>::value) return x_.progress();
    return 1.0;
  }
  void frame(Sink& sink) const override {
    open_whole();
    write(x_.frame(), sink);
  }

 private:
  static X made(const typename X::Params& params) {
    if constexpr (OpensInUnits<X>::value) {
      return X(params, InUnits{});
    } else {
      return X(params);
    }
  }

 protected:
  // For who does not seek first: what is seen does not depend on how it was opened.
  void open_whole() const {
    if constexpr (OpensInUnits<X>::value) x_.open(check::kMaxBudget);
  }

  mutable X x_;  // a frame may have to be opened first
};

template <typename X>
class TrainingRunOf final : public RunOf<X>, public Training {
 public:
  explicit TrainingRunOf(const typename X::Params& params)
      : RunOf<X>(params), params_(hash_of_params(params)) {}

  Training* training() override { return this; }
  Index frontier() const override { return this->x_.frontier(); }
  Bytes save() const override {
    this->open_whole();
    return save_state(X::kName, params_, this->x_.state());
  }
  void restore(const Bytes& bytes) override {
    this->x_.restore(saved_state<typename X::State>(X::kName, params_, bytes));
  }
  void keep_within(std::size_t bytes) override { this->x_.keep_within(bytes); }

 private:
  std::uint64_t params_;
};

/// A run of these parameters.
template <typename X>
std::unique_ptr<Run> of(const typename X::Params& params) {
  if constexpr (Trains<X>::value) return std::make_unique<TrainingRunOf<X>>(params);
  return std::make_unique<RunOf<X>>(params);
}

}  // namespace runs

/// Opens the experiment X with what the source has. Throws Error naming X and the parameter that it
/// refuses.
template <typename X>
std::unique_ptr<Run> open(const Source& source) {
  typename X::Params params;
  read(source, params);
  return runs::of<X>(params);
}

}  // namespace attn::experiments
