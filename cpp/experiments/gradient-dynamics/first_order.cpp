#include "experiments/gradient-dynamics/first_order.hpp"

#include <array>
#include <cmath>

#include "attn/numerics/mathfn.hpp"
#include "attn/training/head_trainer.hpp"
#include "experiments/gradient-dynamics/toy.hpp"

namespace attn::experiments {
namespace {

constexpr double kInit = 0.5;
constexpr double kTraining = 0.05;
constexpr Index kPerDecade = 16;
constexpr Index kDecades = 5;
constexpr double kLnTen = 2.302585092994045684;

// What takes the step: all weights with the read-out, content, routing.
struct StepOf {
  double routing, values, read_out;
};
constexpr std::array<StepOf, 3> kGroups = {{{1, 1, 1}, {0, 1, 0}, {1, 0, 0}}};

double power_of_ten(double exponent) { return mathfn::exp(kLnTen * exponent); }

struct Toys {
  Toy toy;
  ClassifierWeights gradient;
  double loss = 0.0;

  double square(const StepOf& g) const {
    const HeadWeights& head = gradient.heads[0];
    return g.routing * (head.w_q.squaredNorm() + head.w_k.squaredNorm()) +
           g.values * head.w_v.squaredNorm() +
           g.read_out * (gradient.w_o.squaredNorm() + gradient.b.squaredNorm());
  }

  double loss_after(const StepOf& g, double eta) const {
    ClassifierWeights w = toy.weights;
    w.heads[0].w_q -= g.routing * eta * gradient.heads[0].w_q;
    w.heads[0].w_k -= g.routing * eta * gradient.heads[0].w_k;
    w.heads[0].w_v -= g.values * eta * gradient.heads[0].w_v;
    w.w_o -= g.read_out * eta * gradient.w_o;
    w.b -= g.read_out * eta * gradient.b;
    return classifier_forward(toy.x, w, toy.targets).prediction.loss;
  }

  // 1 where there is neither a gain nor a prediction of one.
  double ratio(const StepOf& g, double eta) const {
    const double predicted = eta * square(g);
    return predicted > 0.0 ? (loss - loss_after(g, eta)) / predicted : 1.0;
  }
};

Toys aged(const FirstOrderParams& p) {
  Toys out;
  out.toy = draw_toy(p.seed, kInit);
  TrainerOptions options;
  options.eta = {kTraining, kTraining, kTraining};
  HeadTrainer trainer(out.toy.x, out.toy.targets, out.toy.weights, options);
  trainer.step(p.age);
  out.toy.weights = trainer.weights();
  out.gradient = trainer.gradients().weights;
  out.loss = trainer.forward().prediction.loss;
  return out;
}

double missed(const Toys& t, double eta) {
  const StepOf& all = kGroups[0];
  return std::fabs(t.loss_after(all, eta) - t.loss + eta * t.square(all));
}

}  // namespace

std::vector<Setting<FirstOrderParams>> FirstOrder::settings() {
  FirstOrderParams trained;
  trained.age = 100;
  trained.eta = 5.0;
  FirstOrderParams young;
  young.age = 1;
  young.eta = 1e-4;
  young.seed = 3;
  return {{FirstOrderParams{}, 0, 0}, {trained, 0, 0}, {young, 0, 0}};
}

FirstOrder::FirstOrder(const Params& params) {
  checked(kName, params);
  const Toys t = aged(params);
  Frame& f = frame_;
  f.steps.resize(kDecades * kPerDecade + 1);
  for (Index i = 0; i < f.steps.size(); ++i) {
    f.steps(i) = power_of_ten(static_cast<double>(i) / static_cast<double>(kPerDecade) - 4.0);
  }
  f.curves.resize(3, f.steps.size());
  f.ratio.resize(3);
  f.squares.resize(3);
  for (Index g = 0; g < 3; ++g) {
    const StepOf& group = kGroups[static_cast<std::size_t>(g)];
    f.squares(g) = t.square(group);
    f.ratio(g) = t.ratio(group, params.eta);
    for (Index i = 0; i < f.steps.size(); ++i) f.curves(g, i) = t.ratio(group, f.steps(i));
  }
  f.loss = t.loss;
  f.after = t.loss_after(kGroups[0], params.eta);
  const double near = missed(t, 1e-5);
  const double far = missed(t, 1e-3);
  f.remainder_slope = near > 0.0 && far > 0.0 ? mathfn::log(far / near) / (2.0 * kLnTen) : 2.0;
  constexpr double kNudge = 1e-5;
  const double fall = t.loss_after(kGroups[0], -kNudge) - t.loss_after(kGroups[0], kNudge);
  const double square = f.squares(0);
  f.gradient_error = square > 0.0 ? std::fabs(fall / (2.0 * kNudge) - square) / square : 0.0;
}

}  // namespace attn::experiments
