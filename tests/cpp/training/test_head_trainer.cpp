#include "attn/training/head_trainer.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/symmetric_eigen.hpp"
#include "attn/training/head_diagnostics.hpp"
#include "catch.hpp"
#include "training/heads.hpp"

using namespace attn;
using layouts::bits_of;

namespace {

TrainerOptions with_steps(double eta) {
  TrainerOptions o;
  o.eta = {eta, eta, eta};
  return o;
}

layouts::Bits bits(const HeadTrainer& t) {
  layouts::Bits out = bits_of(t.weights().w_o, t.weights().b, t.forward().prediction.loss);
  for (const HeadWeights& h : t.weights().heads) {
    for (const Matrix* m : {&h.w_q, &h.w_k, &h.w_v}) layouts::append(out, *m);
  }
  for (const Matrix& v : t.save().values) layouts::append(out, v);
  return out;
}

double loss_of(const HeadTrainer& t) { return t.forward().prediction.loss; }

/// One step by hand: w - eta times its gradient.
Matrix descended(const Matrix& w, const Matrix& d, double eta) { return w - eta * d; }

}  // namespace

TEST_CASE("a step moves every weight against its gradient, all at the same place") {
  const HeadProblem p = head_problem(1, {3, 2, 2, 3, 2});
  TrainerOptions o;
  o.eta = {0.01, 0.02, 0.03};
  HeadTrainer t(p.x, p.targets, p.weights, o);
  const ClassifierWeights g = t.gradients().weights;
  t.step();
  for (std::size_t h = 0; h < 2; ++h) {
    CHECK(t.weights().heads[h].w_q == descended(p.weights.heads[h].w_q, g.heads[h].w_q, 0.01));
    CHECK(t.weights().heads[h].w_k == descended(p.weights.heads[h].w_k, g.heads[h].w_k, 0.01));
    CHECK(t.weights().heads[h].w_v == descended(p.weights.heads[h].w_v, g.heads[h].w_v, 0.02));
  }
  CHECK(t.weights().w_o == descended(p.weights.w_o, g.w_o, 0.03));
  CHECK(t.steps() == 1);
  // The mean loss has the gradients of the sum over as many.
  o.mean_loss = true;
  o.eta = {0.05, 0.1, 0.15};
  HeadTrainer mean(p.x, p.targets, p.weights, o);
  mean.step();
  CHECK(largest(mean.weights().w_o - t.weights().w_o) <= 1e-15);
  CHECK(largest(mean.weights().heads[1].w_v - t.weights().heads[1].w_v) <= 1e-15);
}

TEST_CASE("the toy of the paper learns: its loss falls, and so does the entropy of its attention") {
  Index smooth = 0, sharper = 0;
  double start = 0.0, end = 0.0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    HeadProblem p = head_problem(seed);
    p.weights.b.setZero();
    HeadTrainer t(p.x, p.targets, p.weights, with_steps(0.05));
    const auto mean_entropy = [&] {
      const HeadForward& h = t.forward().heads[0];
      return head_diagnostics(h.routing.weights, h.values, h.k).entropies.mean();
    };
    const double entropy_before = mean_entropy();
    start += loss_of(t) / 40.0;
    bool falls = true;
    for (int n = 0; n < 100; ++n) {
      const double before = loss_of(t);
      t.step();
      falls = falls && loss_of(t) < before;
    }
    end += loss_of(t) / 40.0;
    smooth += falls ? 1 : 0;
    sharper += mean_entropy() < entropy_before ? 1 : 0;
    CHECK_FALSE(t.diverged());
  }
  // Another 40 seeds gave 5.61 and 1.32, 92 % and 92 %.
  CHECK(start == Approx(5.6).margin(0.3));
  CHECK(end == Approx(1.3).margin(0.5));
  CHECK(smooth >= 32);
  CHECK(sharper >= 32);
}

TEST_CASE("a run of a hundred steps has the same bits again, in one go or saved on the way") {
  const HeadProblem p = head_problem(2, {3, 2, 2, 3, 2});
  for (const ValueRule rule : {ValueRule::kWeights, ValueRule::kFree, ValueRule::kFitted}) {
    TrainerOptions o = with_steps(0.02);
    o.rule = rule;
    o.dropout = 0.3;
    o.causal = true;
    HeadTrainer first(p.x, p.targets, p.weights, o, 5), second(p.x, p.targets, p.weights, o, 5);
    first.step(100);
    second.step(37);
    // A copy: what comes after does not change it.
    const auto& saved = second.save();
    const auto there = bits(second);
    second.step(63);
    HeadTrainer third(p.x, p.targets, p.weights, o, 99);
    third.restore(saved);
    CHECK(bits(third) == there);
    third.step(63);
    CHECK(bits(second) == bits(first));
    CHECK(bits(third) == bits(first));
    CHECK(third.steps() == 100);
    // Another seed leaves out other weights.
    HeadTrainer other(p.x, p.targets, p.weights, o, 6);
    other.step(100);
    CHECK(bits(other) != bits(first));
  }
}

