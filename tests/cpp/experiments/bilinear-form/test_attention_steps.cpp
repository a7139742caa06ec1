#include "experiments/bilinear-form/attention_steps.hpp"

#include <cmath>

#include "attn/attention/attention.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

TEST_CASE("attention steps: the defaults are worked example 1") {
  const auto f = AttentionSteps({}).frame();
  CHECK(f.step == 5);
  CHECK(f.scores(0, 0) == Approx(1.0 / std::sqrt(2.0)));
  CHECK(f.weights(0, 0) == Approx(0.4011).margin(5e-5));
  CHECK(f.weights(0, 1) == Approx(0.1978).margin(5e-5));
  CHECK(f.output(0, 0) == Approx(1.2033).margin(5e-5));
  CHECK(f.output(0, 1) == Approx(0.7967).margin(5e-5));
  CHECK(f.normaliser(0) == Approx(1.0 + 2.0 * std::exp(std::sqrt(0.5))));
  CHECK(f.row_error <= 1e-15);
  CHECK(f.outside == 0.0);
  CHECK(f.quotient_error <= 1e-15);
  CHECK(f.einsum_error <= 1e-15);
}

TEST_CASE("attention steps: exchanging two keys together with their values changes no output") {
  AttentionStepsParams p;
  const auto before = AttentionSteps(p).frame();
  p.key.row(0).swap(p.key.row(1));
  p.value.row(0).swap(p.value.row(1));
  const auto after = AttentionSteps(p).frame();
  CHECK(after.weights(0, 0) == Approx(before.weights(0, 1)).epsilon(1e-14));
  CHECK(after.weights(0, 0) < 0.5 * before.weights(0, 0));
  CHECK(largest(after.output - before.output) <= 1e-15);
}

TEST_CASE("attention steps: the frame is the same at every step, but for the step") {
  AttentionSteps run{AttentionStepsParams{}};
  const auto last = run.frame();
  CHECK(run.steps() == 5);
  CHECK(run.seek(2, 1));
  CHECK(run.frame().step == 2);
  CHECK(run.frame().output == last.output);
}

TEST_CASE("attention steps: bad parameters are refused by name") {
  AttentionStepsParams p;
  p.key = Matrix::Zero(17, 2);
  CHECK_THAT(message_of([&] { AttentionSteps{p}; }), contains("the number of keys is 17"));
  p = {};
  p.value = Matrix::Zero(2, 2);
  CHECK(message_of([&] { AttentionSteps{p}; }) != "(no attn::Error)");
  p = {};
  p.query *= 2000.0;
  CHECK_THAT(message_of([&] { AttentionSteps{p}; }), contains("exp(S) is too large"));
}
