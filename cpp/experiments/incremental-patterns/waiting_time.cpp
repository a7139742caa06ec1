#include "experiments/incremental-patterns/waiting_time.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/training/pattern_flow.hpp"
#include "attn/training/pattern_measures.hpp"
#include "attn/training/stage_times.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

class WaitingRun {
 public:
  WaitingRun() = default;
  WaitingRun(const WaitingRun&) = delete;
  WaitingRun& operator=(const WaitingRun&) = delete;
  virtual ~WaitingRun() = default;

  /// Another unit; true when the second stage is over, or the time.
  bool advance(const Vector& levels) {
    if (losses_.empty()) losses_.push_back(loss());
    for (Index i = 0; i < points() && !over(levels); ++i) losses_.push_back(next());
    return over(levels);
  }
  /// From the end of the first stage to that of the second.
  double wait(const Vector& levels) const {
    const Vector curve =
        Eigen::Map<const Vector>(losses_.data(), static_cast<Index>(losses_.size()));
    const Vector times = spacing() * stage_times(curve, levels);
    // Where the first is Infinity so is the second.
    return std::isinf(times(1)) ? times(1) : times(1) - times(0);
  }

 private:
  virtual double loss() = 0;
  virtual double next() = 0;
  virtual Index points() const = 0;
  virtual double spacing() const = 0;
  virtual double limit() const = 0;

  bool over(const Vector& levels) const {
    return losses_.back() <= levels(1) ||
           spacing() * static_cast<double>(losses_.size() - 1) >= limit();
  }

  std::vector<double> losses_;
};

namespace {

constexpr double kFirstMargin = 3.0, kLastMargin = 1.4;
constexpr double kDt = 0.05;
constexpr double kFlowLimit = 1000.0;
constexpr Index kFlowUnit = 200;
constexpr double kAdamLimit = 1500.0;
constexpr Index kAdamUnit = 5;
constexpr Index kPatterns = kPatternGroups;
constexpr Index kCurve = 25;

// 1e-2, 1e-4, 1e-6, 1e-8.
double scale(Index j) { return mathfn::exp(-2.0 * static_cast<double>(j + 1) * mathfn::log(10.0)); }

class FlowRun final : public WaitingRun {
 public:
  FlowRun(Vector m, const Matrix& logits, double dt)
      : m_(std::move(m)), heads_{Matrix::Zero(logits.rows(), m_.size()), logits}, dt_(dt) {}

 private:
  double loss() override { return reduced_velocity(m_, heads_).loss; }
  double next() override {
    heads_ = flow_reduced(m_, heads_, dt_, 1);
    return loss();
  }
  Index points() const override { return kFlowUnit; }
  double spacing() const override { return dt_; }
  double limit() const override { return kFlowLimit; }

  Vector m_;
  ReducedHeads heads_;
  double dt_;
};

// What differs between heads is kept in doubles, whatever the passes lose: starts of 1e-8 are told
// apart.
class AdamRun final : public WaitingRun {
 public:
  AdamRun(const PatternData& data, const PatternMoments& laws, const Matrix& logits)
      : trainer_(data, {std::vector<Matrix>(static_cast<std::size_t>(logits.rows()),
                                            Matrix::Zero(kPatternTokens, kPatternTokens)),
                        logits}),
        laws_(laws) {}

 private:
  // The excess, on the contexts that it learns from.
  double loss() override { return trainer_.divergence(laws_); }
  double next() override {
    trainer_.step(kAdamUnit);
    return loss();
  }
  Index points() const override { return 10; }
  double spacing() const override { return static_cast<double>(kAdamUnit); }
  double limit() const override { return kAdamLimit; }

  FastPatternTrainer trainer_;
  const PatternMoments& laws_;
};

double slope_of(const Vector& x, const Vector& y) {
  const double mean = x.mean();
  double over = 0.0, under = 0.0;
  for (Index i = 0; i < x.size(); ++i) {
    over += (x(i) - mean) * y(i);
    under += (x(i) - mean) * (x(i) - mean);
  }
  return over / under;
}

}  // namespace

std::vector<Setting<WaitingTimeParams>> WaitingTime::settings() {
  WaitingTimeParams close;
  close.m2 = 2.8;
  close.heads = 6;
  close.lags = 3;
  WaitingTimeParams adam;
  adam.method = WaitingOf::kAdam;
  adam.heads = 2;
  return {{WaitingTimeParams{}, 0, 3}, {close, 0, 5}, {adam, 0, 2}};
}

WaitingTime::WaitingTime(const Params& params) : WaitingTime(params, InUnits{}) {
  open(kOpeningUnits);
}

