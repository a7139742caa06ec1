// Evaluators of the topics adamw, gradients, training and sticky.
#include <string>

#include "attn/attention/attention.hpp"
#include "attn/numerics/check.hpp"
#include "attn/sequence/markov_chain.hpp"
#include "attn/sequence/noisy_chain.hpp"
#include "attn/training/adamw.hpp"
#include "attn/training/head_trainer.hpp"
#include "attn/training/value_step.hpp"
#include "reference/cases.hpp"

namespace attn::reference {
namespace {

ClassifierWeights weights_of(const Case& c) {
  return {{{matrix(c, "W_Q"), matrix(c, "W_K"), matrix(c, "W_V")}},
          matrix(c, "W_O"),
          vector_input(c, "b")};
}

std::vector<Index> labels_of(const Case& c, Index classes) {
  std::vector<Index> out;
  const std::string name = c.topic + "/" + c.kind;
  for (const double y : vector_input(c, "y")) {
    out.push_back(check::count(name.c_str(), "y", y, 0, classes - 1));
  }
  return out;
}

Matrix targets_of(const Case& c, const ClassifierWeights& weights) {
  return one_hot(labels_of(c, weights.w_o.rows()), weights.w_o.rows());
}

// A flag of the case: parameters have no truth values of their own.
bool flag_of(const Case& c, const std::string& name) { return number_or(c, name, 0.0) != 0.0; }

Array scalar(double value) { return {{}, {value}}; }

double mean(const Vector& v) {
  double sum = 0.0;
  for (const double x : v) sum += x;
  return sum / static_cast<double>(v.size());
}

// How often the largest probability is that of the target.
double accuracy(const Matrix& p, const std::vector<Index>& targets) {
  double right = 0.0;
  for (Index t = 0; t < p.rows(); ++t) {
    Index best = 0;
    for (Index k = 1; k < p.cols(); ++k) best = p(t, k) > p(t, best) ? k : best;
    right += best == targets[static_cast<std::size_t>(t)] ? 1.0 : 0.0;
  }
  return right / static_cast<double>(p.rows());
}

// What is drawn before a race, in the order of the conventions.
struct Start {
  NoisySequence sequence;
  ClassifierWeights weights;
};

constexpr Index kSymbols = 8;

Start start_of(const Case& c) {
  const Array& seed = input(c, "seed");
  if (seed.data.size() != 1) fail(c, "input 'seed' must be one number");
  check::whole("sticky/race", "seed", seed.data[0], 0.0, check::kMaxWhole);
  Rng rng(static_cast<std::uint64_t>(seed.data[0]));
  NoisyChain chain{sticky_transition(kSymbols, number(c, "stay")), Matrix(kSymbols, whole(c, "dx")),
                   1.0};
  for (double& m : chain.means.reshaped<Eigen::RowMajor>()) {
    m = static_cast<double>(static_cast<float>(rng.normal()));
  }
  Start out;
  out.sequence = sample_noisy_chain(chain, whole(c, "T"), rng);
  // The sequence that others test on; of no use here but for the numbers that it draws.
  static_cast<void>(sample_noisy_chain(chain, whole(c, "T"), rng));
  const ClassifierSizes sizes{whole(c, "dx"), whole(c, "dk"), whole(c, "dv"), kSymbols};
  out.weights = random_classifier(sizes, number(c, "init"), rng);
  return out;
}

}  // namespace

Arrays adamw_steps(const Case& c) {
  Vector weights = vector_input(c, "weights");
  const Matrix gradients = matrix(c, "gradients");
  AdamW adam(weights.size(), {number(c, "first"), number(c, "second"), number(c, "epsilon"),
                              number(c, "decay"), number(c, "clip")});
  const CosineSchedule schedule{number(c, "rate"), whole(c, "warmup"), whole(c, "updates"),
                                number(c, "floor")};
  Vector rates(gradients.rows()), norms(gradients.rows());
  for (Index u = 0; u < gradients.rows(); ++u) {
    rates(u) = cosine_rate(schedule, u);
    norms(u) = adam.step(weights, gradients.row(u).transpose(), rates(u));
  }
  return {{"weights_after", to_array(weights)},
          {"rates", to_array(rates)},
          {"norms", to_array(norms)},
          {"mean", to_array(adam.state().mean)},
          {"squares", to_array(adam.state().squares)}};
}

Arrays gradients_head(const Case& c) {
  const Matrix x = matrix(c, "X");
  const ClassifierWeights weights = weights_of(c);
  ClassifierOptions options;
  options.causal = flag_of(c, "causal");
  const ClassifierForward f = classifier_forward(x, weights, targets_of(c, weights), options);
  const ClassifierGradients g = classifier_backward(x, weights, f, options);
  const HeadGradients& head = g.heads[0];
  const ValueStep step = value_step(f.heads[0].routing.weights, weights.w_o, f.prediction, 1.0);
  return {{"loss", scalar(f.prediction.loss)},
          {"alpha", to_array(f.heads[0].routing.weights)},
          {"g", to_array(f.contexts)},
          {"p", to_array(f.prediction.probabilities)},
          {"u", to_array(head.u)},
          {"compat_b", to_array(head.routing.compatibility)},
          {"advantage", to_array(head.routing.advantage)},
          {"dL_dalpha", to_array(head.routing.d_weights)},
          {"dL_ds", to_array(head.routing.d_scores)},
          {"dL_dq", to_array(head.d_q)},
          {"dL_dk", to_array(head.d_k)},
          {"dL_dv", to_array(head.d_projected)},
          {"dL_dWQ", to_array(g.weights.heads[0].w_q)},
          {"dL_dWK", to_array(g.weights.heads[0].w_k)},
          {"dL_dWV", to_array(g.weights.heads[0].w_v)},
          {"dL_dWO", to_array(g.weights.w_o)},
          {"dL_db", to_array(g.weights.b)},
          {"ubar", to_array(step.ubar)},
          {"dLi_from_vj_over_eta", to_array(step.one)},
          {"dominant_over_eta", to_array(step.dominant)},
          {"dL_total_v_over_eta", scalar(step.total)}};
}

Arrays training_head(const Case& c) {
  const ClassifierWeights start = weights_of(c);
  const auto mode = c.params.find("mode");
  const bool named = mode != c.params.end() && std::holds_alternative<std::string>(mode->second);
  const std::string name = named ? std::get<std::string>(mode->second) : "";
  if (name != "sgd" && name != "freev") fail(c, "parameter 'mode' must be 'sgd' or 'freev'");
  const double eta = number(c, "eta");
  TrainerOptions options;
  options.rule = name == "freev" ? ValueRule::kFree : ValueRule::kWeights;
  options.eta = {eta, eta, eta};
  HeadTrainer trainer(matrix(c, "X"), targets_of(c, start), start, options);
  const Matrix first = trainer.forward().heads[0].routing.weights;
  const Index steps = whole(c, "steps");
  Vector losses(steps + 1);
  losses(0) = trainer.forward().prediction.loss;
  for (Index t = 1; t <= steps; ++t) {
    trainer.step();
    if (trainer.diverged()) fail(c, "training diverges at step " + std::to_string(t));
    losses(t) = trainer.forward().prediction.loss;
  }
  const ClassifierWeights& end = trainer.weights();
  return {{"loss", to_array(losses)},
          {"alpha_first", to_array(first)},
          {"alpha_last", to_array(trainer.forward().heads[0].routing.weights)},
          {"W_Q", to_array(end.heads[0].w_q)},
          {"W_K", to_array(end.heads[0].w_k)},
          {"W_V", to_array(end.heads[0].w_v)},
          {"W_O", to_array(end.w_o)},
          {"b", to_array(end.b)},
          {"v", to_array(trainer.forward().heads[0].values)}};
}

Arrays sticky_transition_case(const Case& c) {
  const Matrix distance = matrix(c, "distance");
  const Matrix p = sticky_transition(distance.rows(), number(c, "stay"));
  for (Index a = 0; a < distance.rows(); ++a) {
    for (Index b = 0; b < distance.cols(); ++b) {
      const Index expected = circular_distance(a, b, distance.rows());
      if (distance(a, b) != static_cast<double>(expected))
        fail(c, "input 'distance' is not that on a circle");
    }
  }
  return {{"P", to_array(p)},
          {"entropy_rate", scalar(entropy_rate(p))},
          {"bayes_accuracy", scalar(bayes_accuracy(p))}};
}

Arrays sticky_race(const Case& c) {
  const Start start = start_of(c);
  const Index steps = whole(c, "steps");
  const std::vector<Index>& y = start.sequence.targets;
  const Matrix targets = one_hot(y, kSymbols);
  const double eta = number(c, "eta_sgd");
  const double small = number(c, "eta_small_EM");
  TrainerOptions sgd;
  sgd.causal = true;
  sgd.mean_loss = true;
  sgd.eta = {eta, eta, eta};
  TrainerOptions em = sgd;
  em.rule = ValueRule::kFitted;
  em.eta = {small, number(c, "eta_v_EM"), small};
  Matrix losses(2, steps + 1);
  Vector right(2);
  Vector entropies(2);
  std::vector<Matrix> predictions;
  for (const bool is_em : {false, true}) {
    const Index row = is_em ? 1 : 0;
    HeadTrainer trainer(start.sequence.x, targets, start.weights, is_em ? em : sgd);
    losses(row, 0) = mean(trainer.forward().prediction.losses);
    for (Index t = 1; t <= steps; ++t) {
      trainer.step();
      if (trainer.diverged()) fail(c, "training diverges at step " + std::to_string(t));
      losses(row, t) = mean(trainer.forward().prediction.losses);
    }
    const Matrix& p = trainer.forward().prediction.probabilities;
    right(row) = accuracy(p, y);
    entropies(row) = mean(attention_entropy(p));
    predictions.push_back(p);
  }
  return {{"loss_SGD", to_array(Vector(losses.row(0)))},
          {"loss_EM", to_array(Vector(losses.row(1)))},
          {"acc", to_array(right)},
          {"entropy", to_array(entropies)},
          {"KL_EM_SGD", scalar(mean(kl_divergences(predictions[1], predictions[0])))}};
}

}  // namespace attn::reference
