#include "experiments/gradient-dynamics/frame_precision.hpp"

#include <cmath>
#include <vector>

#include "attn/numerics/largest.hpp"
#include "attn/training/head_diagnostics.hpp"
#include "experiments/gradient-dynamics/small_head.hpp"
#include "experiments/numbers.hpp"
#include "numerics/sort_numbers.hpp"

namespace attn::experiments {
namespace {

constexpr double kInit = 0.5;
constexpr double kTime = 20.0;
constexpr Index kFrames = 400;
constexpr double kSettled = 0.1;
// Of a way, where a tenth of something quadratic in it is left: sqrt(0.1).
constexpr double kThird = 0.316227766016837933;
constexpr double kStuck = 0.5;
constexpr double kLossLimit = 1000.0;
constexpr Index kCompared = 10;  // steps

enum Quantity : Index { kAttention, kValues, kCalibration, kQuantities };

Index steps_of(const FramePrecisionParams& p) {
  return static_cast<Index>(std::floor(kTime / p.eta + 0.5));
}

Index step_at(Index frame, Index steps) { return frame * steps / kFrames; }

TrainerOptions options_of(const FramePrecisionParams& p) {
  TrainerOptions out;
  out.eta = {p.rho * p.eta, p.eta, p.eta};
  out.loss_limit = kLossLimit;
  return out;
}

Toy softened(const FramePrecisionParams& p, std::uint64_t seed) {
  Toy out = draw_toy(seed, kInit);
  const double shared = p.soft / static_cast<double>(kToyClasses);
  for (double& t : out.targets.reshaped<Eigen::RowMajor>()) t = (1.0 - p.soft) * t + shared;
  return out;
}

// What a run looked like at each frame.
struct Course {
  Matrix attention;  // alpha in a row (401 x 25)
  Matrix values;     // v (401 x 10)
  Vector calibration;
  bool given_up = false;

