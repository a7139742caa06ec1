#include "experiments/gradient-dynamics/value_manifold.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/pca.hpp"
#include "attn/sequence/markov_chain.hpp"
#include "catch.hpp"
#include "experiments/gradient-dynamics/ring.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

ValueManifoldParams small() {
  ValueManifoldParams p;
  p.length = 150;
  return p;
}

ValueManifoldFrame shown(const ValueManifoldParams& p, Index t) {
  ValueManifold run(p);
  REQUIRE(run.seek(t, 1000));
  return run.frame();
}

StickyTask task_of(const ValueManifoldParams& p) {
  Rng rng(p.seed);
  return draw_sticky_task(sticky_transition(8), p.length, rng);
}

}  // namespace

TEST_CASE("value_manifold: it passes its checks at the start, on the way and at the end") {
  CHECK(ValueManifold::self_test() > 0.0);
  CHECK(ValueManifold::self_test() <= 1e-5);
  for (const RingMethod method : {RingMethod::kSgd, RingMethod::kEm}) {
    ValueManifoldParams p = small();
    p.method = method;
    ValueManifold run(p);
    for (const Index t : {0, 7, 250}) {
      run.seek(t, 1000);
      const ValueManifoldFrame f = run.frame();
      CHECK(f.step == t);
      CHECK(f.value_error <= 1e-5);
      CHECK(f.axes_error <= 1e-12);
      CHECK(f.share_error <= 1e-12);
    }
  }
}

// The pass in double, term by term.
TEST_CASE("value_manifold: contexts, logits and their means are those of the head at the start") {
  const ValueManifoldParams p = small();
  const StickyTask task = task_of(p);
  const Matrix one_hots = one_hot(task.train.targets, 8);
  ClassifierOptions options;
  options.causal = true;
  const ClassifierForward forward =
      classifier_forward(task.train.x, task.weights, one_hots, options);
  const ValueManifoldFrame f = shown(p, 0);
  const auto& symbols = task.train.previous;
  CHECK(std::abs(f.contexts.share - circle_share(symbol_means(forward.contexts, symbols))) <= 1e-5);
  CHECK(std::abs(f.logits.share - circle_share(symbol_means(forward.logits, symbols))) <= 1e-5);
  CHECK(std::abs(f.values.share - circle_share(symbol_means(forward.heads[0].values, symbols))) <=
        1e-5);
  const ClassifierForward fresh =
      classifier_forward(task.fresh.x, task.weights, one_hot(task.fresh.targets, 8), options);
  CHECK(std::abs(f.fresh_share - circle_share(symbol_means(fresh.contexts, task.fresh.previous))) <=
        1e-5);
  // Nothing has moved yet.
  for (const RingView* view : {&f.contexts, &f.values, &f.logits}) {
    CHECK(view->start == view->now);
    CHECK(view->start_means == view->means);
    CHECK(view->way == 0.0);
    CHECK(view->by_symbol == 0.0);
  }
  REQUIRE(f.symbols.size() == 150);
  for (Index i = 0; i < 150; ++i) {
    CHECK(f.symbols(i) == static_cast<double>(symbols[static_cast<std::size_t>(i)]));
  }
}

TEST_CASE("value_manifold: a step is that of the race, by either method") {
  for (const RingMethod method : {RingMethod::kSgd, RingMethod::kEm}) {
    ValueManifoldParams p = small();
    p.method = method;
    const StickyTask task = task_of(p);
    const Schedule schedule = method == RingMethod::kEm ? Schedule::kEm : Schedule::kDescent;
    FastHeadTrainer trainer(task.train.x.cast<float>(), task.train.targets, task.weights,
                            schedule_options(schedule, p.length));
    ValueManifold run(p);
    run.seek(20, 1000);
    CHECK(Matrix(run.state().weights.row(0)) == flattened(task.weights).transpose());
    trainer.step(20);
    CHECK_FALSE(trainer.diverged());
    CHECK(Matrix(run.state().weights.row(20)) == flattened(trainer.weights()).transpose());
  }
}

