#include "experiments/gradient-dynamics/em_vs_sgd.hpp"

#include <cmath>
#include <utility>

#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/symmetric_eigen.hpp"
#include "attn/sequence/markov_chain.hpp"
#include "attn/sequence/noisy_chain.hpp"
#include "numerics/products.hpp"

namespace attn::experiments {
namespace {

constexpr Index kChecked = 200;  // positions

// Fisher and Yates.
void shuffle(std::vector<Index>& labels, Rng& rng) {
  for (std::size_t i = labels.size(); i > 1; --i) {
    const auto j = static_cast<std::size_t>(rng.uniform() * static_cast<double>(i));
    std::swap(labels[i - 1], labels[j]);
  }
}

double mean_surprise(const Matrix& transition, const NoisySequence& sequence) {
  double sum = 0.0;
  for (std::size_t t = 0; t < sequence.targets.size(); ++t) {
    sum -= mathfn::log(transition(sequence.previous[t], sequence.targets[t]));
  }
  return sum / static_cast<double>(sequence.targets.size());
}

// The softmax of scores of ordinary size.
void normalise(Vector& scores) {
  const double most = highest(scores);
  for (Index j = 0; j < scores.size(); ++j) scores(j) = mathfn::exp(scores(j) - most);
  scores /= scores.sum();
}

StickyTask drawn_for(const EmVsSgdParams& p) {
  Rng rng(p.seed);
  StickyTask out = draw_sticky_task(sticky_transition(kChainSymbols), p.length, rng);
  // Last, so that all else is the same for both kinds of answers.
  if (p.answers == Answers::kShuffled) {
    shuffle(out.train.targets, rng);
    shuffle(out.fresh.targets, rng);
  }
  return out;
}

}  // namespace

std::vector<Setting<EmVsSgdParams>> EmVsSgd::settings() {
  EmVsSgdParams third;
  third.third = true;
  third.length = 120;
  third.steps = 40;
  EmVsSgdParams shuffled = third;
  shuffled.third = false;
  shuffled.answers = Answers::kShuffled;
  shuffled.eta = 0.57;
  shuffled.seed = 11;
  EmVsSgdParams first;
  first.length = 300;
  first.steps = 30;
  return {{first, 20, 0}, {third, 40, 0}, {shuffled, 5, 20}};
}

double EmVsSgd::self_test() {
  EmVsSgdParams small;
  small.length = 70;
  small.steps = 10;
  const Frame f = EmVsSgd(small).frame();
  return larger(f.oracle_error, f.fit_error);
}

EmVsSgd::EmVsSgd(const Params& params) : EmVsSgd(params, drawn_for(checked(kName, params))) {}

EmVsSgd::EmVsSgd(const Params& params, const StickyTask& drawn)
    : params_(params),
      x_(drawn.train.x.cast<float>()),
      labels_(drawn.train.targets),
      fresh_pass_(drawn.fresh.x.cast<float>(), drawn.fresh.targets, kChainSymbols, true) {
  losses_ = Matrix::Zero(kMethods, params_.steps + 1);
  fresh_ = Matrix::Zero(kMethods, params_.steps / kEvery + 1);
  taken_ = Vector::Zero(kMethods);
  bayes_ = mean_surprise(drawn.chain.transition, drawn.train);
  fresh_bayes_ = mean_surprise(drawn.chain.transition, drawn.fresh);
  entropy_rate_ = entropy_rate(drawn.chain.transition);
  for (Index m = 0; m < (params_.third ? 3 : 2); ++m) {
    trainers_.push_back(trainer_from(m, drawn.weights));
    measure(m);
  }
  check_start(drawn);
}

TrainerOptions EmVsSgd::options_of(Index method) const {
  return schedule_options(static_cast<Schedule>(method), params_.length, params_.eta);
}

FastHeadTrainer EmVsSgd::trainer_from(Index method, const ClassifierWeights& weights) const {
  return {x_, labels_, weights, options_of(method)};
}

// What a method has lost so far, at the frontier.
void EmVsSgd::measure(Index method) {
  const FastHeadTrainer& trainer = trainers_[static_cast<std::size_t>(method)];
  const double length = static_cast<double>(params_.length);
  losses_(method, done_) = trainer.loss() / length;
  if (done_ % kEvery != 0) return;
  const Index at = done_ / kEvery;
  // What is too large for a float there has diverged on the way: the last number stands.
  try {
    fresh_(method, at) = fresh_pass_.loss(trainer.weights()) / length;
  } catch (const Error&) {
    fresh_(method, at) = at > 0 ? fresh_(method, at - 1) : 0.0;
  }
}

void EmVsSgd::work() {
  ++done_;
  for (Index m = 0; m < static_cast<Index>(trainers_.size()); ++m) {
    FastHeadTrainer& trainer = trainers_[static_cast<std::size_t>(m)];
    trainer.step();
    if (!trainer.diverged()) taken_(m) = static_cast<double>(done_);
    measure(m);
  }
}

// The first positions in double, term by term, to hold the floats against; and the M-step as the
// paper has it, in two: values move, and W_V is fitted to them.
void EmVsSgd::check_start(const StickyTask& drawn) {
  const Index n = params_.length < kChecked ? params_.length : kChecked;
  const Matrix x = x_.topRows(n).cast<double>();
  const HeadWeights& head = drawn.weights.heads[0];
  TrainerOptions options = options_of(static_cast<Index>(Schedule::kEm));
  options.eta.routing = options.eta.read_out = 0.0;
  const Matrix q = product_transposed(x, head.w_q);
  const Matrix k = product_transposed(x, head.w_k);
  Matrix moved = product_transposed(x, head.w_v);
  const Matrix v = moved;
  const double scale = 1.0 / std::sqrt(static_cast<double>(kChainHead.d_k));
  double loss = 0.0;
  for (Index i = 0; i < n; ++i) {
    Vector weights = k.topRows(i + 1).lazyProduct(q.row(i).transpose()) * scale;
    normalise(weights);
    const Vector g = v.topRows(i + 1).transpose().lazyProduct(weights);
    Vector p = drawn.weights.w_o.lazyProduct(g) + drawn.weights.b;
    normalise(p);
    const Index label = labels_[static_cast<std::size_t>(i)];
    loss -= mathfn::log(p(label));
    p(label) -= 1.0;
    const Vector u = drawn.weights.w_o.transpose().lazyProduct(p);
    for (Index j = 0; j <= i; ++j) moved.row(j) -= options.eta.values * weights(j) * u.transpose();
  }
  const std::vector<Index> labels(labels_.begin(), labels_.begin() + n);
  FastHeadPass fast(x_.topRows(n), labels, kChainSymbols, true);
  oracle_error_ = std::fabs(fast.loss(drawn.weights) - loss) / loss;

  const Matrix inverse = symmetric_pseudo_inverse(transposed_product(x, x));
  const Matrix fitted = product(transposed_product(moved, x), inverse);
  FastHeadTrainer step(x_.topRows(n), labels, drawn.weights, options);
  step.step();
  fit_error_ = largest(step.weights().heads[0].w_v - fitted) / largest(fitted);
}

EmVsSgdFrame EmVsSgd::frame() const {
  Frame f;
  f.step = at_;
  f.steps = steps();
  f.frontier = done_;
  f.methods = static_cast<Index>(trainers_.size());
  f.length = params_.length;
  f.losses = losses_;
  f.fresh = fresh_;
  f.taken = taken_;
  f.bayes = bayes_;
  f.fresh_bayes = fresh_bayes_;
  f.chance = mathfn::log(static_cast<double>(kChainSymbols));
  f.entropy_rate = entropy_rate_;
  f.oracle_error = oracle_error_;
  f.fit_error = fit_error_;
  return f;
}

EmVsSgdState EmVsSgd::state() const {
  State out{done_, Matrix(), losses_, fresh_, taken_};
  for (std::size_t m = 0; m < trainers_.size(); ++m) {
    const Vector row = flattened(trainers_[m].weights());
    if (m == 0) out.weights = Matrix::Zero(kMethods, row.size());
    out.weights.row(static_cast<Index>(m)) = row.transpose();
  }
  return out;
}

void EmVsSgd::restore(const State& state) {
  check::count(kName, "the saved step", state.step, 0, steps());
  check::shape(kName, "the saved losses", state.losses, losses_.rows(), losses_.cols());
  check::shape(kName, "the saved fresh losses", state.fresh, fresh_.rows(), fresh_.cols());
  check::vector(kName, "the saved steps", state.taken, kMethods);
  const Index numbers = flattened(trainers_[0].weights()).size();
  check::shape(kName, "the saved weights", state.weights, kMethods, numbers);
  std::vector<FastHeadTrainer> trainers;
  for (Index m = 0; m < static_cast<Index>(trainers_.size()); ++m) {
    ClassifierWeights weights = trainers_[static_cast<std::size_t>(m)].weights();
    unflatten(state.weights.row(m).transpose(), weights);
    trainers.push_back(trainer_from(m, weights));
  }
  trainers_ = std::move(trainers);
  done_ = at_ = state.step;
  losses_ = state.losses;
  fresh_ = state.fresh;
  taken_ = state.taken;
}

}  // namespace attn::experiments
