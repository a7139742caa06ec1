#include "experiments/gradient-dynamics/sticky_task.hpp"

#include "experiments/numbers.hpp"

#include <vector>

namespace attn::experiments {
namespace {

constexpr double kInit = 0.1;
constexpr double kValueStep = 2.0;

template <typename Weights, typename Use>
void each_weight(Weights& weights, Use&& use) {
  auto& head = weights.heads[0];
  for (auto* m : {&head.w_q, &head.w_k, &head.w_v, &weights.w_o}) {
    for (Index i = 0; i < m->size(); ++i) use(m->data()[i]);
  }
  for (Index i = 0; i < weights.b.size(); ++i) use(weights.b(i));
}

}  // namespace

NoisyChain draw_noisy_chain(const Matrix& transition, Rng& rng, double spread) {
  return {transition, normal_rows(rng, kChainSymbols, kChainHead.d_x, spread), 1.0};
}

StickyTask draw_sticky_task(const Matrix& transition, Index length, Rng& rng) {
  StickyTask out;
  out.chain = draw_noisy_chain(transition, rng);
  out.train = sample_noisy_chain(out.chain, length, rng);
  out.fresh = sample_noisy_chain(out.chain, length, rng);
  out.weights = random_classifier(kChainHead, kInit, rng);
  return out;
}

TrainerOptions schedule_options(Schedule schedule, Index length, double eta) {
  TrainerOptions out;
  out.causal = true;
  out.mean_loss = true;
  out.loss_limit = kMeanLossLimit * static_cast<double>(length);
  out.eta = {kPlainStep, kValueStep, kPlainStep};
  if (schedule == Schedule::kDescent) out.eta = {eta, eta, eta};
  if (schedule == Schedule::kEm) out.rule = ValueRule::kFitted;
  return out;
}

Vector flattened(const ClassifierWeights& weights) {
  std::vector<double> numbers;
  each_weight(weights, [&](double w) { numbers.push_back(w); });
  return Eigen::Map<const Vector>(numbers.data(), static_cast<Index>(numbers.size()));
}

void unflatten(const Eigen::Ref<const Vector>& numbers, ClassifierWeights& weights) {
  Index i = 0;
  each_weight(weights, [&](double& w) { w = numbers(i++); });
}

}  // namespace attn::experiments
