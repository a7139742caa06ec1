#include "attn/training/head_diagnostics.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "training/heads.hpp"

using namespace attn;

TEST_CASE("columns that all read alike are in use, and one that all read is one") {
  const Matrix v = layouts::matrix(4, 2, 1), k = Matrix::Identity(4, 4);
  const HeadDiagnostics even = head_diagnostics(Matrix::Constant(3, 4, 0.25), v, k);
  CHECK(even.columns_in_use == Approx(4.0));
  CHECK(largest(even.column_usage.array() - 0.75) <= 1e-15);
  CHECK(largest(even.entropies.array() - std::log(4.0)) <= 1e-15);
  Matrix one = Matrix::Zero(3, 4);
  one.col(2).setOnes();
  const HeadDiagnostics single = head_diagnostics(one, v, k);
  CHECK(single.columns_in_use == 1.0);
  CHECK(single.column_usage(2) == 3.0);
  CHECK(single.entropies.isZero(0.0));
  for (Index j = 0; j < 4; ++j) CHECK(single.value_norms(j) == Approx(v.row(j).norm()));
}

TEST_CASE("columns add up to the queries, whatever the head") {
  const HeadProblem p = head_problem(1, {3, 2, 2, 3}, 9);
  const ClassifierForward f = classifier_forward(p.x, p.weights, p.targets);
  const HeadDiagnostics d =
      head_diagnostics(f.heads[0].routing.weights, f.heads[0].values, f.heads[0].k);
  CHECK(std::fabs(d.column_usage.sum() - 9.0) <= 1e-14);
  CHECK(d.columns_in_use > 1.0);
  CHECK(d.columns_in_use < 9.0);
}

TEST_CASE("keys are aligned from 0, orthogonal, to 1, parallel or opposite") {
  const Matrix a = Matrix::Constant(3, 3, 1.0 / 3.0), v = Matrix::Ones(3, 1);
  CHECK(head_diagnostics(a, v, Matrix::Identity(3, 3)).key_alignment == 0.0);
  Matrix line(3, 2);
  line << 1.0, 2.0, -2.0, -4.0, 1e200, 2e200;
  CHECK(head_diagnostics(a, v, line).key_alignment == Approx(1.0));
  line << 1.0, 0.0, 1.0, 1.0, 0.0, 0.0;
  CHECK(head_diagnostics(a, v, line).key_alignment == Approx(std::sqrt(0.5) / 3.0));
  CHECK(
      head_diagnostics(Matrix::Ones(1, 1), Matrix::Ones(1, 1), Matrix::Ones(1, 1)).key_alignment ==
      1.0);
}

TEST_CASE("the change of training is that of the passes, and its sign says whether it paid") {
  HeadProblem p = head_problem(2);
  const ClassifierForward from = classifier_forward(p.x, p.weights, p.targets);
  const TrainingChange none = training_change(from, from);
  CHECK(none.attention == 0.0);
  CHECK(none.values == 0.0);
  CHECK(none.calibration == 0.0);
  ClassifierWeights moved = p.weights;
  const ClassifierWeights g = classifier_backward(p.x, p.weights, from).weights;
  moved.heads[0].w_v -= 0.01 * g.heads[0].w_v;
  const ClassifierForward to = classifier_forward(p.x, moved, p.targets);
  const TrainingChange values = training_change(from, to);
  CHECK(values.attention == 0.0);
  CHECK(values.values == Approx((to.heads[0].values - from.heads[0].values).norm()));
  CHECK(values.calibration < 0.0);
  // Of certain targets the divergence is the loss.
  CHECK(values.calibration == Approx((to.prediction.loss - from.prediction.loss) / 5.0));
  CHECK(training_change(to, from).calibration == Approx(-values.calibration));
  moved.heads[0].w_q *= 2.0;
  const ClassifierForward turned = classifier_forward(p.x, moved, p.targets);
  CHECK(training_change(to, turned).attention ==
        Approx((turned.heads[0].routing.weights - to.heads[0].routing.weights).norm()));
}

TEST_CASE("diagnostics refuse what does not fit") {
  const Matrix a = Matrix::Constant(2, 2, 0.5);
  CHECK(message_of([&] { return head_diagnostics(Matrix::Ones(2, 2), a, a); }) ==
        "head_diagnostics: a row of weights is a vector with the sum 2, expected the sum 1");
  CHECK(message_of([&] { return head_diagnostics(a, Matrix::Ones(3, 1), a); }) ==
        "head_diagnostics: values is 3 x 1, expected 2 x 1");
  CHECK(message_of([&] { return head_diagnostics(a, a, Matrix::Constant(2, 1, std::nan(""))); }) ==
        "head_diagnostics: keys[0, 0] is NaN, expected a finite number");
  const HeadProblem p = head_problem(3), longer = head_problem(3, {3, 2, 2, 3}, 6);
  const ClassifierForward f = classifier_forward(p.x, p.weights, p.targets);
  CHECK(message_of([&] { return training_change(f, {}); }) ==
        "training_change: the number of heads in to is 0, expected a whole number from 1 to 1");
  CHECK(message_of([&] {
          return training_change(f, classifier_forward(longer.x, longer.weights, longer.targets));
        }) == "training_change: to's weights is 6 x 6, expected 5 x 5");
}
