#include "experiments/bilinear-form/softmax_jacobian.hpp"

#include <cmath>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;
using experiments::SoftmaxJacobian;
using experiments::SoftmaxJacobianFrame;
using experiments::SoftmaxJacobianParams;

namespace {

SoftmaxJacobianFrame pushed(std::initializer_list<double> scores, Index pick, double push) {
  SoftmaxJacobianParams p;
  p.scores.resize(static_cast<Index>(scores.size()));
  std::copy(scores.begin(), scores.end(), p.scores.data());
  p.pick = pick;
  p.push = push;
  return SoftmaxJacobian(p).frame();
}

}  // namespace

TEST_CASE("softmax_jacobian: a small push moves the weights as predicted, a large one does not") {
  const auto small = pushed({2, 1, 0, -1}, 2, 1e-4);
  CHECK(largest(small.predicted - small.after) <= 1e-8);
  CHECK(largest(small.predicted - small.before) >= 1e-5);
  const auto large = pushed({2, 1, 0, -1}, 1, 4.0);
  CHECK(large.predicted(0) > 1.5);
  CHECK(large.after(0) == Approx(0.99).margin(0.001));
}

TEST_CASE("softmax_jacobian: what one weight gains the others lose") {
  const auto f = pushed({2, 1, 0, -1}, 2, 1.0);
  CHECK(f.predicted.sum() == Approx(1.0).epsilon(1e-14));
  CHECK(f.after.sum() == Approx(1.0).epsilon(1e-14));
  CHECK(f.sum_error <= 1e-15);
  CHECK(f.jacobian_error <= 1e-10);
  CHECK(f.trace == Approx(1.0 - f.before.squaredNorm()).epsilon(1e-14));
  CHECK(f.predicted(1) - f.before(1) == Approx(0.181).margin(0.0005));
  CHECK(f.after(1) - f.before(1) == Approx(0.221).margin(0.0005));
}

TEST_CASE("softmax_jacobian: a tie moves most, a sure softmax hardly") {
  CHECK(pushed({1, 1}, 1, 1.0).jacobian(0, 0) == 0.25);
  CHECK(pushed({1, 2}, 1, 1.0).jacobian(0, 0) == Approx(0.1966).margin(5e-5));
  CHECK(pushed({2, 1, 0, -1}, 2, 1.0).trace == Approx(0.521).margin(0.0005));
  CHECK(pushed({8, 1, 0, -1}, 2, 1.0).trace < 0.003);
}

TEST_CASE("softmax_jacobian: refuses a key that is not there, by name") {
  CHECK(message_of([] {
          pushed({1, 2}, 3, 1.0);
        }) == "softmax_jacobian: pick is 3, expected a whole number from 1 to 2");
  CHECK(message_of([] { pushed({}, 1, 1.0); }) ==
        "softmax_jacobian: scores is empty, expected at least one entry");
  SoftmaxJacobianParams p;
  p.scores = Vector::Zero(17);
  CHECK(message_of([&] { SoftmaxJacobian{p}; }) ==
        "softmax_jacobian: the number of scores is 17, expected a whole number from 1 to 16");
}