TEST_CASE("free values move against the errors of their readers, and their weights stand") {
  const HeadProblem p = head_problem(3);
  TrainerOptions o = with_steps(0.1);
  o.rule = ValueRule::kFree;
  o.mean_loss = true;
  HeadTrainer t(p.x, p.targets, p.weights, o);
  CHECK(bits_of(t.save().values[0]) == bits_of(t.forward().heads[0].projected));
  const Matrix before = t.save().values[0];
  const Matrix ubar = t.gradients().heads[0].routing.d_values;
  t.step();
  CHECK(t.save().values[0] == descended(before, ubar, 0.1));
  CHECK(t.weights().heads[0].w_v == p.weights.heads[0].w_v);
  CHECK(t.forward().heads[0].values == t.save().values[0]);
}

TEST_CASE("the fitted step is the least-squares fit to values that have moved") {
  // More positions than inputs, as many, and fewer: then the fit is the nearest of many.
  for (const Index length : {9, 3, 2}) {
    const HeadProblem p = head_problem(4, {3, 2, 2, 3}, length);
    TrainerOptions o = with_steps(0.2);
    o.rule = ValueRule::kFitted;
    HeadTrainer t(p.x, p.targets, p.weights, o);
    const Matrix wanted = t.forward().heads[0].projected - 0.2 * t.gradients().heads[0].d_projected;
    t.step();
    const Matrix& w = t.weights().heads[0].w_v;
    const Matrix residual = p.x * w.transpose() - wanted;
    CHECK(largest(p.x.transpose() * residual) <= 1e-13);
    if (length <= 3) CHECK(largest(residual) <= 1e-13);
    // No part of the change is where no input is.
    const Matrix change = w - p.weights.heads[0].w_v;
    if (length == 2) {
      const Matrix gram = p.x * p.x.transpose();
      const Matrix onto = p.x.transpose() * symmetric_pseudo_inverse(gram) * p.x;
      CHECK(largest(change - change * onto) <= 1e-13);
    }
  }
}

TEST_CASE("what has no step stands, and half of the learning is worth less than both") {
  Index content_worse = 0, routing_worse = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const HeadProblem p = head_problem(100 + seed);
    TrainerOptions content = with_steps(0.05), routing = with_steps(0.05);
    content.eta.routing = 0.0;
    routing.eta.values = 0.0;
    HeadTrainer both(p.x, p.targets, p.weights, with_steps(0.05));
    HeadTrainer a(p.x, p.targets, p.weights, content), b(p.x, p.targets, p.weights, routing);
    const Matrix weights = a.forward().heads[0].routing.weights;
    const Matrix values = b.forward().heads[0].values;
    both.step(100);
    a.step(100);
    b.step(100);
    CHECK(a.forward().heads[0].routing.weights == weights);
    CHECK(b.forward().heads[0].values == values);
    content_worse += loss_of(a) > loss_of(both) ? 1 : 0;
    routing_worse += loss_of(b) > loss_of(both) ? 1 : 0;
  }
  CHECK(content_worse >= 35);
  CHECK(routing_worse >= 35);
}

TEST_CASE("a step changes what descent leaves alone by its square only") {
  // W_O^T W_O - W_V W_V^T, and the same of queries and keys, change by eta^2 times that of the
  // gradients.
  const HeadProblem p = head_problem(5);
  const double eta = 0.05;
  HeadTrainer t(p.x, p.targets, p.weights, with_steps(eta));
  for (int n = 0; n < 20; ++n) {
    const ClassifierWeights w = t.weights();
    const ClassifierWeights g = t.gradients().weights;
    const auto content = [](const ClassifierWeights& a) {
      return Matrix(a.w_o.transpose() * a.w_o - a.heads[0].w_v * a.heads[0].w_v.transpose());
    };
    const auto routing = [](const ClassifierWeights& a) {
      return Matrix(a.heads[0].w_q * a.heads[0].w_q.transpose() -
                    a.heads[0].w_k * a.heads[0].w_k.transpose());
    };
    t.step();
    CHECK(largest(content(t.weights()) - content(w) - eta * eta * content(g)) <= 1e-13);
    CHECK(largest(routing(t.weights()) - routing(w) - eta * eta * routing(g)) <= 1e-13);
  }
}

