// How long heads that start nearly equal wait on the plateau of the first pattern: in gradient flow
// of the regression task, or trained by Adam on the classification task. Source: seed 003,
// sections 2.4 and 3; the law that is compared is ours.
#pragma once

#include <memory>
#include <optional>
#include "experiments/bases.hpp"

#include "attn/numerics/rng.hpp"
#include "experiments/incremental-patterns/pattern_run.hpp"

namespace attn::experiments {

/// Who learns.
enum class WaitingOf { kFlow, kAdam };

struct WaitingTimeParams {
  ATTN_DESCRIBED(WaitingTimeParams);
  ATTN_CHOICE(WaitingOf, method,
              "gradient flow of strengths 3, m2 and 1.4, or Adam on the three clues of twelve lags",
              "flow", "adam") = WaitingOf::kFlow;
  ATTN_PARAM(Index, heads, "that learn", within(2, 6)) = 3;
  ATTN_PARAM(Index, lags, "that each attends to, in the flow", within(3, 12)) = 6;
  ATTN_PARAM(double, m2, "strength of the second pattern, in the flow", within(1.6, 2.8)) = 2.0;
  ATTN_PARAM(std::uint64_t, seed, "of four runs, which each have four scales of one start") = 3;
};

struct WaitingTimeFrame {
  ATTN_DESCRIBED(WaitingTimeFrame);
  ATTN_FIELD(Index, runs, "in all, four starts at each of four scales") = 0;
  ATTN_FIELD(Index, done, "so far: all scales of the first start, then of the next") = 0;
  ATTN_FIELD(double, limit, "of time, or of steps, after which a run is given up") = 0.0;
  ATTN_FIELD(Vector, u, "(4) scales of the start");
  ATTN_FIELD(Matrix, waits,
             "t2 - t1, a row for each scale, a column for each start (4 x 4); Infinity where it "
             "was given up, 0 where it has not been run");
  ATTN_FIELD(Vector, medians, "(4) over the starts that were run at all scales; 0 before");
  ATTN_FIELD(Vector, theory, "(4) (ln 1/u)^2 / (4 c); none for Adam");
  ATTN_FIELD(Matrix, curve, "u and that, at scales between (25 x 2); none for Adam");
  ATTN_FIELD(
      double, slope,
      "of the roots of the medians over ln 1/u, by least squares; 0 while one is not known") = 0.0;
  ATTN_FIELD(double, rate, "c = m2^2 H / (T (m1^2 - m2^2)); 0 for Adam") = 0.0;
  ATTN_FIELD(double, theory_slope, "1 / (2 sqrt(c)); 0 for Adam") = 0.0;
  ATTN_FIELD(double, ratio,
             "of the median waits, what the last factor of 100 adds over what the first adds; 0 "
             "while one is not known") = 0.0;
  ATTN_FIELD(
      double, halving_error,
      "largest relative change of a wait of the first start with half the step; 0 for Adam") = 0.0;
};

/// A run of heads up to the end of its second stage.
class WaitingRun;

class WaitingTime : public WithOpening<WaitingTime>,
                    public WithFrame<WaitingTimeParams, WaitingTimeFrame> {
 public:
  static constexpr const char* kName = "waiting_time";
  static constexpr const char* kAbout =
      "how long the first plateau lasts for heads that start nearly equal (seed 003, section 2.4)";
  static constexpr bool kFloats = true;
  static std::vector<Setting<Params>> settings();
  static double self_test() { return pattern_self_test(); }

  static constexpr Index kScales = 4;
  static constexpr Index kStarts = 4;

  explicit WaitingTime(const Params& params);
  WaitingTime(const Params& params, InUnits);
  ~WaitingTime();

  /// The task of Adam and its best laws, then the first start.
  static constexpr Index kOpeningUnits = 2;
  Index opening_units() const { return kOpeningUnits; }
  void open_unit(Index unit);

  /// A unit is 200 Runge-Kutta steps, or 50 of Adam.
  bool refine(Index budget);
  double progress() const {
    return static_cast<double>(frame_.done) / static_cast<double>(frame_.runs);
  }

 private:
  void draw_start();
  void begin(bool halved);
  void finish();
  void summarise();

  Params params_;
  Rng seeds_;
  Vector m_;                      // of the flow
  PatternTask task_;              // of Adam
  std::optional<BestLaws> best_;  // of that
  PatternData data_;              // of this start
  PatternMoments laws_;           // of that
  Vector levels_;                 // of its stages
  Matrix start_;                  // its logits at the scale 1
  std::unique_ptr<WaitingRun> run_;
  bool halved_ = false;
};

}  // namespace attn::experiments
