#include "experiments/bilinear-form/softmax.hpp"

#include <cmath>
#include <limits>

#include "attention/scores.hpp"
#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;
using experiments::Softmax;
using experiments::SoftmaxFrame;
using experiments::SoftmaxParams;

TEST_CASE("the softmax experiment shows what the functions compute, and residuals near 0") {
  SoftmaxParams p;
  p.scores = random_scores(5, 2.0, 1);
  p.temperature = 0.7;
  p.weights = Vector::Constant(5, 0.2);
  const SoftmaxFrame f = Softmax(p).frame();
  CHECK(f.weights == softmax(p.scores, 0.7));
  CHECK(f.jacobian == softmax_jacobian(f.weights, 0.7));
  CHECK(f.gap == variational_gap(p.weights, p.scores, 0.7));
  CHECK(std::fabs(f.other_free_energy - f.free_energy - f.gap) <= 1e-14);
  CHECK(f.gap > 0.1);
  CHECK(f.weight_error <= 1e-15);
  CHECK(f.identity_error <= 1e-14);
  CHECK(f.jacobian_error <= 1e-15);
}

TEST_CASE("at temperature 0 the softmax experiment is finite and has no Jacobian") {
  SoftmaxParams p;
  p.scores = random_scores(3, 1.0, 2);
  p.temperature = 0.0;
  const SoftmaxFrame f = Softmax(p).frame();
  CHECK(f.jacobian.size() == 0);
  CHECK(f.entropy == 0.0);
  CHECK(f.free_energy == -highest(p.scores));
  CHECK(f.identity_error == 0.0);
}

TEST_CASE("the softmax experiment refuses parameters out of range, by name") {
  SoftmaxParams p;
  CHECK(message_of([&] { Softmax{p}; }) == "softmax: scores is empty, expected at least one entry");
  p.scores = Vector::Zero(513);
  CHECK(message_of([&] { Softmax{p}; }) ==
        "softmax: the number of scores is 513, expected a whole number from 1 to 512");
  p.scores = Vector::Zero(2);
  p.temperature = std::numeric_limits<double>::infinity();
  CHECK(message_of([&] { Softmax{p}; }) ==
        "softmax: temperature is Infinity, expected a finite number >= 0");
  p.temperature = 1.0;
  p.weights = Vector::Constant(3, 1.0 / 3.0);
  CHECK(message_of([&] { Softmax{p}; }) == "softmax: weights is 3 long, expected 2");
  p.weights = Vector::Constant(2, 0.6);
  CHECK_THAT(message_of([&] { Softmax{p}; }), contains("softmax: weights is a vector with"));
}
