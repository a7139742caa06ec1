#include "experiments/bilinear-form/why_root_d.hpp"

#include <cmath>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

WhyRootDFrame complete(Index d, bool scaled, std::uint64_t seed) {
  WhyRootDParams p;
  p.d = d;
  p.scaled = scaled;
  p.seed = seed;
  WhyRootD run(p);
  while (!run.refine(1000)) {
  }
  return run.frame();
}

}  // namespace

TEST_CASE("why root d: over ten seeds unscaled weights freeze and scaled ones do not") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto f = complete(64, false, seed);
    REQUIRE(f.draws == WhyRootD::kDraws);
    CHECK(f.weights(0) == Approx(0.85).margin(0.06));
    CHECK(f.trace == Approx(0.21).margin(0.07));
    CHECK(f.trace_scaled == Approx(0.866).margin(0.02));
    CHECK(f.traces_plain(17) < 0.11);  // d = 512
    CHECK(f.traces_scaled(17) > 0.83);
    CHECK(f.traces_plain(0) == f.traces_scaled(0));  // d = 1: the scale is 1
    CHECK(f.traces_plain(0) > 0.8);
    CHECK(f.variance_error <= 0.2);
  }
}

TEST_CASE("why root d: scaling changes the picture and not the draws") {
  const auto plain = complete(64, false, 3);
  const auto scaled = complete(64, true, 3);
  CHECK(plain.traces_plain == scaled.traces_plain);
  CHECK(plain.trace_scaled == scaled.trace);
  CHECK(plain.weights(0) > scaled.weights(0) + 0.3);
  CHECK(plain.weights.sum() == Approx(1.0).epsilon(1e-13));
  for (Index j = 1; j < 16; ++j) CHECK(plain.weights(j) <= plain.weights(j - 1));
  // d = 64 is the twelfth of the curve.
  CHECK(plain.dimensions(11) == 64.0);
  CHECK(plain.trace_plain == plain.traces_plain(11));
}

TEST_CASE("why root d: a draw is what its description says") {
  WhyRootDParams p;
  p.d = 3;
  p.seed = 5;
  Rng rng(5);
  double trace = 0.0;
  for (Index n = 0; n < WhyRootD::kFirst; ++n) {
    Vector scores = Vector::Zero(16);
    for (Index c = 0; c < 512; ++c) {
      const double q = rng.normal();
      for (Index j = 0; j < 16; ++j) scores(j) += (c < 3 ? q : 0.0) * rng.normal();
    }
    trace += softmax_jacobian(softmax(scores)).trace() / static_cast<double>(WhyRootD::kFirst);
  }
  const WhyRootD run(p);
  CHECK(run.frame().trace == Approx(trace).epsilon(1e-12));
  CHECK(run.frame().draws == WhyRootD::kFirst);
  CHECK(run.progress() == 0.1);
}

TEST_CASE("why root d: bad parameters are refused by name") {
  WhyRootDParams p;
  p.d = 0;
  CHECK_THAT(message_of([&] { WhyRootD{p}; }), contains("d is 0, expected"));
  p.d = 513;
  CHECK_THAT(message_of([&] { WhyRootD{p}; }), contains("d is 513, expected"));
}
