#include "attn/training/adamw.hpp"

#include <cmath>

#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "kernels/weights.hpp"
#include "training/adam_step.hpp"

namespace attn {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr Index kMaxWeights = Index{1} << 26;
constexpr double kMaxRate = 1e3;
// With these nothing in a step is too large for a float: rate / (1 - first) is at most 1e9, times a
// mean of 2e15, over an epsilon of 1e-12, 2e36. Squares too small for one are far below epsilon's.
constexpr double kMaxShare = 1.0 - 1e-6;
constexpr double kMinEpsilon = 1e-12, kMaxEpsilon = 1e12;
constexpr double kMaxGradient = 1e15;
constexpr double kMaxWeight = 1e30;
constexpr double kMaxMean = 2e15, kMaxSquare = 4e30;

AdamWOptions checked(const char* function, Index size, const AdamWOptions& options) {
  check::count(function, "size", size, 1, kMaxWeights);
  check::within(function, "options.first", options.first, 0.0, kMaxShare);
  check::within(function, "options.second", options.second, 0.0, kMaxShare);
  check::within(function, "options.epsilon", options.epsilon, kMinEpsilon, kMaxEpsilon);
  check::not_negative(function, "options.decay", options.decay);
  check::not_negative(function, "options.clip", options.clip);
  return options;
}

template <typename Numbers>
void check_finite(const char* function, const Numbers& gradient) {
  for (Index i = 0; i < gradient.size(); ++i) {
    const auto g = static_cast<double>(gradient[i]);
    if (!std::isfinite(g)) check::refuse(function, {"gradient[", i, "]"}, g, "a finite number");
  }
}

double norm_of(const char* function, const Eigen::Ref<const Vector>& gradient) {
  double most = 0.0;
  for (const double g : gradient) most = larger(most, std::fabs(g));
  if (!std::isfinite(most)) check_finite(function, gradient);
  if (most == 0.0) return 0.0;
  // In units of the largest, so that no square is too large.
  double sum = 0.0;
  for (const double g : gradient) sum += (g / most) * (g / most);
  return check::result(function, "the norm of gradient", most * std::sqrt(sum));
}

// Squares of floats are doubles, and so is the sum of as many as fit into memory.
double norm_of(const char* function, const Eigen::Ref<const Eigen::VectorXf>& gradient) {
  constexpr Index kSums = 8;
  double sums[kSums] = {};
  const float* from = gradient.data();
  const Index whole = gradient.size() / kSums * kSums;
  for (Index i = 0; i < whole; i += kSums) {
    for (Index j = 0; j < kSums; ++j) {
      const auto g = static_cast<double>(from[i + j]);
      sums[j] += g * g;
    }
  }
  for (Index i = whole; i < gradient.size(); ++i) {
    const auto g = static_cast<double>(from[i]);
    sums[i - whole] += g * g;
  }
  double sum = 0.0;
  for (const double s : sums) sum += s;
  if (!std::isfinite(sum)) check_finite(function, gradient);
  return std::sqrt(sum);
}

// All of them are at most so large; false for NaN.
template <typename Scalar>
bool all_within(const Scalar* numbers, Index size, Scalar low, Scalar high) {
  int outside = 0;
  for (Index i = 0; i < size; ++i) {
    outside |= static_cast<int>(!(numbers[i] >= low)) | static_cast<int>(!(numbers[i] <= high));
  }
  return outside == 0;
}

template <typename Numbers>
void check_within(const char* function, const char* argument, const Numbers& numbers, double low,
                  double high) {
  using Scalar = typename Numbers::Scalar;
  if (all_within(numbers.data(), numbers.size(), static_cast<Scalar>(low),
                 static_cast<Scalar>(high))) {
    return;
  }
  for (Index i = 0; i < numbers.size(); ++i) {
    const auto x = static_cast<double>(numbers[i]);
    if (x >= low && x <= high) continue;
    check::refuse(function, {argument, "[", i, "]"}, x, {"a number from ", low, " to ", high});
  }
}

// Checks the arguments of a step, and says what all weights share.
struct Measured {
  double norm;
  adam::Step step;
};

template <typename Weights, typename Gradient, typename State>
Measured measure(const char* function, const Weights& weights, const Gradient& gradient,
                 const State& state, const AdamWOptions& o, double rate) {
  const Index size = state.mean.size();
  check::count(function, "the size of weights", weights.size(), size, size);
  check::count(function, "the size of gradient", gradient.size(), size, size);
  check::within(function, "rate", rate, 0.0, kMaxRate);
  check::within(function, "rate times options.decay", rate * o.decay, 0.0, 1.0);
  check::count(function, "the number of updates before", state.updates, 0, check::kMaxBudget - 1);
  check_within(function, "weights", weights, -kMaxWeight, kMaxWeight);
  const double norm = norm_of(function, gradient);
  const double share = clip_factor(norm, o.clip);
  check::within(function, "the norm of the clipped gradient", share * norm, 0.0, kMaxGradient);
  return {norm,
          {rate, o.decay, share, o.first, o.second, o.epsilon,
           adam::missing_after(o.first, o.second, state.updates + 1)}};
}

template <typename State>
void check_state(const char* function, const State& state, Index size) {
  check::count(function, "the size of state.mean", state.mean.size(), size, size);
  check::count(function, "the size of state.squares", state.squares.size(), size, size);
  check::count(function, "state.updates", state.updates, 0, check::kMaxBudget);
  check_within(function, "state.mean", state.mean, -kMaxMean, kMaxMean);
  check_within(function, "state.squares", state.squares, 0.0, kMaxSquare);
}

void update(float* weights, const float* gradient, float* mean, float* squares, Index size,
            const adam::Step& s) {
  kernels::adamw_update(
      weights, gradient, mean, squares, static_cast<std::size_t>(size),
      {static_cast<float>(s.share), static_cast<float>(1.0 - s.first),
       static_cast<float>(1.0 - s.second), static_cast<float>(s.rate * s.decay),
       static_cast<float>(s.rate / s.missing.first),
       static_cast<float>(std::sqrt(1.0 / s.missing.second)), static_cast<float>(s.epsilon)});
}

}  // namespace

