#include "claims/000/race.hpp"

#include <cmath>
#include <map>
#include <tuple>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/pca.hpp"
#include "attn/sequence/markov_chain.hpp"
#include "claims/000/parts.hpp"
#include "experiments/gradient-dynamics/ring.hpp"

namespace attn::claims {
namespace {

TrainerOptions options_of(Method method, Index length) {
  using experiments::Schedule;
  const auto options = [&](Schedule schedule, double eta = experiments::kPlainStep) {
    return experiments::schedule_options(schedule, length, eta);
  };
  switch (method) {
    case Method::kSgd:
      return options(Schedule::kDescent);
    case Method::kFaster:
      return options(Schedule::kDescent, 0.57);
    case Method::kEm:
      return options(Schedule::kEm);
    case Method::kTenfold:
      break;
  }
  return options(Schedule::kTenfold);
}

void add_predictions(const std::vector<Index>& targets, const Matrix& p, Ended& out) {
  const Index length = p.rows();
  for (Index t = 0; t < length; ++t) {
    const Index target = targets[static_cast<std::size_t>(t)];
    Index best = 0;
    for (Index c = 0; c < kChainSymbols; ++c) {
      best = p(t, c) > p(t, best) ? c : best;
      out.entropy -= p(t, c) * mathfn::log(p(t, c)) / static_cast<double>(length);
    }
    out.accuracy += best == target ? 1.0 / static_cast<double>(length) : 0.0;
  }
  out.predictions = p;
}

// Of every eighth row, from the hundredth on.
void add_width(const Matrix& x, const HeadWeights& weights, Ended& out) {
  const Matrix q = x.lazyProduct(weights.w_q.transpose());
  const Matrix k = x.lazyProduct(weights.w_k.transpose());
  double rows = 0.0;
  for (Index t = x.rows() < 200 ? 8 : 100; t < x.rows(); t += 8) {
    const Vector scores = k.topRows(t + 1).lazyProduct(q.row(t).transpose());
    const Vector alpha =
        softmax(scores, std::sqrt(static_cast<double>(experiments::kChainHead.d_k)));
    double entropy = 0.0;
    for (Index j = 0; j <= t; ++j) {
      if (alpha(j) > 0.0) entropy -= alpha(j) * mathfn::log(alpha(j));
    }
    out.width += mathfn::exp(entropy) / static_cast<double>(t + 1);
    rows += 1.0;
  }
  out.width /= rows;
}

// Of values along their first principal component with the entropy of the best predictions.
double correlation_of_axis(const experiments::StickyTask& task, const Pca& components) {
  const Matrix p = predict_from_inputs(task.chain, task.train.x);
  Vector entropies(p.rows());
  for (Index t = 0; t < p.rows(); ++t) {
    entropies(t) = 0.0;
    for (Index c = 0; c < p.cols(); ++c) entropies(t) -= p(t, c) * mathfn::log(p(t, c));
  }
  return std::fabs(correlation(components.coordinates.col(0), entropies));
}

void add_manifold(const experiments::StickyTask& task, const Matrix& w_v, Ended& out) {
  const auto components_of = [&](const Matrix& w) {
    return pca(task.train.x.lazyProduct(w.transpose()), 3);
  };
  const Pca start = components_of(task.weights.heads[0].w_v);
  const Pca end = components_of(w_v);
  out.first_in_three = start.variances.sum() / start.total_variance;
  out.in_three = end.variances.sum() / end.total_variance;
  out.first_axis = correlation_of_axis(task, start);
  out.axis = correlation_of_axis(task, end);
}

}  // namespace

experiments::StickyTask sticky_task(std::uint64_t seed, Index length) {
  Rng rng(seed);
  return experiments::draw_sticky_task(sticky_transition(kChainSymbols), length, rng);
}

Ended ended(Method method, std::uint64_t seed, const RaceSize& size, const Progress& progress) {
  static thread_local std::map<std::tuple<Method, std::uint64_t, Index, Index>, Ended> kept;
  const auto key = std::make_tuple(method, seed, size.length, size.steps);
  if (const auto found = kept.find(key); found != kept.end()) return found->second;
  const experiments::StickyTask task = sticky_task(seed, size.length);
  const FloatMatrix x = task.train.x.cast<float>();
  FastHeadTrainer trainer(x, task.train.targets, task.weights, options_of(method, size.length));
  const auto length = static_cast<double>(size.length);
  Ended out;
  while (trainer.steps() < size.steps && !trainer.diverged()) {
    trainer.step();
    out.losses.push_back(trainer.loss() / length);
    if (!progress(static_cast<double>(trainer.steps()) / static_cast<double>(size.steps))) {
      return {};
    }
  }
  const ClassifierWeights& w = trainer.weights();
  FastHeadPass pass(x, task.train.targets, kChainSymbols, true);
  out.loss = pass.loss(w) / length;
  const Matrix logits = read_out(pass.contexts().cast<double>(), w.w_o, w.b);
  const Matrix targets = one_hot(task.train.targets, kChainSymbols);
  add_predictions(task.train.targets, cross_entropy(logits, targets).probabilities, out);
  const Matrix moved = w.heads[0].w_v - task.weights.heads[0].w_v;
  const Matrix arrows = task.train.x.lazyProduct(moved.transpose());
  out.arrow = arrows.rowwise().norm().mean();
  out.together = experiments::share_by_symbol(arrows, task.train.previous);
  add_width(task.train.x, w.heads[0], out);
  add_manifold(task, w.heads[0].w_v, out);
  FastHeadPass fresh(task.fresh.x.cast<float>(), task.fresh.targets, kChainSymbols, true);
  out.fresh = fresh.loss(w) / length;
  kept[key] = out;
  return out;
}

}  // namespace attn::claims
