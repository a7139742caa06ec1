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
  // Twenty steps of two methods, each in two pieces, and two fresh losses of each.
  constexpr Index kTwenty = 2 * 2 * 20 + 2 * 2;
  return {{first, 20, 0}, {third, 40, 0}, {shuffled, 5, kTwenty}};
}

double EmVsSgd::self_test() {
  EmVsSgdParams small;
  small.length = 70;
  small.steps = 10;
  const Frame f = EmVsSgd(small).frame();
  return larger(f.oracle_error, f.fit_error);
}

EmVsSgd::EmVsSgd(const Params& params) : EmVsSgd(params, InUnits{}) { open(opening_units()); }

EmVsSgd::EmVsSgd(const Params& params, InUnits)
    : params_(checked(kName, params)),
      drawn_(drawn_for(params)),
      x_(drawn_.train.x.cast<float>()),
      fresh_pass_(drawn_.fresh.x.cast<float>(), drawn_.fresh.targets, kChainSymbols, true) {
  frame_.losses = Matrix::Zero(kMethods, params_.steps + 1);
  frame_.fresh = Matrix::Zero(kMethods, params_.steps / kEvery + 1);
  frame_.taken = Vector::Zero(kMethods);
  frame_.bayes = mean_surprise(drawn_.chain.transition, drawn_.train);
  frame_.fresh_bayes = mean_surprise(drawn_.chain.transition, drawn_.fresh);
  frame_.entropy_rate = entropy_rate(drawn_.chain.transition);
  frame_.chance = mathfn::log(static_cast<double>(kChainSymbols));
  frame_.steps = steps();
  frame_.methods = methods();
  frame_.length = params_.length;
}

void EmVsSgd::open_unit(Index unit) {
  if (unit < methods()) {
    trainers_.push_back(trainer_from(unit, drawn_.weights));
    measure_fresh(unit);
  } else {
    check_start();
    stand_here();
  }
}

TrainerOptions EmVsSgd::options_of(Index method) const {
  return schedule_options(static_cast<Schedule>(method), params_.length, params_.eta);
}

FastHeadTrainer EmVsSgd::trainer_from(Index method, const ClassifierWeights& weights) const {
  return {x_, drawn_.train.targets, weights, options_of(method)};
}

// Of a method as its trainer stands, the mean over the fresh sequence.
void EmVsSgd::measure_fresh(Index method) {
  try {
    fresh_here_[static_cast<std::size_t>(method)] =
        fresh_pass_.loss(trainer(method).weights()) / static_cast<double>(params_.length);
  } catch (const Error&) {
    // What is too large for a float there has diverged on the way: the last number stands.
  }
}

// All methods have come to the frontier.
void EmVsSgd::stand_here() {
  for (Index m = 0; m < methods(); ++m) {
    frame_.losses(m, done_) = trainer(m).loss() / static_cast<double>(params_.length);
    if (done_ % kEvery == 0)
      frame_.fresh(m, done_ / kEvery) = fresh_here_[static_cast<std::size_t>(m)];
    if (!trainer(m).diverged()) frame_.taken(m) = static_cast<double>(done_);
    const Vector row = flattened(trainer(m).weights());
    if (m == 0) there_ = Matrix::Zero(kMethods, row.size());
    there_.row(m) = row.transpose();
  }
}

void EmVsSgd::work() {
  if (piece_ < methods()) {
    if (!trainer(piece_).advance()) return;
  } else {
    measure_fresh(piece_ - methods());
  }
  const Index pieces = (done_ + 1) % kEvery == 0 ? 2 * methods() : methods();
  if (++piece_ < pieces) return;
  piece_ = 0;
  ++done_;
  stand_here();
}

// The first positions in double, term by term, to hold the floats against; and the M-step as the
// paper has it, in two: values move, and W_V is fitted to them.
void EmVsSgd::check_start() {
  const Index n = params_.length < kChecked ? params_.length : kChecked;
  const Matrix x = x_.topRows(n).cast<double>();
  const HeadWeights& head = drawn_.weights.heads[0];
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
    Vector p = drawn_.weights.w_o.lazyProduct(g) + drawn_.weights.b;
    normalise(p);
    const Index label = drawn_.train.targets[static_cast<std::size_t>(i)];
    loss -= mathfn::log(p(label));
    p(label) -= 1.0;
    const Vector u = drawn_.weights.w_o.transpose().lazyProduct(p);
    for (Index j = 0; j <= i; ++j) moved.row(j) -= options.eta.values * weights(j) * u.transpose();
  }
  const std::vector<Index>& all = drawn_.train.targets;
  const std::vector<Index> labels(all.begin(), all.begin() + n);
  FastHeadPass fast(x_.topRows(n), labels, kChainSymbols, true);
  frame_.oracle_error = std::fabs(fast.loss(drawn_.weights) - loss) / loss;

  const Matrix inverse = symmetric_pseudo_inverse(transposed_product(x, x));
  const Matrix fitted = product(transposed_product(moved, x), inverse);
  FastHeadTrainer step(x_.topRows(n), labels, drawn_.weights, options);
  step.step();
  frame_.fit_error = largest(step.weights().heads[0].w_v - fitted) / largest(fitted);
}

EmVsSgdFrame EmVsSgd::frame() const {
  Frame f = frame_;
  f.step = at_;
  f.frontier = done_;
  return f;
}

EmVsSgdState EmVsSgd::state() const {
  return {done_, there_, frame_.losses, frame_.fresh, frame_.taken};
}

void EmVsSgd::restore(const State& state) {
  open(opening_units());
  check::count(kName, "the saved step", state.step, 0, steps());
  check::shape(kName, "the saved losses", state.losses, frame_.losses.rows(), frame_.losses.cols());
  check::shape(kName, "the saved fresh losses", state.fresh, frame_.fresh.rows(),
               frame_.fresh.cols());
  check::vector(kName, "the saved steps", state.taken, kMethods);
  check::shape(kName, "the saved weights", state.weights, there_.rows(), there_.cols());
  std::vector<FastHeadTrainer> trainers;
  for (Index m = 0; m < methods(); ++m) {
    ClassifierWeights weights = trainer(m).weights();
    unflatten(state.weights.row(m).transpose(), weights);
    trainers.push_back(trainer_from(m, weights));
  }
  trainers_ = std::move(trainers);
  done_ = at_ = state.step;
  piece_ = 0;
  there_ = state.weights;
  frame_.losses = state.losses;
  frame_.fresh = state.fresh;
  for (Index m = 0; m < kMethods; ++m) {
    fresh_here_[static_cast<std::size_t>(m)] = frame_.fresh(m, done_ / kEvery);
  }
  frame_.taken = state.taken;
}

}  // namespace attn::experiments
