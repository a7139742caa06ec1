#include "attn/attention/layer_norm.hpp"

#include <cmath>
#include <functional>

#include "attention/scores.hpp"
#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

struct Problem {
  Matrix x;
  Vector scale, bias;
  Matrix d_output;
  double epsilon;
  bool centred;

  LayerNorm forward() const {
    return centred ? layer_norm_forward(x, scale, bias, epsilon)
                   : rms_norm_forward(x, scale, epsilon);
  }
  double loss() const { return (forward().output.array() * d_output.array()).sum(); }
};

Problem random_problem(Index n, Index f, bool centred, std::uint64_t seed) {
  return {random_matrix(n, f, 1.5, seed),
          random_scores(f, 1.0, seed + 1),
          random_scores(f, 1.0, seed + 2),
          random_matrix(n, f, 1.0, seed + 3),
          1e-3,
          centred};
}

// Of a gradient with respect to a vector or matrix of the problem.
template <typename Part>
double error_of(Problem p, Part Problem::*part, const Matrix& derived, double step) {
  const Matrix at = p.*part;
  const auto loss = [&](const Matrix& m) {
    p.*part = m;
    return p.loss();
  };
  return gradient_error(derived, central_differences(loss, at, step), 1e-6 * p.d_output.norm());
}

void check_gradients(const Problem& p, double step) {
  const LayerNorm forward = p.forward();
  const LayerNormGradients g = p.centred ? layer_norm_backward(p.x, p.scale, forward, p.d_output)
                                         : rms_norm_backward(p.x, p.scale, forward, p.d_output);
  CHECK(error_of(p, &Problem::x, g.d_x, step) <= 1e-7);
  CHECK(error_of(p, &Problem::scale, g.d_scale, 1.0) <= 1e-7);
  if (p.centred) CHECK(error_of(p, &Problem::bias, g.d_bias, 1.0) <= 1e-7);
}

}  // namespace

TEST_CASE("a normalised row has mean 0 and variance 1, up to epsilon") {
  const Matrix x = random_matrix(4, 50, 3.0, 1);
  const LayerNorm y = layer_norm_forward(x, Vector::Ones(50), Vector::Zero(50), 1e-12);
  for (Index i = 0; i < 4; ++i) {
    CHECK(std::fabs(y.output.row(i).mean()) <= 1e-14);
    CHECK(std::fabs(y.output.row(i).squaredNorm() / 50.0 - 1.0) <= 1e-11);
    CHECK(std::fabs(y.mean(i) - x.row(i).mean()) <= 1e-14);
  }
  const LayerNorm rms = rms_norm_forward(x, Vector::Ones(50), 1e-12);
  CHECK(std::fabs(rms.output.row(2).squaredNorm() / 50.0 - 1.0) <= 1e-11);
  CHECK(rms.mean.isZero(0.0));
}

TEST_CASE("scale and bias come last, and rms is layer normalisation of rows with mean 0") {
  const Vector scale = random_scores(6, 1.0, 2);
  const Vector bias = random_scores(6, 1.0, 3);
  Matrix x = random_matrix(3, 6, 1.0, 4);
  const Matrix plain = layer_norm_forward(x, Vector::Ones(6), Vector::Zero(6)).output;
  const Matrix both = layer_norm_forward(x, scale, bias).output;
  for (Index i = 0; i < 3; ++i) {
    const Vector expected = scale.array() * plain.row(i).transpose().array() + bias.array();
    CHECK(largest(both.row(i).transpose() - expected) <= 1e-15);
  }
  for (Index i = 0; i < 3; ++i) x.row(i).array() -= x.row(i).mean();
  const Matrix rms = rms_norm_forward(x, scale).output;
  const Matrix layer = layer_norm_forward(x, scale, Vector::Zero(6)).output;
  CHECK(largest(rms - layer) <= 1e-14);
}

TEST_CASE("layer normalisation does not see shifts, nor scales where epsilon is small") {
  const Matrix x = random_matrix(2, 8, 1.0, 5);
  const Vector one = Vector::Ones(8);
  const Vector zero = Vector::Zero(8);
  const Matrix y = layer_norm_forward(x, one, zero, 1e-30).output;
  const Matrix moved = 1e3 * x.array() + 77.0;
  CHECK(largest(layer_norm_forward(moved, one, zero, 1e-30).output - y) <= 1e-12);
  CHECK(largest(rms_norm_forward(1e3 * x, one, 1e-30).output -
                rms_norm_forward(x, one, 1e-30).output) <= 1e-14);
}

TEST_CASE("a row of equal numbers, and a single feature, give the bias") {
  const Vector bias = random_scores(3, 1.0, 6);
  const LayerNorm y = layer_norm_forward(Matrix::Constant(2, 3, 0.1), Vector::Ones(3), bias);
  for (Index i = 0; i < 2; ++i) {
    CHECK(largest(y.output.row(i).transpose() - bias) <= 1e-13);
  }
  const Vector one = Vector::Ones(1);
  CHECK(layer_norm_forward(Matrix::Constant(1, 1, 5.0), one, 2.0 * one).output(0, 0) == 2.0);
}

TEST_CASE("gradients of both norms agree with central differences") {
  for (const bool centred : {true, false}) {
    check_gradients(random_problem(3, 5, centred, 10), 0.2);
    check_gradients(random_problem(1, 1, centred, 20), 0.01);
    check_gradients(random_problem(4, 2, centred, 30), 0.05);
    Problem equal = random_problem(2, 4, centred, 40);
    equal.x.setConstant(0.3);
    check_gradients(equal, 0.01);
    Problem large = random_problem(2, 4, centred, 50);
    large.x *= 1e4;
    check_gradients(large, 1e3);
  }
}

TEST_CASE("a gradient with respect to x is across what the norm does not see") {
  const Problem p = random_problem(3, 6, true, 60);
  const LayerNorm y = layer_norm_forward(p.x, p.scale, p.bias, 1e-30);
  const LayerNormGradients g = layer_norm_backward(p.x, p.scale, y, p.d_output);
  for (Index i = 0; i < 3; ++i) {
    CHECK(std::fabs(g.d_x.row(i).sum()) <= 1e-14);
    CHECK(std::fabs(g.d_x.row(i).dot(p.x.row(i))) <= 1e-13);
  }
}

TEST_CASE("the norms refuse bad sizes, epsilons and what is too large") {
  const Matrix x = random_matrix(2, 3, 1.0, 70);
  const Vector three = Vector::Ones(3);
  CHECK(message_of([&] { return layer_norm_forward(x, three, Vector::Ones(2)); }) ==
        "layer_norm_forward: bias is 2 long, expected 3");
  CHECK(message_of([&] { return rms_norm_forward(x, Vector::Ones(4)); }) ==
        "rms_norm_forward: scale is 4 long, expected 3");
  CHECK(message_of([&] { return rms_norm_forward(x, three, 0.0); }) ==
        "rms_norm_forward: epsilon is 0, expected a finite number > 0");
  CHECK(message_of([&] { return rms_norm_forward(1e200 * x, three); }) ==
        "rms_norm_forward: a squared deviation is too large for a double");
  const LayerNorm y = rms_norm_forward(x, three);
  CHECK(message_of([&] { return rms_norm_backward(x, three, y, Matrix::Zero(3, 3)); }) ==
        "rms_norm_backward: d_output is 3 x 3, expected 2 x 3");
}
