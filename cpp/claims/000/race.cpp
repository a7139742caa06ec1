#include "claims/000/race.hpp"

#include <cmath>
#include <map>
#include <tuple>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/sequence/markov_chain.hpp"
#include "attn/training/fast_head_trainer.hpp"

namespace attn::claims {
namespace {

constexpr ClassifierSizes kSizes{20, 10, 15, kSymbols};
constexpr double kInit = 0.1;

TrainerOptions options_of(Method method) {
  TrainerOptions out;
  out.causal = true;
  out.mean_loss = true;
  out.eta = {0.2, 2.0, 0.2};
  if (method == Method::kSgd) out.eta = {0.2, 0.2, 0.2};
  if (method == Method::kFaster) out.eta = {0.57, 0.57, 0.57};
  if (method == Method::kEm) out.rule = ValueRule::kFitted;
  return out;
}

void add_predictions(const StickyTask& task, const Matrix& p, Ended& out) {
  const Index length = p.rows();
  const Matrix known = predict_from_symbols(task.chain.transition, task.train.previous);
  for (Index t = 0; t < length; ++t) {
    const Index target = task.train.targets[static_cast<std::size_t>(t)];
    Index best = 0;
    for (Index c = 0; c < kSymbols; ++c) {
      best = p(t, c) > p(t, best) ? c : best;
      out.entropy -= p(t, c) * mathfn::log(p(t, c)) / static_cast<double>(length);
    }
    out.accuracy += best == target ? 1.0 / static_cast<double>(length) : 0.0;
    out.bayes -= mathfn::log(known(t, target)) / static_cast<double>(length);
  }
  out.predictions = p;
}

void add_arrows(const StickyTask& task, const Matrix& arrows, Ended& out) {
  Matrix means = Matrix::Zero(kSymbols, arrows.cols());
  Vector counts = Vector::Zero(kSymbols);
  for (Index t = 0; t < arrows.rows(); ++t) {
    const Index symbol = task.train.previous[static_cast<std::size_t>(t)];
    means.row(symbol) += arrows.row(t);
    counts(symbol) += 1.0;
    out.arrow += std::sqrt(arrows.row(t).squaredNorm()) / static_cast<double>(arrows.rows());
  }
  double explained = 0.0;
  for (Index a = 0; a < kSymbols; ++a) {
    if (counts(a) > 0.0) explained += means.row(a).squaredNorm() / counts(a);
  }
  out.together = explained / arrows.squaredNorm();
}

// Of every eighth row, from the hundredth on.
void add_width(const Matrix& x, const HeadWeights& weights, Ended& out) {
  const Matrix q = x.lazyProduct(weights.w_q.transpose());
  const Matrix k = x.lazyProduct(weights.w_k.transpose());
  double rows = 0.0;
  for (Index t = x.rows() < 200 ? 8 : 100; t < x.rows(); t += 8) {
    const Vector scores = k.topRows(t + 1).lazyProduct(q.row(t).transpose());
    const Vector alpha = softmax(scores, std::sqrt(static_cast<double>(kSizes.d_k)));
    double entropy = 0.0;
    for (Index j = 0; j <= t; ++j) {
      if (alpha(j) > 0.0) entropy -= alpha(j) * mathfn::log(alpha(j));
    }
    out.width += mathfn::exp(entropy) / static_cast<double>(t + 1);
    rows += 1.0;
  }
  out.width /= rows;
}

}  // namespace

NoisyChain sticky_chain(Rng& rng, double spread) {
  NoisyChain chain{sticky_transition(kSymbols), Matrix(kSymbols, kSizes.d_x), 1.0};
  for (Index i = 0; i < chain.means.size(); ++i) chain.means.data()[i] = spread * rng.normal();
  return chain;
}

StickyTask::StickyTask(std::uint64_t seed, Index length) {
  Rng rng(seed);
  chain = sticky_chain(rng);
  train = sample_noisy_chain(chain, length, rng);
  fresh = sample_noisy_chain(chain, length, rng);
  start = random_classifier(kSizes, kInit, rng);
}

Ended ended(Method method, std::uint64_t seed, const RaceSize& size, const Progress& progress) {
  static thread_local std::map<std::tuple<Method, std::uint64_t, Index, Index>, Ended> kept;
  const auto key = std::make_tuple(method, seed, size.length, size.steps);
  if (const auto found = kept.find(key); found != kept.end()) return found->second;
  const StickyTask task(seed, size.length);
  const FloatMatrix x = task.train.x.cast<float>();
  FastHeadTrainer trainer(x, task.train.targets, task.start, options_of(method));
  while (trainer.steps() < size.steps && !trainer.diverged()) {
    trainer.step();
    if (!progress(static_cast<double>(trainer.steps()) / static_cast<double>(size.steps))) {
      return {};
    }
  }
  const auto length = static_cast<double>(size.length);
  const ClassifierWeights& w = trainer.weights();
  FastHeadPass pass(x, task.train.targets, kSymbols, true);
  Ended out;
  out.loss = pass.loss(w) / length;
  const Matrix logits = read_out(pass.contexts().cast<double>(), w.w_o, w.b);
  add_predictions(task, cross_entropy(logits, one_hot(task.train.targets, kSymbols)).probabilities,
                  out);
  const Matrix moved = w.heads[0].w_v - task.start.heads[0].w_v;
  add_arrows(task, task.train.x.lazyProduct(moved.transpose()), out);
  add_width(task.train.x, w.heads[0], out);
  FastHeadPass fresh(task.fresh.x.cast<float>(), task.fresh.targets, kSymbols, true);
  out.fresh = fresh.loss(w) / length;
  kept[key] = out;
  return out;
}

}  // namespace attn::claims
