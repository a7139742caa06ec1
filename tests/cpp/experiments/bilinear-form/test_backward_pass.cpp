#include "experiments/bilinear-form/backward_pass.hpp"

#include <cmath>

#include "attn/attention/attention_grad.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "catch.hpp"

using namespace attn;
using experiments::BackwardPass;
using experiments::BackwardPassFrame;
using experiments::BackwardPassParams;

namespace {

BackwardPassFrame nudged(double h) {
  BackwardPassParams p;
  p.h = h;
  return BackwardPass(p).frame();
}

}  // namespace

TEST_CASE(
    "backward_pass: the five products are attention_backward, and sum to zero where they must") {
  const auto f = nudged(1e-5);
  const BackwardPassParams p;
  const auto g =
      attention_backward(p.q, p.k, p.v, {}, attention_forward(p.q, p.k, p.v), p.d_output);
  CHECK(f.d_q == g.d_q);
  CHECK(f.d_k == g.d_k);
  CHECK(f.d_v == g.d_v);
  CHECK(f.product_error <= 1e-15);
  CHECK(f.score_sum_error <= 1e-15);
  CHECK(f.key_sum_error <= 1e-15);
  CHECK(largest(f.d_scores) == Approx(0.320).margin(0.001));
}

TEST_CASE("backward_pass: nudges agree to ten digits if they are neither large nor tiny") {
  CHECK(highest(nudged(1e-5).error) < 2e-10);
  const auto large = nudged(0.1).error;
  CHECK(large(0) > 1e-4);
  CHECK(large(2) < 1e-13);
  const auto tiny = nudged(1e-12).error;
  CHECK(larger(tiny(0), tiny(1)) > 1e-4);
  BackwardPassParams p;
  Rng rng(1);
  for (int n = 0; n < 10; ++n) {
    for (Index i = 0; i < 4; ++i) p.d_output.data()[i] = rng.normal();
    CHECK(highest(BackwardPass(p).frame().error) < 1e-9);
  }
}

TEST_CASE("backward_pass: the error at a step is that of the curve at this step") {
  const auto f = nudged(1e-5);
  CHECK(f.nudges(8) == 1e-5);
  CHECK(f.errors.row(8).transpose() == f.error);
}

TEST_CASE("backward_pass: equal values leave nothing to learn for queries and keys") {
  BackwardPassParams p;
  p.v.setConstant(1.0);
  const auto f = BackwardPass(p).frame();
  CHECK(largest(f.d_scores) == 0.0);
  CHECK(largest(f.d_q) == 0.0);
  CHECK(largest(f.d_k) == 0.0);
  CHECK(largest(f.d_v) > 0.1);
  CHECK(std::isfinite(f.error(0)));
}

TEST_CASE("backward_pass: one winner stops the gradient of the scores, a tie does not") {
  BackwardPassParams p;
  p.q *= 20.0;
  CHECK(largest(BackwardPass(p).frame().d_scores) > 0.2);
  p.k.row(2).setConstant(0.5);
  CHECK(largest(BackwardPass(p).frame().d_scores) < 1e-3);
}

TEST_CASE("backward_pass: goes to any of its five products and back") {
  BackwardPass experiment{BackwardPassParams{}};
  CHECK(experiment.steps() == 5);
  REQUIRE(experiment.seek(3, 1));
  CHECK(experiment.frame().step == 3);
  REQUIRE(experiment.seek(1, 1));
  CHECK(experiment.frame().step == 1);
}

TEST_CASE("backward_pass: refuses matrices that do not fit or are too large, by name") {
  BackwardPassParams p;
  p.q = Matrix::Zero(9, 2);
  CHECK(message_of([&] { BackwardPass{p}; }) ==
        "backward_pass: q is 9, expected a whole number from 1 to 8");
  p = {};
  p.d_output = Matrix::Zero(3, 2);
  CHECK_THAT(message_of([&] { BackwardPass{p}; }), contains("d_output"));
}