WaitingTime::WaitingTime(const Params& params, InUnits)
    : params_(checked(kName, params)), seeds_(params.seed), m_(kPatterns) {
  m_ << kFirstMargin, params_.m2, kLastMargin;
  Frame& f = frame_;
  const bool flow = params_.method == WaitingOf::kFlow;
  f.runs = kScales * kStarts;
  f.limit = flow ? kFlowLimit : kAdamLimit;
  f.u.resize(kScales);
  for (Index j = 0; j < kScales; ++j) f.u(j) = scale(j);
  f.waits = Matrix::Zero(kScales, kStarts);
  f.medians = Vector::Zero(kScales);
  if (flow) {
    const auto expected = [&](double u) {
      return expected_wait(u, kFirstMargin, params_.m2, params_.heads, params_.lags);
    };
    f.theory = f.u.unaryExpr(expected);
    f.curve.resize(kCurve, 2);
    for (Index i = 0; i < kCurve; ++i) {
      const double share = static_cast<double>(i) / static_cast<double>(kCurve - 1);
      f.curve(i, 0) =
          mathfn::exp((1.0 - share) * mathfn::log(f.u(0)) + share * mathfn::log(f.u(kScales - 1)));
      f.curve(i, 1) = expected(f.curve(i, 0));
    }
    f.rate = wait_rate(kFirstMargin, params_.m2, params_.heads, params_.lags);
    f.theory_slope = 0.5 / std::sqrt(f.rate);
    Vector plateaus(kPatterns);
    for (Index rank = 0; rank < kPatterns; ++rank) plateaus(rank) = plateau(m_, rank);
    levels_ = mid_levels(plateaus);
  }
}

void WaitingTime::open_unit(Index unit) {
  if (unit > 0) {
    draw_start();
    begin(false);
  } else if (params_.method == WaitingOf::kAdam) {
    task_ = clue_task(kPatternLags, 1.5, kPatternBase);
    best_.emplace(task_);
  }
}

WaitingTime::~WaitingTime() = default;

// The contexts first, where there are any, then the logits.
void WaitingTime::draw_start() {
  Rng rng(seeds_.next());
  if (params_.method == WaitingOf::kFlow) {
    start_ = minimal_heads(params_.heads, 1, params_.lags, 1.0, rng).logits;
    return;
  }
  data_ = uniform_contexts(task_, PatternRun::kContexts, PatternTargets::kLaws, rng);
  start_ = minimal_heads(params_.heads, kPatternTokens, kPatternLags, 1.0, rng).logits;
  levels_ = mid_levels(pattern_stairs(*best_, data_).head(kPatterns));
  laws_ = pattern_moments(data_, data_.laws);
}

void WaitingTime::begin(bool halved) {
  halved_ = halved;
  const Matrix logits = frame_.u(frame_.done % kScales) * start_;
  if (params_.method == WaitingOf::kFlow) {
    run_ = std::make_unique<FlowRun>(m_, logits, halved ? 0.5 * kDt : kDt);
  } else {
    run_ = std::make_unique<AdamRun>(data_, laws_, logits);
  }
}

// A run has ended: of the first start it is done once more with half the step.
void WaitingTime::finish() {
  Frame& f = frame_;
  const Index j = f.done % kScales, start = f.done / kScales;
  const double wait = run_->wait(levels_);
  if (halved_) {
    const double error =
        wait == f.waits(j, start) ? 0.0 : std::fabs(wait / f.waits(j, start) - 1.0);
    f.halving_error = larger(f.halving_error, error);
  } else {
    f.waits(j, start) = wait;
    if (start == 0 && params_.method == WaitingOf::kFlow) {
      begin(true);
      return;
    }
  }
  ++f.done;
  if (f.done % kScales == 0) {
    summarise();
    if (f.done < f.runs) draw_start();
  }
  if (f.done < f.runs) {
    begin(false);
  } else {
    run_.reset();
  }
}

void WaitingTime::summarise() {
  Frame& f = frame_;
  const Index starts = f.done / kScales;
  for (Index j = 0; j < kScales; ++j) f.medians(j) = median(f.waits.row(j).head(starts));
  const bool known = std::isfinite(highest(f.medians));
  f.slope = known ? slope_of(-f.u.unaryExpr(&mathfn::log), f.medians.cwiseSqrt()) : 0.0;
  f.ratio = known ? (f.medians(3) - f.medians(2)) / (f.medians(1) - f.medians(0)) : 0.0;
}

bool WaitingTime::refine(Index budget) {
  check_budget(kName, budget);
  for (Index spent = 0; run_ && spent < budget; ++spent) {
    if (run_->advance(levels_)) finish();
  }
  return run_ == nullptr;
}

}  // namespace attn::experiments