adam::Missing adam::missing_after(double first, double second, Index updates) {
  const auto n = static_cast<double>(updates);
  return {1.0 - mathfn::exp(n * mathfn::log(first)), 1.0 - mathfn::exp(n * mathfn::log(second))};
}

void adam::update(double* weights, const double* gradient, double* mean, double* squares,
                  Index size, const Step& s) {
  for (Index i = 0; i < size; ++i) {
    const double g = s.share * gradient[i];
    double w = weights[i];
    w -= s.rate * s.decay * w;
    const double m = s.first * mean[i] + (1.0 - s.first) * g;
    const double v = s.second * squares[i] + (1.0 - s.second) * g * g;
    mean[i] = m;
    squares[i] = v;
    weights[i] = w - s.rate * (m / s.missing.first) / (std::sqrt(v / s.missing.second) + s.epsilon);
  }
}

double cosine_rate(const CosineSchedule& schedule, Index update) {
  constexpr const char* kName = "cosine_rate";
  check::within(kName, "schedule.rate", schedule.rate, 0.0, kMaxRate);
  check::count(kName, "schedule.updates", schedule.updates, 1, check::kMaxBudget);
  check::count(kName, "schedule.warmup", schedule.warmup, 0, schedule.updates);
  check::within(kName, "schedule.floor", schedule.floor, 0.0, 1.0);
  check::count(kName, "update", update, 0, check::kMaxBudget);
  const auto done = static_cast<double>(update + 1), warmup = static_cast<double>(schedule.warmup);
  if (update < schedule.warmup) return schedule.rate * (done / warmup);
  if (update >= schedule.updates) return schedule.rate * schedule.floor;
  const double along = (done - warmup) / (static_cast<double>(schedule.updates) - warmup);
  const double left = 0.5 * (1.0 + mathfn::cos(kPi * along));
  return schedule.rate * (schedule.floor + (1.0 - schedule.floor) * left);
}

double gradient_norm(const Eigen::Ref<const Vector>& gradient) {
  check::count("gradient_norm", "the size of gradient", gradient.size(), 1, kMaxWeights);
  return norm_of("gradient_norm", gradient);
}

double gradient_norm(const Eigen::Ref<const Eigen::VectorXf>& gradient) {
  check::count("gradient_norm", "the size of gradient", gradient.size(), 1, kMaxWeights);
  return norm_of("gradient_norm", gradient);
}

double clip_factor(double norm, double limit) {
  check::not_negative("clip_factor", "norm", norm);
  check::not_negative("clip_factor", "limit", limit);
  return limit > 0.0 && norm > limit ? limit / norm : 1.0;
}

AdamW::AdamW(Index size, const AdamWOptions& options)
    : options_(checked("AdamW", size, options)),
      state_{Vector::Zero(size), Vector::Zero(size), 0} {}

double AdamW::step(Eigen::Ref<Vector> weights, const Eigen::Ref<const Vector>& gradient,
                   double rate) {
  const Measured found = measure("AdamW::step", weights, gradient, state_, options_, rate);
  adam::update(weights.data(), gradient.data(), state_.mean.data(), state_.squares.data(),
               weights.size(), found.step);
  ++state_.updates;
  return found.norm;
}

void AdamW::restore(const AdamWState& state) {
  check_state("AdamW::restore", state, state_.mean.size());
  state_ = state;
}

FastAdamW::FastAdamW(Index size, const AdamWOptions& options)
    : options_(checked("FastAdamW", size, options)),
      state_{Eigen::VectorXf::Zero(size), Eigen::VectorXf::Zero(size), 0} {}

double FastAdamW::step(Eigen::Ref<Eigen::VectorXf> weights,
                       const Eigen::Ref<const Eigen::VectorXf>& gradient, double rate) {
  const Measured found = measure("FastAdamW::step", weights, gradient, state_, options_, rate);
  update(weights.data(), gradient.data(), state_.mean.data(), state_.squares.data(), weights.size(),
         found.step);
  ++state_.updates;
  return found.norm;
}

void FastAdamW::restore(const FastAdamWState& state) {
  check_state("FastAdamW::restore", state, state_.mean.size());
  state_ = state;
}

}  // namespace attn