TEST_CASE(
    "value_manifold: the plane is that of the end, with 0 on top and the way round by the clock") {
  const ValueManifoldParams p = small();
  ValueManifold run(p);
  run.seek(250, 1000);
  const ValueManifoldFrame f = run.frame();
  for (const RingView* view : {&f.contexts, &f.values, &f.logits}) {
    CHECK(std::abs(view->means(0, 0)) <= 1e-12);
    CHECK(view->means(0, 1) > 0.0);
    CHECK(largest(view->means.colwise().mean()) <= 1e-12);
    double area = 0.0;
    for (Index a = 0; a < 8; ++a) {
      const Index b = (a + 1) % 8;
      area += view->means(a, 0) * view->means(b, 1) - view->means(a, 1) * view->means(b, 0);
    }
    CHECK(area < 0.0);
    CHECK(view->neighbours == neighbours_in_order(view->means));
    CHECK(view->box(0) <= lowest(view->now.col(0)));
    CHECK(view->box(3) >= highest(view->now.col(1)));
    CHECK(view->box(3) >= highest(view->start.col(1)));
  }
  // The first two components: no plane has more of what the means differ in.
  const StickyTask task = task_of(p);
  ClassifierWeights weights = task.weights;
  unflatten(run.state().weights.row(250).transpose(), weights);
  ClassifierOptions options;
  options.causal = true;
  const ClassifierForward forward =
      classifier_forward(task.train.x, weights, one_hot(task.train.targets, 8), options);
  const Pca best = pca(symbol_means(forward.contexts, task.train.previous), 2);
  CHECK(std::abs(f.contexts.means.squaredNorm() / (8.0 * best.variances.sum()) - 1.0) <= 1e-4);
  // What started in it is seen in it, whether one looks there or at the end.
  run.seek(0, 1);
  CHECK(run.frame().contexts.now == f.contexts.start);
  CHECK(run.frame().contexts.box == f.contexts.box);
}

TEST_CASE("value_manifold: shares at the tenth steps are those that are shown there") {
  ValueManifold run(small());
  run.seek(250, 1000);
  const Matrix shares = run.frame().shares;
  REQUIRE(shares.cols() == 26);
  for (const Index t : {0, 40, 250}) {
    run.seek(t, 1000);
    const ValueManifoldFrame f = run.frame();
    CHECK(f.contexts.share == shares(0, t / 10));
    CHECK(f.values.share == shares(1, t / 10));
    CHECK(f.logits.share == shares(2, t / 10));
    CHECK(f.fresh_share == shares(3, t / 10));
  }
}

TEST_CASE(
    "value_manifold: ln P on the circle is nearly its first harmonic, and without it has none") {
  ValueManifoldParams p = small();
  const Matrix transition = sticky_transition(8);
  // By the transform of a row: of a circulant matrix the harmonics of rows are those of the first.
  std::vector<double> power;
  double all = 0.0;
  for (int m = 1; m < 8; ++m) {
    double real = 0.0;
    for (Index b = 0; b < 8; ++b) {
      real += std::cos(2.0 * std::acos(-1.0) * m * static_cast<double>(b) / 8.0) *
              std::log(transition(0, b));
    }
    power.push_back(real * real);
    all += real * real;
  }
  const double expected = 2.0 * power[0] / all;
  CHECK(std::abs(expected - 0.968) <= 5e-4);
  CHECK(std::abs(shown(p, 0).chain_share - expected) <= 1e-12);
  p.chain = RingChain::kNone;
  // A peak in every row, and nothing else: all harmonics alike.
  CHECK(std::abs(shown(p, 0).chain_share - 2.0 / 7.0) <= 1e-12);
}

