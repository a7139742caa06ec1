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

// Over the first decade in which what is missed is a hundred times the rounding of two losses,
// which moves the slope by about 0.01; further up the third order would show.
double slope_of_missed(const Toys& t) {
  const double rounding = 1e-15 * (1.0 + t.loss);
  double near = 1e-6;
  while (near < 1.0 && missed(t, near) < 100.0 * rounding) near *= 1.25;
  return mathfn::log(missed(t, 10.0 * near) / missed(t, near)) / kLnTen;
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
  const double square = f.squares(0);
  f.remainder_slope = square == 0.0 ? 2.0 : slope_of_missed(t);
  // As far in the space of weights for a small gradient as for a large one.
  const double nudge = 4e-6 / std::sqrt(square);
  const double fall = t.loss_after(kGroups[0], -nudge) - t.loss_after(kGroups[0], nudge);
  f.gradient_error = square == 0.0 ? 0.0 : std::fabs(fall / (2.0 * nudge) - square) / square;
}

}  // namespace attn::experiments
