#include "attn/training/attention_classifier.hpp"

#include <cmath>
#include <functional>

#include "attn/attention/attention_grad.hpp"
#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "training/heads.hpp"

using namespace attn;

namespace {

using Set = std::function<void(ClassifierWeights&, const Matrix&)>;

/// The slope of the loss along one of the weights, by differences.
Matrix numeric(const HeadProblem& p, const ClassifierOptions& options, const Matrix& at,
               const Set& set) {
  ClassifierWeights moved = p.weights;
  return central_differences(
      [&](const Matrix& m) {
        set(moved, m);
        return classifier_forward(p.x, moved, p.targets, options).prediction.loss;
      },
      at, 0.3);
}

void check_gradients(const HeadProblem& p, const ClassifierOptions& options, double tolerance) {
  const ClassifierForward f = classifier_forward(p.x, p.weights, p.targets, options);
  const ClassifierWeights g = classifier_backward(p.x, p.weights, f, options).weights;
  const double floor = 1e-3;
  for (std::size_t h = 0; h < p.weights.heads.size(); ++h) {
    const HeadWeights& w = p.weights.heads[h];
    CHECK(gradient_error(
              g.heads[h].w_q,
              numeric(p, options, w.w_q, [h](auto& to, const Matrix& m) { to.heads[h].w_q = m; }),
              floor) <= tolerance);
    CHECK(gradient_error(
              g.heads[h].w_k,
              numeric(p, options, w.w_k, [h](auto& to, const Matrix& m) { to.heads[h].w_k = m; }),
              floor) <= tolerance);
    CHECK(gradient_error(
              g.heads[h].w_v,
              numeric(p, options, w.w_v, [h](auto& to, const Matrix& m) { to.heads[h].w_v = m; }),
              floor) <= tolerance);
  }
  CHECK(gradient_error(
            g.w_o,
            numeric(p, options, p.weights.w_o, [](auto& to, const Matrix& m) { to.w_o = m; }),
            floor) <= tolerance);
  CHECK(gradient_error(g.b,
                       numeric(p, options, Matrix(p.weights.b),
                               [](auto& to, const Matrix& m) { to.b = m.col(0); }),
                       floor) <= tolerance);
}

double inner(const Matrix& a, const Matrix& b) { return (a.array() * b.array()).sum(); }

}  // namespace

TEST_CASE("the gradient of every weight agrees with differences") {
  check_gradients(head_problem(1), {}, 1e-8);
  ClassifierOptions causal;
  causal.causal = true;
  check_gradients(head_problem(2, {4, 3, 5, 6}, 7), causal, 1e-8);
  check_gradients(head_problem(3, {1, 1, 1, 1}, 1), {}, 1e-8);
  check_gradients(head_problem(4, {3, 2, 2, 4, 3}, 4), causal, 1e-8);
  HeadProblem soft = head_problem(5);
  soft.targets = soft_targets(5, 3, 6);
  check_gradients(soft, {}, 1e-8);
}

TEST_CASE("the gradient goes through normalised values, and through dropout") {
  ClassifierOptions options;
  options.normalise_values = true;
  check_gradients(head_problem(11, {3, 2, 4, 3}), options, 1e-7);
  options.keep = {Matrix::Constant(5, 5, 2.0), Matrix::Constant(5, 5, 0.5)};
  options.keep[0](1, 2) = 0.0;
  options.keep[1].col(0).setZero();
  check_gradients(head_problem(12, {3, 2, 3, 3, 2}), options, 1e-7);
  options.normalise_values = false;
  options.causal = true;
  check_gradients(head_problem(13, {3, 2, 3, 3, 2}), options, 1e-8);
}