TEST_CASE("dropout leaves out its share, and the mean of its gradients is that of none") {
  const HeadProblem p = head_problem(6);
  TrainerOptions o = with_steps(0.0);
  o.eta.read_out = 1.0;
  o.dropout = 0.5;
  // To first order in the read-out the thinned contexts average to the plain ones: w_o near 0.
  ClassifierWeights start = p.weights;
  start.w_o *= 1e-6;
  Matrix sum = Matrix::Zero(3, 2);
  const Index draws = 4000;
  double squares = 0.0;
  HeadTrainer plain(p.x, p.targets, start, with_steps(1.0));
  const Matrix expected = plain.gradients().weights.w_o;
  for (Index n = 0; n < draws; ++n) {
    HeadTrainer t(p.x, p.targets, start, o, static_cast<std::uint64_t>(n));
    t.step();
    const Matrix g = start.w_o - t.weights().w_o;
    sum += g / static_cast<double>(draws);
    squares += (g - expected).squaredNorm() / static_cast<double>(draws);
  }
  CHECK(squares > 0.1);
  CHECK((sum - expected).norm() <= 4.0 * std::sqrt(squares / static_cast<double>(draws)));
}

TEST_CASE("normalised values keep their length while they train") {
  const HeadProblem p = head_problem(7, {6, 4, 4, 4}, 12);
  TrainerOptions o = with_steps(0.02);
  o.normalise_values = true;
  HeadTrainer t(p.x, p.targets, p.weights, o);
  const double before = loss_of(t);
  t.step(200);
  CHECK(loss_of(t) < 0.5 * before);
  for (Index j = 0; j < 12; ++j)
    CHECK(t.forward().heads[0].values.row(j).norm() == Approx(2.0).epsilon(1e-3));
}

TEST_CASE("a run that diverges says so, and shows the last step that was finite") {
  const HeadProblem p = head_problem(8);
  HeadTrainer t(p.x, p.targets, p.weights, with_steps(1e100));
  t.step(50);
  CHECK(t.diverged());
  CHECK(t.steps() < 50);
  CHECK(std::isfinite(loss_of(t)));
  CHECK(t.weights().w_o.allFinite());
  const layouts::Bits last = bits(t);
  const Index steps = t.steps();
  t.step(10);
  CHECK(bits(t) == last);
  CHECK(t.steps() == steps);
  // A limit ends it before.
  TrainerOptions o = with_steps(3.0);
  o.loss_limit = 20.0;
  Index ended = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const HeadProblem q = head_problem(seed);
    HeadTrainer limited(q.x, q.targets, q.weights, o);
    limited.step(100);
    CHECK(loss_of(limited) <= 20.0);
    ended += limited.diverged() ? 1 : 0;
  }
  CHECK(ended >= 10);
}

TEST_CASE("trainers refuse what they cannot train") {
  const HeadProblem p = head_problem(9);
  const auto refusal = [&](const TrainerOptions& o) {
    return message_of([&] { HeadTrainer(p.x, p.targets, p.weights, o); });
  };
  TrainerOptions o;
  o.eta.values = -1.0;
  CHECK(refusal(o) == "HeadTrainer: options.eta.values is -1, expected a finite number >= 0");
  o = {};
  o.dropout = 1.0;
  CHECK(refusal(o) == "HeadTrainer: options.dropout is 1, expected a number >= 0 and < 1");
  o = {};
  o.loss_limit = std::nan("");
  CHECK(refusal(o) == "HeadTrainer: options.loss_limit is NaN, expected a number > 0");
  o = {};
  o.epsilon = 0.0;
  CHECK(refusal(o) == "HeadTrainer: options.epsilon is 0, expected a finite number > 0");
  CHECK(message_of([&] { HeadTrainer(Matrix(0, 3), p.targets, p.weights); }) ==
        "classifier_forward: x is 0 x 3, expected at least 1 x 1");
  HeadTrainer t(p.x, p.targets, p.weights);
  CHECK(message_of([&] { t.step(-1); }) ==
        "HeadTrainer::step: count is -1, expected a whole number from 0 to 1000000000");
  t.step(3);
  const layouts::Bits before = bits(t);
  TrainerState s = t.save();
  s.weights.heads[0].w_q.resize(1, 3);
  CHECK(message_of([&] { t.restore(s); }) == "HeadTrainer::restore: w_q is 1 x 3, expected 2 x 3");
  s = t.save();
  s.weights.b(0) = std::nan("");
  CHECK(message_of([&] { t.restore(s); }) ==
        "classifier_forward: weights.b[0] is NaN, expected a finite number");
  s = t.save();
  s.values.emplace_back(Matrix::Zero(5, 2));
  CHECK(
      message_of([&] { t.restore(s); }) ==
      "HeadTrainer::restore: the number of free values is 1, expected a whole number from 0 to 0");
  CHECK(bits(t) == before);
}