TEST_CASE("value_manifold: it can be looked at before its plane is known, and works in slices") {
  ValueManifold run(small());
  CHECK(run.frontier() == 0);
  CHECK(run.frame().axes_error <= 1e-12);
  CHECK_FALSE(run.seek(30, 40));
  CHECK(run.frontier() == 40);
  CHECK(run.frame().axes_error <= 1e-12);
  CHECK_FALSE(run.refine(209));
  CHECK(run.progress() < 1.0);
  CHECK(run.seek(30, 1));
  CHECK(run.frontier() == 250);
  CHECK(run.progress() == 1.0);
  CHECK(run.refine(1));
  CHECK(run.frame().step == 30);
  CHECK(run.frame().contexts.now == shown(small(), 30).contexts.now);
}

TEST_CASE("value_manifold: what was saved goes on as what was not") {
  for (const Index saved : {60, 170}) {
    ValueManifold whole(small()), first(small()), second(small());
    first.refine(saved);
    second.restore(first.state());
    CHECK(second.frontier() == saved);
    second.refine(1000);
    whole.refine(1000);
    CHECK(second.state().weights == whole.state().weights);
    CHECK(second.state().shares == whole.state().shares);
    for (const Index t : {20, 250}) {
      REQUIRE(second.seek(t, 1));
      REQUIRE(whole.seek(t, 1));
      CHECK(second.frame().contexts.now == whole.frame().contexts.now);
      CHECK(second.frame().logits.means == whole.frame().logits.means);
    }
    auto state = first.state();
    state.weights.resize(2, 2);
    CHECK(message_of([&] { second.restore(state); }).find("value_manifold: the saved weights") ==
          0);
    CHECK(second.frontier() == 250);
  }
}

// What the chapter says of ten draws of means, sequences and weights.
TEST_CASE(
    "value_manifold: the circle comes into the contexts, not into the values, and not where there "
    "is none",
    "[draws]") {
  constexpr std::uint64_t kDraws = 10;
  constexpr double kShare = 1.0 / static_cast<double>(kDraws);
  double ordered = 0.0, before = 0.0, after = 0.0, fresh = 0.0, values = 0.0, none = 0.0;
  double longer = 0.0, aligned_sgd = 0.0, aligned_em = 0.0;
  for (std::uint64_t seed = 31; seed < 31 + kDraws; ++seed) {
    CAPTURE(seed);
    ValueManifoldParams p;
    p.seed = seed;
    const ValueManifoldFrame sgd = shown(p, 250);
    p.method = RingMethod::kEm;
    const ValueManifoldFrame em = shown(p, 250);
    p.method = RingMethod::kSgd;
    p.chain = RingChain::kNone;
    const ValueManifoldFrame without = shown(p, 250);
    // The promises of the presets, and more of each draw.
    CHECK(sgd.shares(0, 0) < 0.57);
    CHECK(without.contexts.share < 0.55);
    CHECK(em.values.by_symbol < 0.55);
    CHECK(sgd.values.by_symbol > 0.55);
    CHECK(sgd.values.share < 0.5);
    CHECK(em.values.way > 1.5 * sgd.values.way);
    ordered += sgd.contexts.neighbours == 8 ? 1.0 : 0.0;
    before += kShare * sgd.shares(0, 0);
    after += kShare * sgd.contexts.share;
    fresh += kShare * sgd.fresh_share;
    values += kShare * sgd.values.share;
    none += kShare * without.contexts.share;
    longer += kShare * em.values.way / sgd.values.way;
    aligned_sgd += kShare * sgd.values.by_symbol;
    aligned_em += kShare * em.values.by_symbol;
  }
  CAPTURE(before, after, fresh, values, none, longer, aligned_sgd, aligned_em, ordered);
  // Within what other vectors' rounding may change.
  CHECK(std::abs(ordered - 5.0) <= 1.0);
  CHECK(std::abs(before - 0.263) <= 0.005);
  CHECK(std::abs(after - 0.744) <= 0.005);
  CHECK(std::abs(fresh - 0.713) <= 0.005);
  CHECK(std::abs(values - 0.221) <= 0.005);
  CHECK(std::abs(none - 0.274) <= 0.005);
  CHECK(std::abs(longer - 2.43) <= 0.05);
  CHECK(std::abs(aligned_sgd - 0.732) <= 0.005);
  CHECK(std::abs(aligned_em - 0.313) <= 0.005);
}
