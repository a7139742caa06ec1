#include "attn/training.hpp"
#include "layouts.hpp"
#include "training/heads.hpp"

using namespace attn;
using layouts::bits_of;
using layouts::check_same;
using layouts::matrix;

TEST_CASE("losses and both laws are those of the numbers, however these lie in memory") {
  check_same(
      [](const auto& logits, const auto& targets, const auto& g, const auto& w_o, const auto& b) {
        const CrossEntropy c = cross_entropy(logits, targets);
        const ReadOutGradients r = read_out_backward(g, w_o, c.d_logits);
        return bits_of(c.losses, c.divergences, c.d_logits, read_out(g, w_o, b), r.d_g, r.d_w_o,
                       r.d_b, kl_divergences(targets, c.probabilities));
      },
      matrix(4, 3, 1), soft_targets(4, 3, 2), matrix(4, 2, 3), matrix(3, 2, 4),
      Vector(matrix(3, 1, 5)));
  check_same(
      [](const auto& scores, const auto& values, const auto& u) {
        const Routing r = routing_forward(scores, values);
        const RoutingGradients g = routing_backward(r, values, u);
        return bits_of(r.weights, r.contexts, g.compatibility, g.advantage, g.d_scores, g.d_values);
      },
      matrix(4, 5, 6), matrix(5, 2, 7), matrix(4, 2, 8));
}

TEST_CASE("steps, heads and diagnostics are those of the numbers, however these lie in memory") {
  const HeadProblem p = head_problem(1);
  const ClassifierForward f = classifier_forward(p.x, p.weights, p.targets);
  check_same(
      [&](const auto& weights, const auto& w_o, const auto& change) {
        const ValueStep s = value_step(weights, w_o, f.prediction, 0.1);
        return bits_of(s.one, s.one_remainder, s.all,
                       loss_remainders(f.prediction.probabilities, change));
      },
      f.heads[0].routing.weights, p.weights.w_o, matrix(5, 3, 2));
  check_same(
      [&](const auto& x, const auto& targets) {
        const ClassifierForward pass = classifier_forward(x, p.weights, targets);
        HeadTrainer t(x, targets, p.weights);
        t.step(5);
        return bits_of(pass.logits, classifier_backward(x, p.weights, pass).weights.heads[0].w_q,
                       t.weights().w_o);
      },
      p.x, p.targets);
  check_same(
      [](const auto& a, const auto& v, const auto& k) {
        const HeadDiagnostics d = head_diagnostics(a, v, k);
        return bits_of(d.column_usage, d.columns_in_use, d.value_norms, d.entropies,
                       d.key_alignment);
      },
      f.heads[0].routing.weights, f.heads[0].values, f.heads[0].k);
}
