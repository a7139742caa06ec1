#include "attn/training/pattern_measures.hpp"

#include <cmath>
#include <limits>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/training/cross_entropy.hpp"
#include "attn/training/pattern_trainer.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::matrix;

namespace {

// A head for each group, each with its matrix times a strength.
PatternHeads pure(const PatternTask& task, const Vector& strengths) {
  const Index h = strengths.size(), size = task.lags / h;
  PatternHeads out{task.features, Matrix::Zero(h, task.lags)};
  for (Index k = 0; k < h; ++k) {
    out.values[static_cast<std::size_t>(k)] *= strengths(k);
    out.logits.row(k).segment(k * size, size).setConstant(50.0);
  }
  return out;
}

double excess(const PatternData& data, const PatternHeads& heads) {
  return kl_divergences(data.laws, pattern_predictions(data, heads)).mean();
}

}  // namespace

TEST_CASE("strengths are what heads have of the matrices, whoever has it") {
  const PatternTask task = clue_task(12, 1.5, 3.0);
  Vector a(3);
  a << 0.7, -0.2, 1.3;
  PatternHeads heads = pure(task, a);
  CHECK(largest(pattern_strengths(task, heads) - a) < 1e-14);
  // What all tokens or all contexts have in common counts for nothing.
  heads.values[1].row(2).array() += 5.0;
  heads.values[0].col(3).array() -= 2.0;
  CHECK(largest(pattern_strengths(task, heads) - a) < 1e-13);
  // Two heads that do the work of one.
  PatternHeads split = pure(task, a);
  split.values.push_back(0.25 * split.values[0]);
  split.values[0] *= 0.75;
  split.logits.conservativeResize(4, 12);
  split.logits.row(3) = split.logits.row(0);
  CHECK(largest(pattern_strengths(task, split) - a) < 1e-14);
  // Random matrices are orthogonal in expectation only, so heads of one count a little for others.
  Rng rng(4);
  const PatternTask random = haar_task(5, 3, 6, 1.5, 2.0, rng);
  CHECK(pattern_strengths(random, pure(random, Vector::Ones(3)))(0) == Approx(1.0));
}

TEST_CASE("the best strengths are those that no other beats, and all are 1 for who reads all") {
  Rng rng(1);
  const PatternTask task = clue_task(12, 1.5, 3.0);
  const PatternData data = uniform_contexts(task, 1500, PatternTargets::kLaws, rng);
  const Matrix best = best_strengths(task, data);
  CHECK(largest(Vector(best.row(2).transpose() - Vector::Ones(3))) < 1e-12);
  CHECK(best(0, 1) == 0.0);
  CHECK(best(1, 2) == 0.0);
  // The storyboard: 0.7315 of who reads one group, 0.894 and 0.895 of who reads two; over other
  // contexts.
  const Matrix many =
      best_strengths(task, uniform_contexts(task, 30000, PatternTargets::kLaws, rng));
  CHECK(std::fabs(many(0, 0) - 0.7315) < 0.01);
  CHECK(std::fabs(many(1, 0) - 0.894) < 0.01);
  CHECK(std::fabs(many(1, 1) - 0.895) < 0.01);
  for (Index read = 1; read <= 2; ++read) {
    Vector a = best.row(read - 1).transpose();
    const double least = excess(data, pure(task, a));
    for (Index k = 0; k < read; ++k) {
      for (const double step : {-0.01, 0.01}) {
        Vector other = a;
        other(k) += step;
        CHECK(excess(data, pure(task, other)) > least + 1e-6);
      }
    }
  }
}