  Vector left(Quantity of) const {
    const Index last = calibration.size() - 1;
    if (of == kCalibration) return calibration.array() - calibration(last);
    const Matrix& m = of == kAttention ? attention : values;
    Vector out(last + 1);
    for (Index k = 0; k <= last; ++k) out(k) = (m.row(k) - m.row(last)).norm();
    return out;
  }
};

Course course_of(const FramePrecisionParams& p, std::uint64_t seed) {
  const Toy toy = softened(p, seed);
  SmallHead head(toy.x, toy.targets, toy.weights, options_of(p));
  Course out;
  out.attention.resize(kFrames + 1, head.attention().size());
  out.values.resize(kFrames + 1, head.values().size());
  out.calibration.resize(kFrames + 1);
  const Index steps = steps_of(p);
  Index at = 0;
  for (Index k = 0; k <= kFrames; ++k) {
    // What is given up stays where it was.
    for (; at < step_at(k, steps); ++at) out.given_up = !head.step();
    out.attention.row(k) = head.attention().reshaped<Eigen::RowMajor>().transpose();
    out.values.row(k) = head.values().reshaped<Eigen::RowMajor>().transpose();
    out.calibration(k) = head.divergence();
  }
  return out;
}

// Over what is left at the start; what has no way to go has nothing left.
Vector share_of(const Vector& left) {
  const double way = std::fabs(left(0));
  return way > 0.0 ? Vector(left / way) : Vector(Vector::Zero(left.size()));
}

// The first frame from which all stay below a share.
Index settled_at(const Vector& share, double below) {
  Index k = share.size();
  while (k > 0 && std::fabs(share(k - 1)) < below) --k;
  return k;
}

// Between the two numbers that the place falls between, by its distance from both.
double quantile(std::vector<double>& numbers, double share) {
  sort_numbers(numbers);
  const double place = share * static_cast<double>(numbers.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(place));
  if (below + 1 == numbers.size()) return numbers[below];
  return numbers[below] +
         (place - static_cast<double>(below)) * (numbers[below + 1] - numbers[below]);
}

// A piece of the run by the trainer that checks every step, and by the library's measure of a
// change.
double oracle_error(const FramePrecisionParams& p) {
  const Toy toy = softened(p, p.seed);
  HeadTrainer trainer(toy.x, toy.targets, toy.weights, options_of(p));
  const ClassifierForward before = trainer.forward();
  trainer.step(kCompared);
  const TrainingChange change = training_change(before, trainer.forward());
  SmallHead head(toy.x, toy.targets, toy.weights, options_of(p));
  const Matrix attention = head.attention();
  const Matrix values = head.values();
  const double divergence = head.divergence();
  for (Index i = 0; i < kCompared; ++i) head.step();
  const double calibration = (head.divergence() - divergence) / static_cast<double>(kToyTokens);
  double error = std::fabs(change.attention - (head.attention() - attention).norm());
  error = larger(error, std::fabs(change.values - (head.values() - values).norm()));
  return larger(error, std::fabs(change.calibration - calibration));
}

}  // namespace

std::vector<Setting<FramePrecisionParams>> FramePrecision::settings() {
  FramePrecisionParams fast;
  fast.rho = 100.0;
  fast.soft = 0.0;
  fast.draws = 3;
  FramePrecisionParams slow;
  slow.rho = 0.1;
  slow.eta = 0.0123;
  slow.draws = 1;
  slow.seed = 5;
  return {{FramePrecisionParams{}, 0, 0}, {fast, 0, 0}, {slow, 0, 0}};
}

FramePrecision::FramePrecision(const Params& params) : FramePrecision(params, InUnits{}) {
  open(opening_units());
}

FramePrecision::FramePrecision(const Params& params, InUnits) : params_(checked(kName, params)) {
  Frame& f = frame_;
  f.steps = steps_of(params_);
  f.times.resize(kFrames + 1);
  for (Index k = 0; k <= kFrames; ++k) {
    f.times(k) = params_.eta * static_cast<double>(step_at(k, f.steps));
  }
  f.ends.resize(params_.draws);
  f.all_settled.resize(params_.draws, kQuantities);
  by_third_.resize(params_.draws);
  for (Matrix& m : shares_) m.resize(kFrames + 1, params_.draws);
}

void FramePrecision::open_unit(Index unit) {
  if (unit < params_.draws) {
    train(unit);
  } else {
    sum_up();
  }
}

void FramePrecision::train(Index draw) {
  Frame& f = frame_;
  const Course course = course_of(params_, params_.seed + static_cast<std::uint64_t>(draw));
  f.given_up += course.given_up ? 1 : 0;
  f.ends(draw) = course.calibration(kFrames);
  const double least = lowest(course.calibration);
  f.least = draw == 0 ? least : -larger(-f.least, -least);
  for (const Quantity of : {kAttention, kValues, kCalibration}) {
    const Vector left = course.left(of);
    const Vector share = share_of(left);
    shares_[static_cast<std::size_t>(of)].col(draw) = share;
    f.all_settled(draw, of) = f.times(settled_at(share, kSettled));
    if (of == kAttention) by_third_(draw) = f.times(settled_at(share, kThird));
    if (draw > 0) continue;
    f.left.conservativeResize(kQuantities, kFrames + 1);
    f.absolute.conservativeResize(kQuantities, kFrames + 1);
    f.left.row(of) = share.transpose();
    f.absolute.row(of) = (of == kCalibration ? course.calibration : left).transpose();
  }
}

void FramePrecision::sum_up() {
  Frame& f = frame_;
  f.settled = f.all_settled.row(0).transpose();
  f.medians.resize(kQuantities);
  f.lower.resize(kQuantities, kFrames + 1);
  f.upper.resize(kQuantities, kFrames + 1);
  for (Index of = 0; of < kQuantities; ++of) {
    f.medians(of) = median(f.all_settled.col(of));
    for (Index k = 0; k <= kFrames; ++k) {
      const auto row = shares_[static_cast<std::size_t>(of)].row(k);
      std::vector<double> numbers(row.begin(), row.end());
      f.lower(of, k) = quantile(numbers, 0.25);
      f.upper(of, k) = quantile(numbers, 0.75);
    }
  }
  f.median_end = median(f.ends);
  const Vector calibration = f.all_settled.col(kCalibration);
  const auto draws = static_cast<double>(params_.draws);
  const Vector frames = f.all_settled.col(kAttention);
  f.first = static_cast<double>((frames.array() < calibration.array()).count()) / draws;
  f.first_by_third = static_cast<double>((by_third_.array() < calibration.array()).count()) / draws;
  f.stuck = static_cast<double>((f.ends.array() > kStuck).count()) / draws;
  f.oracle_error = oracle_error(params_);
}

}  // namespace attn::experiments
