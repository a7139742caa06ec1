#include "experiments/gradient-dynamics/feedback.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/rng.hpp"
#include "experiments/numbers.hpp"
#include "numerics/products.hpp"

namespace attn::experiments {
namespace {

constexpr Index kReaders = 6;
constexpr Index kSteps = 400;
constexpr double kEta = 0.1;
// Here directions that do not grow have died away, and those that do are still small.
constexpr Index kAnchor = 60;
// Of a second difference at the tie: its error is of this squared.
constexpr double kNudge = 1e-3;

Matrix readers_targets() { return one_hot({0, 1, 2, 0, 1, 2}, kPlaneClasses); }

// How far values are apart and rows of scores from even.
double split_of(const Matrix& scores, const Matrix& values) {
  const double between = (values.rowwise() - values.colwise().mean()).squaredNorm();
  return std::sqrt(between + (scores.colwise() - scores.rowwise().mean()).squaredNorm());
}

// The largest singular value of U (n_q x 2), and its two singular vectors.
struct Escape {
  double sigma;
  Vector readers;
  Eigen::RowVector2d direction;
};

Escape escape_of(const Matrix& u) {
  const Matrix squares = transposed_product(u, u);
  const double mean = 0.5 * (squares(0, 0) + squares(1, 1));
  const double half = 0.5 * (squares(0, 0) - squares(1, 1));
  const double off = squares(0, 1);
  const double gap = std::sqrt(half * half + off * off);
  Escape out;
  out.sigma = std::sqrt(mean + gap);
  // (a - lambda) x + off y = 0; where both are 0 any direction will do.
  out.direction << off, gap - half;
  if (out.direction.norm() <= 1e-12 * mean) out.direction << 1.0, 0.0;
  out.direction /= out.direction.norm();
  out.readers = product(u, Matrix(out.direction.transpose())).col(0) / out.sigma;
  return out;
}

// The second derivative of the loss at the tie along the direction of escape, of unit length: half
// of it in values that part, half in scores that part against their errors. To second order the
// loss changes by sum_ij sigma_ij u_i delta_j / n.
double curvature_at_tie(const Escape& escape, Index n, const Matrix& targets) {
  Vector apart = Vector::Zero(n);
  apart(0) = 0.5;
  apart(1) = -0.5;
  const Matrix values = product(apart, Matrix(escape.direction));
  const Matrix scores = -product(escape.readers, Matrix(apart.transpose()));
  const auto loss = [&](double by) {
    return plane_pass(by * scores, by * values, targets).prediction.loss;
  };
  return (loss(kNudge) - 2.0 * loss(0.0) + loss(-kNudge)) / (kNudge * kNudge);
}

}  // namespace

std::vector<Setting<FeedbackParams>> Feedback::settings() {
  FeedbackParams content;
  content.on = LawsOn::kContent;
  content.n = 5;
  content.eps = 0.1;
  FeedbackParams routing;
  routing.on = LawsOn::kRouting;
  routing.n = 2;
  routing.rho = 10.0;
  return {{FeedbackParams{}, kSteps, 0}, {content, 17, 0}, {routing, 100, 0}};
}

Feedback::Feedback(const Params& params)
    : params_(checked(kName, params)), targets_(readers_targets()) {
  frame_.steps = kSteps;
  frame_.directions = class_directions();
  run();
  predict();
  look_at(kSteps);
}

Feedback::State Feedback::drawn() const {
  Rng rng(params_.seed);
  const Matrix values = normal_rows(rng, params_.n, 2, params_.eps);
  return {normal_rows(rng, kReaders, params_.n, params_.eps), values};
}

void Feedback::run() {
  Frame& f = frame_;
  const double content = params_.on == LawsOn::kRouting ? 0.0 : kEta;
  const double routing = params_.on == LawsOn::kContent ? 0.0 : params_.rho * kEta;
  f.trails.resize(kSteps + 1, 2 * params_.n);
  f.losses.resize(kSteps + 1);
  f.splits.resize(kSteps + 1);
  f.half = kSteps;
  f.tie_loss = static_cast<double>(kReaders) * mathfn::log(static_cast<double>(kPlaneClasses));
  State now = drawn();
  const Vector mean_scores = now.scores.rowwise().mean();
  states_.reserve(kSteps + 1);
  for (Index t = 0; t <= kSteps; ++t) {
    const PlanePass pass = plane_pass(now.scores, now.values, targets_);
    f.losses(t) = pass.prediction.loss;
    f.splits(t) = split_of(now.scores, now.values);
    f.trails.row(t) = now.values.reshaped<Eigen::RowMajor>().transpose();
    if (t > 0) f.rise = larger(f.rise, f.losses(t) - f.losses(t - 1));
    if (!f.halved && f.losses(t) <= 0.5 * f.tie_loss) {
      f.halved = true;
      f.half = t;
    }
    states_.push_back(now);
    // Both steps by the gradients of one pass.
    now.values -= content * pass.gradients.d_values;
    now.scores -= routing * pass.gradients.d_scores;
  }
  f.last_loss = f.losses(kSteps);
  f.mean_score_drift = largest(states_.back().scores.rowwise().mean() - mean_scores);
}

void Feedback::predict() {
  Frame& f = frame_;
  const Matrix even = Matrix::Zero(kReaders, params_.n);
  const Escape escape = escape_of(plane_pass(even, Matrix::Zero(params_.n, 2), targets_).u);
  const auto n = static_cast<double>(params_.n);
  f.sigma = escape.sigma;
  f.curvature_error = std::fabs(curvature_at_tie(escape, params_.n, targets_) + escape.sigma / n);
  if (params_.on != LawsOn::kBoth) return;
  f.rate = mathfn::log(1.0 + std::sqrt(params_.rho) * kEta * f.sigma / n);
  f.predicted.resize(kSteps + 1);
  for (Index t = 0; t <= kSteps; ++t) {
    f.predicted(t) = f.splits(kAnchor) * mathfn::exp(f.rate * static_cast<double>(t - kAnchor));
  }
}

void Feedback::look_at(Index t) {
  Frame& f = frame_;
  const State& state = states_[static_cast<std::size_t>(t)];
  const PlanePass pass = plane_pass(state.scores, state.values, targets_);
  f.step = t;
  f.values = state.values;
  f.contexts = pass.routing.contexts;
  f.weights = pass.routing.weights;
  f.loss = pass.prediction.loss;
  f.gradient_error = plane_gradient_error(pass, state.scores, state.values, targets_);
}

}  // namespace attn::experiments