TEST_CASE("queries, keys and free values have the gradients of attention's own backward pass") {
  const HeadProblem p = head_problem(20, {4, 3, 2, 5}, 6);
  const ClassifierForward f = classifier_forward(p.x, p.weights, p.targets);
  const ClassifierGradients g = classifier_backward(p.x, p.weights, f);
  const HeadForward& head = f.heads[0];
  const Attention a = attention_forward(head.q, head.k, head.values);
  const AttentionGradients expected =
      attention_backward(head.q, head.k, head.values, {}, a, g.heads[0].u);
  CHECK(largest(head.scores - a.scores) <= 1e-15);
  CHECK(largest(g.heads[0].d_q - expected.d_q) <= 1e-15);
  CHECK(largest(g.heads[0].d_k - expected.d_k) <= 1e-15);
  CHECK(largest(g.heads[0].d_projected - expected.d_v) <= 1e-15);
  const auto loss = [&](const Matrix& v) {
    return classifier_forward(p.x, p.weights, p.targets, {}, {v}).prediction.loss;
  };
  CHECK(gradient_error(g.heads[0].d_projected, central_differences(loss, head.values, 0.5)) <=
        1e-9);
  // As if they were projected: the same numbers by both ways.
  CHECK(loss(head.projected) == f.prediction.loss);
}

TEST_CASE("what leaves the loss alone has no slope") {
  const HeadProblem p = head_problem(30, {3, 2, 2, 3, 2});
  const ClassifierForward f = classifier_forward(p.x, p.weights, p.targets);
  const ClassifierGradients g = classifier_backward(p.x, p.weights, f);
  double read = 0.0;
  for (std::size_t h = 0; h < 2; ++h) {
    const HeadWeights& w = p.weights.heads[h];
    const HeadWeights& d = g.weights.heads[h];
    // Queries made larger and keys smaller; values made larger and the read-out smaller.
    CHECK(std::fabs(inner(d.w_q, w.w_q) - inner(d.w_k, w.w_k)) <= 1e-14);
    CHECK(std::fabs(inner(d.w_q, w.w_q) - inner(g.heads[h].routing.d_scores, f.heads[h].scores)) <=
          1e-14);
    CHECK(largest(g.heads[h].d_k.colwise().sum()) <= 1e-15);
    read += inner(d.w_v, w.w_v);
  }
  CHECK(std::fabs(read - inner(g.weights.w_o, p.weights.w_o)) <= 1e-14);
  CHECK(std::fabs(g.weights.b.sum()) <= 1e-15);
  // Normalised values do not change with their size, but for epsilon.
  ClassifierOptions options;
  options.normalise_values = true;
  options.epsilon = 1e-30;
  const ClassifierForward n = classifier_forward(p.x, p.weights, p.targets, options);
  const ClassifierGradients along = classifier_backward(p.x, p.weights, n, options);
  CHECK(std::fabs(inner(along.heads[0].d_projected, n.heads[0].projected)) <= 1e-13);
  for (Index j = 0; j < 5; ++j)
    CHECK(n.heads[0].values.row(j).norm() == Approx(std::sqrt(2.0)).epsilon(1e-12));
}

TEST_CASE("heads side by side add up, and the order of heads is no matter") {
  const HeadProblem p = head_problem(40, {3, 2, 2, 3, 2});
  const ClassifierForward f = classifier_forward(p.x, p.weights, p.targets);
  const Matrix logits = f.heads[0].routing.contexts * p.weights.w_o.leftCols(2).transpose() +
                        f.heads[1].routing.contexts * p.weights.w_o.rightCols(2).transpose();
  CHECK(largest(f.logits - (logits.rowwise() + p.weights.b.transpose())) <= 1e-15);
  ClassifierWeights turned = p.weights;
  std::swap(turned.heads[0], turned.heads[1]);
  turned.w_o << p.weights.w_o.rightCols(2), p.weights.w_o.leftCols(2);
  CHECK(std::fabs(classifier_forward(p.x, turned, p.targets).prediction.loss - f.prediction.loss) <=
        1e-14);
}

