#include "experiments/gradient-dynamics/toy_training.hpp"

#include "attn/attention/attention.hpp"
#include "attn/numerics/largest.hpp"
#include "numerics/products.hpp"

namespace attn::experiments {
namespace {

constexpr double kInit = 0.5;
constexpr double kLossLimit = 1000.0;

TrainerOptions options_of(Learns learn, double eta) {
  TrainerOptions out;
  out.eta = {learn == Learns::kContent ? 0.0 : eta, learn == Learns::kRouting ? 0.0 : eta, eta};
  out.loss_limit = kLossLimit;
  return out;
}

double mean_entropy(const Matrix& weights) { return attention_entropy(weights).mean(); }

Matrix content_balance(const ClassifierWeights& w) {
  const Matrix& v = w.heads[0].w_v;
  return transposed_product(w.w_o, w.w_o) - product_transposed(v, v);
}

Matrix routing_balance(const ClassifierWeights& w) {
  const HeadWeights& head = w.heads[0];
  return product_transposed(head.w_q, head.w_q) - product_transposed(head.w_k, head.w_k);
}

double balance_error(Matrix (*balance)(const ClassifierWeights&), const ClassifierWeights& from,
                     const ClassifierWeights& to, const ClassifierWeights& gradient, double eta) {
  const Matrix after = balance(to);
  const double size = largest(after);
  const double error = largest(after - balance(from) - eta * eta * balance(gradient));
  return size > 0.0 ? error / size : error;
}

// The one on show, then the two others.
Learns nth_head(Learns shown, Index n) {
  constexpr int kLaws = 3;
  return static_cast<Learns>((static_cast<int>(shown) + static_cast<int>(n)) % kLaws);
}

}  // namespace

std::vector<Setting<ToyTrainingParams>> ToyTraining::settings() {
  ToyTrainingParams large;
  large.eta = 0.5;
  large.steps = 400;
  large.seed = 3;
  ToyTrainingParams content;
  content.learn = Learns::kContent;
  content.steps = 50;
  return {{ToyTrainingParams{}, 100, 0}, {large, 400, 0}, {content, 17, 0}};
}

ToyTraining::ToyTraining(const Params& params) : ToyTraining(params, InUnits{}) {
  open(opening_units());
}

ToyTraining::ToyTraining(const Params& params, InUnits)
    : params_(checked(kName, params)), toy_(draw_toy(params.seed, kInit)) {
  frame_.steps = params_.steps;
  frame_.losses.resize(params_.steps + 1, kToyTokens);
  frame_.trails.resize(params_.steps + 1, 2 * kToyTokens);
}

void ToyTraining::open_unit(Index unit) {
  const Index head = unit / pieces();
  const Index piece = unit % pieces();
  if (piece == 0) begin(nth_head(params_.learn, head));
  const Index last = piece + 1 < pieces() ? (piece + 1) * kPiece : params_.steps;
  while (trainer_->steps() < last && !trainer_->diverged()) {
    if (head == 0) {
      step_on_show();
    } else {
      trainer_->step();
    }
  }
  if (piece + 1 == pieces()) end();
  if (unit + 1 == opening_units()) look_at(0);
}

void ToyTraining::begin(Learns learn) {
  trained_ = learn;
  trainer_.emplace(toy_.x, toy_.targets, toy_.weights, options_of(learn, params_.eta));
  if (!states_.empty()) return;
  const ClassifierForward& pass = trainer_->forward();
  frame_.first_entropy = mean_entropy(pass.heads[0].routing.weights);
  before_ = pass.prediction.loss;
  keep(pass);
}

void ToyTraining::keep(const ClassifierForward& pass) {
  Frame& f = frame_;
  f.losses.row(trainer_->steps()) = pass.prediction.losses.transpose();
  f.trails.row(trainer_->steps()) = pass.heads[0].values.reshaped<Eigen::RowMajor>().transpose();
  f.rises += pass.prediction.loss > before_ ? 1 : 0;
  before_ = pass.prediction.loss;
  states_.push_back(trainer_->weights());
}

void ToyTraining::step_on_show() {
  const ClassifierWeights gradient = trainer_->gradients().weights;
  trainer_->step();
  if (trainer_->diverged()) return;
  if (params_.learn == Learns::kBoth) {
    for (const auto balance : {content_balance, routing_balance}) {
      const double error =
          balance_error(balance, states_.back(), trainer_->weights(), gradient, params_.eta);
      frame_.balance_error = larger(frame_.balance_error, error);
    }
  }
  keep(trainer_->forward());
}

// Of the head that is trained now.
void ToyTraining::end() {
  Frame& f = frame_;
  const double loss = trainer_->forward().prediction.loss;
  if (trained_ == Learns::kBoth) f.loss_both = loss;
  if (trained_ == Learns::kContent) f.loss_content = loss;
  if (trained_ == Learns::kRouting) f.loss_routing = loss;
  if (trained_ == params_.learn) {
    f.taken = trainer_->steps();
    f.diverged = trainer_->diverged();
    f.losses.conservativeResize(f.taken + 1, Eigen::NoChange);
    f.trails.conservativeResize(f.taken + 1, Eigen::NoChange);
  }
  trainer_.reset();
}

void ToyTraining::look_at(Index t) {
  Frame& f = frame_;
  f.step = t < f.taken ? t : f.taken;
  const ClassifierWeights& weights = states_[static_cast<std::size_t>(f.step)];
  const ClassifierForward pass = classifier_forward(toy_.x, weights, toy_.targets);
  const ClassifierGradients gradients = classifier_backward(toy_.x, weights, pass);
  f.weights = pass.heads[0].routing.weights;
  f.values = pass.heads[0].values;
  f.contexts = pass.contexts;
  f.u = gradients.heads[0].u;
  f.query_losses = pass.prediction.losses;
  f.loss = pass.prediction.loss;
  f.entropy = mean_entropy(f.weights);
}

}  // namespace attn::experiments
