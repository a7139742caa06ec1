#include "experiments/models/least_squares.hpp"

#include <algorithm>
#include <cmath>

#include "attn/numerics/check.hpp"

namespace attn::experiments {
namespace {

constexpr double kNoise = 0.05;

Matrix normals(Index rows, Index cols, double scale, Rng& rng) {
  Matrix m(rows, cols);
  for (Index i = 0; i < m.size(); ++i) m.data()[i] = scale * rng.normal();
  return m;
}

}  // namespace

std::vector<Setting<LeastSquaresParams>> LeastSquares::settings() {
  LeastSquaresParams one;
  one.size = 1;
  one.steps = 1;
  LeastSquaresParams wide;
  wide.size = 300;
  wide.steps = 700;
  wide.learning_rate = 0.9;
  wide.seed = 11;
  return {{LeastSquaresParams{}, 5000, 0}, {one, 0, 1}, {wide, 30, 600}};
}

LeastSquares::LeastSquares(const Params& params)
    : params_(checked(kName, params)),
      rng_(params.seed),
      rows_(normals(kEquations, params.size, 1.0 / std::sqrt(static_cast<double>(params.size)),
                    rng_)),
      truth_(normals(params.size, 1, 1.0, rng_)),
      sides_(rows_ * truth_ + normals(kEquations, 1, kNoise, rng_)),
      batch_loss_(Vector::Zero(params.steps)),
      states_({Vector::Zero(params.size), rng_.save()}) {}

void LeastSquares::step(Walker& walker, Index t) {
  rng_.restore(walker.draws);
  Vector gradient = Vector::Zero(params_.size);
  double loss = 0.0;
  for (Index i = 0; i < kBatch; ++i) {
    const auto row = static_cast<Index>(rng_.uniform() * static_cast<double>(kEquations));
    const double residual = rows_.row(row).dot(walker.weights) - sides_(row);
    gradient += residual * rows_.row(row).transpose();
    loss += residual * residual;
  }
  walker.weights -= params_.learning_rate / kBatch * gradient;
  walker.draws = rng_.save();
  batch_loss_(t) = loss / kBatch;
}

Index LeastSquares::opens() const { return std::min<Index>(600, params_.steps); }

bool LeastSquares::seek(Index t, Index budget) {
  check_step(kName, t, steps(), budget);
  return states_.seek(t, budget, [this](Walker& w, Index from) { step(w, from); });
}

bool LeastSquares::refine(Index budget) {
  check_budget(kName, budget);
  return states_.train(steps(), budget, [this](Walker& w, Index from) { step(w, from); });
}

double LeastSquares::progress() const {
  return static_cast<double>(frontier()) / static_cast<double>(steps());
}

LeastSquaresFrame LeastSquares::frame() const {
  Frame f;
  f.step = states_.at();
  f.steps = steps();
  f.frontier = frontier();
  f.weights = states_.shown().weights;
  f.truth = truth_;
  f.loss = (rows_ * f.weights - sides_).squaredNorm() / kEquations;
  f.every = (frontier() + kPoints - 1) / kPoints;
  if (f.every < 1) f.every = 1;
  f.batch_loss.resize((frontier() + f.every - 1) / f.every);
  for (Index i = 0; i < f.batch_loss.size(); ++i) f.batch_loss(i) = batch_loss_(i * f.every);
  return f;
}

LeastSquaresState LeastSquares::state() const {
  const Walker& newest = states_.newest();
  return {frontier(), newest.weights, newest.draws, batch_loss_.head(frontier())};
}

void LeastSquares::restore(const State& state) {
  check::count(kName, "the saved step", state.step, 0, steps());
  check::vector(kName, "the saved weights", state.weights, params_.size);
  if (state.batch_loss.size() != state.step) {
    check::refuse(kName, "the saved loss", std::to_string(state.batch_loss.size()) + " numbers",
                  std::to_string(state.step));
  }
  batch_loss_.head(state.step) = state.batch_loss;
  states_.resume(state.step, {state.weights, state.draws});
}

}  // namespace attn::experiments