TEST_CASE("a causal head does not see what comes") {
  const HeadProblem p = head_problem(50, {3, 2, 2, 3}, 6);
  ClassifierOptions options;
  options.causal = true;
  HeadProblem changed = p;
  changed.x.bottomRows(3).setConstant(5.0);
  const ClassifierForward a = classifier_forward(p.x, p.weights, p.targets, options);
  const ClassifierForward b = classifier_forward(changed.x, p.weights, p.targets, options);
  CHECK(a.prediction.losses.head(3) == b.prediction.losses.head(3));
  CHECK(a.prediction.losses(5) != b.prediction.losses(5));
}

TEST_CASE("weights are drawn head by head, row by row") {
  Rng rng(9), again(9);
  const ClassifierWeights w = random_classifier({2, 1, 3, 2, 2}, 0.1, rng);
  for (const HeadWeights& head : w.heads) {
    for (const Matrix* m : {&head.w_q, &head.w_k, &head.w_v}) {
      for (Index i = 0; i < m->size(); ++i) CHECK(m->data()[i] == 0.1 * again.normal());
    }
  }
  for (Index i = 0; i < w.w_o.size(); ++i) CHECK(w.w_o.data()[i] == 0.1 * again.normal());
  CHECK(w.heads[1].w_v.rows() == 3);
  CHECK(w.w_o.cols() == 6);
  CHECK(w.b == Vector::Zero(2));
}

TEST_CASE("classifiers refuse what does not fit") {
  const HeadProblem p = head_problem(60, {3, 2, 2, 3, 2});
  const auto refusal = [&](const ClassifierWeights& w, const ClassifierOptions& o = {}) {
    return message_of([&] { return classifier_forward(p.x, w, p.targets, o); });
  };
  ClassifierWeights w = p.weights;
  w.heads[1].w_k.resize(3, 3);
  CHECK(refusal(w) == "classifier_forward: weights.heads[1].w_k is 3 x 3, expected 2 x 3");
  w = p.weights;
  w.w_o.conservativeResize(3, 2);
  CHECK(refusal(w) == "classifier_forward: weights.w_o is 3 x 2, expected 3 x 4");
  w = p.weights;
  w.b(1) = std::nan("");
  CHECK(refusal(w) == "classifier_forward: weights.b[1] is NaN, expected a finite number");
  w.heads.clear();
  CHECK(refusal(w) ==
        "classifier_forward: the number of heads is 0, expected a whole number from 1 "
        "to 1000000000");
  w = p.weights;
  w.heads[0].w_q *= 1e200;
  w.heads[0].w_k *= 1e200;
  CHECK(refusal(w) == "attention_scores: a score is too large for a double");
  ClassifierOptions o;
  o.keep = {Matrix::Ones(5, 5)};
  CHECK(refusal(p.weights, o) ==
        "classifier_forward: the number of matrices in options.keep is 1, expected a whole number "
        "from 2 to 2");
  CHECK(message_of([&] { return classifier_forward(Matrix(0, 3), p.weights, p.targets); }) ==
        "classifier_forward: x is 0 x 3, expected at least 1 x 1");
  CHECK(message_of([&] { return classifier_forward(p.x, p.weights, p.targets.topRows(4)); }) ==
        "classifier_forward: targets is 4 x 3, expected 5 x 3");
  CHECK(
      message_of([&] { return classifier_backward(p.x, p.weights, {}); }) ==
      "classifier_backward: the number of heads in forward is 0, expected a whole number from 2 to "
      "2");
  Rng rng(1);
  CHECK(message_of([&] {
          return random_classifier({0, 1, 1, 1}, 1.0, rng);
        }) == "random_classifier: sizes.d_x is 0, expected a whole number from 1 to 1000000000");
  const Rng before = rng;
  CHECK(message_of([&] {
          return random_classifier({2, 2, 2, 20, 1}, 1.7e308, rng);
        }) == "random_classifier: a weight is too large for a double");
  CHECK(rng.next() == Rng(before).next());
}
