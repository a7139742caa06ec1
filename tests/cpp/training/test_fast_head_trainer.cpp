#include "attn/training/fast_head_trainer.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "attn/numerics/largest.hpp"
#include "attn/sequence/markov_chain.hpp"
#include "attn/sequence/noisy_chain.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

/// A sequence of the sticky chain whose inputs are floats, and a head that has not seen it.
struct Sequence {
  FloatMatrix x;
  std::vector<Index> labels;
  ClassifierWeights weights;
};

Sequence sequence_of(std::uint64_t seed, Index length, const ClassifierSizes& sizes,
                     double init = 0.1) {
  Rng rng(seed);
  NoisyChain chain{sticky_transition(sizes.classes), Matrix(sizes.classes, sizes.d_x), 1.0};
  for (Index a = 0; a < sizes.classes; ++a) {
    for (Index c = 0; c < sizes.d_x; ++c) chain.means(a, c) = rng.normal();
  }
  const NoisySequence drawn = sample_noisy_chain(chain, length, rng);
  return {drawn.x.cast<float>(), drawn.targets, random_classifier(sizes, init, rng)};
}

/// The larger of what two gradients of one weight differ by, relative to the largest number of it.
double apart(const Matrix& fast, const Matrix& oracle) {
  return largest(fast - oracle) / largest(oracle);
}

double apart(const ClassifierWeights& fast, const ClassifierWeights& oracle) {
  const HeadWeights& f = fast.heads[0];
  const HeadWeights& o = oracle.heads[0];
  return largest(Vector{{apart(f.w_q, o.w_q), apart(f.w_k, o.w_k), apart(f.w_v, o.w_v),
                         apart(fast.w_o, oracle.w_o), apart(fast.b, oracle.b)}});
}

double product_of(const Matrix& a, const Matrix& b) { return (a.array() * b.array()).sum(); }

}  // namespace

TEST_CASE("float passes have the loss and gradients of the double ones, at any shape") {
  const std::array<ClassifierSizes, 4> shapes{
      {{20, 10, 15, 8}, {3, 1, 2, 2}, {7, 17, 33, 5}, {16, 16, 16, 16}}};
  for (const ClassifierSizes& sizes : shapes) {
    for (const Index length : {2, 7, 130, 301}) {
      for (const bool causal : {false, true}) {
        Sequence s = sequence_of(3, length, sizes, 0.3);
        ClassifierOptions options;
        options.causal = causal;
        const Matrix x = s.x.cast<double>();
        const auto f = classifier_forward(x, s.weights, one_hot(s.labels, sizes.classes), options);
        const auto oracle = classifier_backward(x, s.weights, f, options);
        FastHeadPass pass(s.x, s.labels, sizes.classes, causal);
        const double loss = pass.loss(s.weights);
        ClassifierWeights gradient;
        pass.gradient(gradient);
        CAPTURE(sizes.d_x, length, causal);
        CHECK(std::abs(loss - f.prediction.loss) <= 2e-6 * f.prediction.loss);
        CHECK(largest(pass.contexts().cast<double>() - f.contexts) <= 1e-5 * largest(f.contexts));
        CHECK(largest(pass.values().cast<double>() - f.heads[0].values) <=
              1e-5 * largest(f.heads[0].values));
        CHECK(apart(gradient, oracle.weights) <= 2e-5);
      }
    }
  }
}

TEST_CASE("float gradients obey what gradients have to") {
  const Sequence s = sequence_of(5, 400, {20, 10, 15, 8}, 0.3);
  FastHeadPass pass(s.x, s.labels, 8, true);
  static_cast<void>(pass.loss(s.weights));
  ClassifierWeights g;
  pass.gradient(g);
  // A logit that all classes share moves nothing.
  CHECK(std::abs(g.b.sum()) <= 1e-4);
  CHECK(largest(Vector(g.w_o.colwise().sum())) <= 1e-4);
  // Scores are linear in queries as in keys, and logits in values as in the read-out.
  const HeadWeights& w = s.weights.heads[0];
  const HeadWeights& d = g.heads[0];
  const double queries = product_of(w.w_q, d.w_q);
  CHECK(std::abs(queries - product_of(w.w_k, d.w_k)) <= 1e-4 * std::abs(queries));
  const double values = product_of(w.w_v, d.w_v);
  CHECK(std::abs(values - product_of(s.weights.w_o, g.w_o)) <= 1e-4 * std::abs(values));
  // Central differences along the gradient of the queries' weights.
  const double square = d.w_q.squaredNorm();
  const double h = 1e-2 / std::sqrt(square);
  ClassifierWeights there = s.weights;
  there.heads[0].w_q = w.w_q + h * d.w_q;
  const double up = pass.loss(there);
  there.heads[0].w_q = w.w_q - h * d.w_q;
  const double down = pass.loss(there);
  CHECK(std::abs((up - down) / (2.0 * h) - square) <= 1e-2 * square);
}

TEST_CASE("float training follows the double one, by gradient descent and by fitted values") {
  const Sequence s = sequence_of(7, 200, {20, 10, 15, 8});
  const Matrix x = s.x.cast<double>();
  TrainerOptions o;
  o.causal = true;
  o.mean_loss = true;
  o.eta = {0.2, 0.2, 0.2};
  for (const ValueRule rule : {ValueRule::kWeights, ValueRule::kFitted}) {
    o.rule = rule;
    if (rule == ValueRule::kFitted) o.eta.values = 2.0;
    HeadTrainer oracle(x, one_hot(s.labels, 8), s.weights, o);
    FastHeadTrainer fast(s.x, s.labels, s.weights, o);
    const double start = fast.loss();
    for (Index t = 0; t < 60; ++t) {
      oracle.step();
      fast.step();
      const double loss = oracle.forward().prediction.loss;
      REQUIRE(std::abs(fast.loss() - loss) <= 2e-5 * loss);
    }
    CHECK(fast.steps() == 60);
    CHECK_FALSE(fast.diverged());
    CHECK(fast.loss() < start);
    CHECK(largest(fast.weights().heads[0].w_v - oracle.weights().heads[0].w_v) <=
          2e-5 * largest(oracle.weights().heads[0].w_v));
  }
}

