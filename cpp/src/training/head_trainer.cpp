#include "attn/training/head_trainer.hpp"

#include <utility>

#include "attn/numerics/check.hpp"
#include "training/trainer_parts.hpp"

namespace attn {
namespace {

constexpr const char* kName = "HeadTrainer";

}  // namespace

HeadTrainer::HeadTrainer(const MatrixRef& x, const MatrixRef& targets,
                         const ClassifierWeights& start, const TrainerOptions& options,
                         std::uint64_t seed)
    : x_(x), targets_(targets), options_(checked_options(kName, options)), rng_(seed) {
  state_.weights = start;
  state_.dropout = rng_.save();
  forward_ = pass_of(state_);
  if (options_.rule == ValueRule::kFree) {
    for (const HeadForward& head : forward_.heads) state_.values.push_back(head.projected);
  }
  fit_ = fit_of(kName, options_.rule, x_);
}

ClassifierOptions HeadTrainer::pass_options() const {
  ClassifierOptions out;
  out.causal = options_.causal;
  out.normalise_values = options_.normalise_values;
  out.epsilon = options_.epsilon;
  return out;
}

ClassifierForward HeadTrainer::pass_of(const TrainerState& state) const {
  return classifier_forward(x_, state.weights, targets_, pass_options(), state.values);
}

// One uniform number for each weight that there is.
std::vector<Matrix> HeadTrainer::drawn_keep() {
  const Index n = x_.rows();
  const double kept = 1.0 / (1.0 - options_.dropout);
  std::vector<Matrix> out(state_.weights.heads.size(), Matrix::Zero(n, n));
  for (Matrix& keep : out) {
    for (Index i = 0; i < n; ++i) {
      const Index end = options_.causal ? i + 1 : n;
      for (Index j = 0; j < end; ++j) keep(i, j) = rng_.uniform() < options_.dropout ? 0.0 : kept;
    }
  }
  return out;
}

ClassifierGradients HeadTrainer::gradients() const {
  return classifier_backward(x_, state_.weights, forward_, pass_options());
}

void HeadTrainer::move(const ClassifierGradients& gradients, TrainerState& state) const {
  move_weights(options_, x_.rows(), fit_, gradients.weights, state.weights);
  for (std::size_t h = 0; h < state.values.size(); ++h) {
    state.values[h] -= options_.eta.values * gradients.heads[h].d_projected;
  }
}

bool HeadTrainer::try_step() {
  // All was in order where the run started: what passes refuse on the way has grown too large.
  try {
    TrainerState next = state_;
    if (options_.dropout > 0.0) {
      ClassifierOptions options = pass_options();
      options.keep = drawn_keep();
      const ClassifierForward thinned =
          classifier_forward(x_, state_.weights, targets_, options, state_.values);
      move(classifier_backward(x_, state_.weights, thinned, options), next);
    } else {
      move(gradients(), next);
    }
    ClassifierForward forward = pass_of(next);
    if (!(forward.prediction.loss <= options_.loss_limit)) return false;
    next.steps += 1;
    next.dropout = rng_.save();
    state_ = std::move(next);
    forward_ = std::move(forward);
  } catch (const Error&) {
    return false;
  }
  return true;
}

void HeadTrainer::step(Index count) {
  check::count("HeadTrainer::step", "count", count, 0, check::kMaxBudget);
  for (Index n = 0; n < count && !state_.diverged; ++n) state_.diverged = !try_step();
}

void HeadTrainer::restore(const TrainerState& state) {
  constexpr const char* kRestore = "HeadTrainer::restore";
  const auto heads = static_cast<Index>(state_.weights.heads.size());
  const auto values = static_cast<Index>(state_.values.size());
  check::count(kRestore, "the number of heads", state.weights.heads.size(), heads, heads);
  check::count(kRestore, "the number of free values", state.values.size(), values, values);
  check::count(kRestore, "state.steps", state.steps, 0, check::kMaxBudget);
  for (std::size_t h = 0; h < state_.weights.heads.size(); ++h) {
    const HeadWeights& own = state_.weights.heads[h];
    const HeadWeights& other = state.weights.heads[h];
    check::shape(kRestore, "w_q", other.w_q, own.w_q.rows(), own.w_q.cols());
    check::shape(kRestore, "w_k", other.w_k, own.w_k.rows(), own.w_k.cols());
    check::shape(kRestore, "w_v", other.w_v, own.w_v.rows(), own.w_v.cols());
  }
  ClassifierForward forward = pass_of(state);  // which refuses what is not finite
  rng_.restore(state.dropout);
  state_ = state;
  forward_ = std::move(forward);
}

}  // namespace attn
