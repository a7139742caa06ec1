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

double last_loss(const Toy& toy, const ToyTrainingParams& p, Learns learn) {
  HeadTrainer trainer(toy.x, toy.targets, toy.weights, options_of(learn, p.eta));
  trainer.step(p.steps);
  return trainer.forward().prediction.loss;
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

ToyTraining::ToyTraining(const Params& params)
    : params_(checked(kName, params)), toy_(draw_toy(params.seed, kInit)) {
  const double last = run();
  const auto end = [&](Learns learn) {
    return learn == params_.learn ? last : last_loss(toy_, params_, learn);
  };
  frame_.steps = params_.steps;
  frame_.loss_both = end(Learns::kBoth);
  frame_.loss_content = end(Learns::kContent);
  frame_.loss_routing = end(Learns::kRouting);
  look_at(0);
}

double ToyTraining::run() {
  Frame& f = frame_;
  HeadTrainer trainer(toy_.x, toy_.targets, toy_.weights, options_of(params_.learn, params_.eta));
  f.losses.resize(params_.steps + 1, kToyTokens);
  f.trails.resize(params_.steps + 1, 2 * kToyTokens);
  f.first_entropy = mean_entropy(trainer.forward().heads[0].routing.weights);
  double before = trainer.forward().prediction.loss;
  while (true) {
    const ClassifierForward& pass = trainer.forward();
    f.losses.row(trainer.steps()) = pass.prediction.losses.transpose();
    f.trails.row(trainer.steps()) = pass.heads[0].values.reshaped<Eigen::RowMajor>().transpose();
    f.rises += pass.prediction.loss > before ? 1 : 0;
    before = pass.prediction.loss;
    states_.push_back(trainer.weights());
    if (trainer.steps() == params_.steps) break;
    const ClassifierWeights gradient = trainer.gradients().weights;
    trainer.step();
    if (trainer.diverged()) break;
    if (params_.learn != Learns::kBoth) continue;
    for (const auto balance : {content_balance, routing_balance}) {
      f.balance_error =
          larger(f.balance_error,
                 balance_error(balance, states_.back(), trainer.weights(), gradient, params_.eta));
    }
  }
  f.taken = trainer.steps();
  f.diverged = trainer.diverged();
  f.losses.conservativeResize(f.taken + 1, Eigen::NoChange);
  f.trails.conservativeResize(f.taken + 1, Eigen::NoChange);
  return trainer.forward().prediction.loss;
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