TEST_CASE("a float step in two halves is the step, and nothing of it is there after the first") {
  const Sequence s = sequence_of(7, 40, {6, 4, 5, 3});
  FastHeadTrainer whole(s.x, s.labels, s.weights), halves(s.x, s.labels, s.weights);
  for (Index step = 1; step <= 3; ++step) {
    const double before = halves.loss();
    CHECK_FALSE(halves.advance());
    CHECK(halves.loss() == before);
    CHECK(halves.steps() == step - 1);
    CHECK(halves.weights().w_o == whole.weights().w_o);
    CHECK(halves.advance());
    whole.step();
    CHECK(halves.steps() == step);
    CHECK(halves.loss() == whole.loss());
    CHECK(halves.weights().w_o == whole.weights().w_o);
    CHECK(halves.weights().heads[0].w_v == whole.weights().heads[0].w_v);
  }
  CHECK_FALSE(halves.advance());
  halves.step();
  whole.step();
  CHECK(halves.loss() == whole.loss());
}

TEST_CASE("a causal float head does not know what comes later") {
  const Sequence s = sequence_of(9, 150, {6, 4, 5, 3}, 0.5);
  FastHeadPass whole(s.x, s.labels, 3, true);
  FastHeadPass half(s.x.topRows(70), {s.labels.begin(), s.labels.begin() + 70}, 3, true);
  static_cast<void>(whole.loss(s.weights));
  static_cast<void>(half.loss(s.weights));
  CHECK(largest((whole.contexts().topRows(70) - half.contexts()).cast<double>()) <= 1e-6);
}

TEST_CASE("a float run that diverges stops where it was, and says so") {
  const Sequence s = sequence_of(11, 60, {6, 4, 5, 3});
  TrainerOptions o;
  o.eta = {1e6, 1e6, 1e6};
  o.loss_limit = 1e4;
  FastHeadTrainer t(s.x, s.labels, s.weights, o);
  t.step(50);
  CHECK(t.diverged());
  CHECK(t.steps() < 50);
  CHECK(std::isfinite(t.loss()));
  const double loss = t.loss();
  FastHeadPass pass(s.x, s.labels, 3, false);
  CHECK(pass.loss(t.weights()) == loss);
  t.step(10);
  CHECK(t.advance());
  CHECK(t.loss() == loss);
}

TEST_CASE("float heads refuse what does not fit") {
  const Sequence s = sequence_of(13, 20, {6, 4, 5, 3});
  CHECK_THROWS_WITH(
      FastHeadPass(s.x, {0, 1}, 3, true),
      "FastHeadPass: the number of labels is 2, expected a whole number from 20 to 20");
  std::vector<Index> labels = s.labels;
  labels[4] = 3;
  CHECK_THROWS_WITH(FastHeadPass(s.x, labels, 3, true),
                    "FastHeadPass: labels[4] is 3, expected a whole number from 0 to 2");
  CHECK_THROWS_WITH(FastHeadPass(FloatMatrix(0, 6), {}, 3, true),
                    contains("FastHeadPass: the rows of x is 0"));
  FloatMatrix x = s.x;
  x(2, 1) = std::numeric_limits<float>::quiet_NaN();
  CHECK_THROWS_WITH(FastHeadPass(x, s.labels, 3, true), contains("x[2, 1] is NaN"));
  FastHeadPass pass(s.x, s.labels, 3, true);
  ClassifierWeights kept;
  CHECK_THROWS_WITH(pass.gradient(kept), contains("expected a loss() before"));
  CHECK_THROWS_WITH(pass.contexts(), contains("FastHeadPass::contexts: the pass is not there"));
  CHECK_THROWS_WITH(pass.values(), contains("FastHeadPass::values: the pass is not there"));
  ClassifierWeights weights = s.weights;
  weights.heads.push_back(weights.heads[0]);
  weights.w_o = Matrix::Ones(3, 10);
  CHECK_THROWS_WITH(pass.loss(weights), contains("the number of heads is 2"));
  weights = s.weights;
  weights.heads[0].w_q(0, 0) = 1e39;
  CHECK_THROWS_WITH(pass.loss(weights), contains("FastHeadPass: w_q"));
  CHECK(kept.heads.empty());
  // What a loss() that threw has begun is not shown for that of the one before.
  (void)pass.loss(s.weights);
  CHECK(pass.values().rows() == 20);
  CHECK_THROWS_WITH(pass.loss(weights), contains("FastHeadPass: w_q"));
  CHECK_THROWS_WITH(pass.values(), contains("FastHeadPass::values: the pass is not there"));
  TrainerOptions o;
  o.rule = ValueRule::kFree;
  CHECK_THROWS_WITH(FastHeadTrainer(s.x, s.labels, s.weights, o), contains("options.rule"));
  o = {};
  o.dropout = 0.5;
  CHECK_THROWS_WITH(FastHeadTrainer(s.x, s.labels, s.weights, o),
                    contains("options.dropout is 0.5, expected 0"));
  o = {};
  o.normalise_values = true;
  CHECK_THROWS_WITH(FastHeadTrainer(s.x, s.labels, s.weights, o),
                    contains("options.normalise_values"));
  FastHeadTrainer t(s.x, s.labels, s.weights);
  CHECK_THROWS_WITH(t.step(-1), contains("FastHeadTrainer::step: count is -1"));
}