TEST_CASE("best strengths come to an end where there are none, and stay finite") {
  const PatternTask task = clue_task(3, 1.0, 1.0);
  Rng rng(2);
  PatternData data = uniform_contexts(task, 1, PatternTargets::kLaws, rng);
  CHECK(best_strengths(task, data).allFinite());
  // A law that no strength is too much for: all on the token that the first clue names.
  const Index token = data.tokens[0];
  data.laws.setZero();
  data.laws(0, (token + 1) % 5) = 1.0;
  const Matrix sure = best_strengths(task, data);
  CHECK(sure.allFinite());
  CHECK(sure(0, 0) > 10.0);
  PatternTask silent = task;
  for (Matrix& a : silent.features) a.setZero();
  CHECK(largest(best_strengths(silent, data) -
                Matrix(Matrix::Ones(3, 3).triangularView<Eigen::Lower>())) == 0.0);
  CHECK(largest(pattern_strengths(silent, pure(task, Vector::Ones(3)))) == 0.0);
}

TEST_CASE("stairs of some contexts are the losses of the best laws, and near those of all") {
  const PatternTask task = clue_task(12, 1.5, 3.0);
  const BestLaws best(task);
  Rng rng(5);
  const PatternData data = uniform_contexts(task, 4000, PatternTargets::kLaws, rng);
  const Vector stairs = pattern_stairs(best, data);
  REQUIRE(stairs.size() == 4);
  CHECK(stairs(3) == 0.0);
  for (Index read = 0; read < 3; ++read) {
    CHECK(stairs(read) == kl_divergences(data.laws, best_laws_of(best, data, read)).mean());
    CHECK(stairs(read) == Approx(best.stairs()(read)).epsilon(0.05));
    CHECK(stairs(read) > stairs(read + 1));
  }
}

TEST_CASE("purity is 1 for a head of each group, and that of the group with the worst best head") {
  CHECK(pattern_purity(Matrix::Identity(3, 3)) == 1.0);
  Matrix masses(2, 3);
  masses << 0.7, 0.2, 0.1, 0.1, 0.6, 0.3;
  CHECK(pattern_purity(masses) == 0.3);
  masses(0, 1) = std::numeric_limits<double>::quiet_NaN();
  CHECK_THAT(message_of([&] { return pattern_purity(masses); }),
             contains("pattern_purity: masses"));
}

TEST_CASE("competition is 1 for heads that do the same and 0 for heads that share nothing") {
  Matrix logits = Matrix::Zero(3, 6);
  CHECK(std::fabs(competition(logits) - 1.0) < 1e-15);
  CHECK(competition(logits.topRows(1)) == 1.0);
  for (Index k = 0; k < 3; ++k) logits.row(k).segment(2 * k, 2).setConstant(900.0);
  CHECK(competition(logits) == 0.0);
  // One less the distance of laws: sum min = 1 - sum |difference| / 2.
  const Matrix some = matrix(2, 6, 8);
  const Matrix s = softmax_rows(some);
  CHECK(std::fabs(competition(some) - (1.0 - 0.5 * (s.row(0) - s.row(1)).cwiseAbs().sum())) <
        1e-15);
}

TEST_CASE("measures of patterns refuse what does not fit") {
  const PatternTask task = clue_task(6, 1.5, 1.0);
  Rng rng(2);
  PatternData data = uniform_contexts(task, 2, PatternTargets::kLaws, rng);
  PatternHeads heads = pure(task, Vector::Ones(3));
  heads.logits(0, 0) = std::numeric_limits<double>::quiet_NaN();
  CHECK_THAT(message_of([&] { return pattern_strengths(task, heads); }),
             contains("pattern_strengths: heads.logits"));
  heads.logits = Matrix::Zero(3, 5);
  CHECK(message_of([&] { return pattern_strengths(task, heads); }) ==
        "pattern_strengths: heads.logits is 3 x 5, expected 3 x 6");
  CHECK_THAT(message_of([&] { return best_strengths(clue_task(3, 1.5, 1.0), data); }),
             contains("best_strengths: data.lags is 6"));
  data.laws(0, 0) += 0.1;
  CHECK_THAT(message_of([&] { return best_strengths(task, data); }),
             contains("best_strengths: data.laws is a vector with the sum 1.1"));
  CHECK_THAT(message_of([] { return competition(Matrix(0, 3)); }), contains("competition: logits"));
}
