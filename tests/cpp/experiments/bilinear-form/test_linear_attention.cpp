#include "experiments/bilinear-form/linear_attention.hpp"

#include <cmath>

#include "catch.hpp"

using namespace attn;
using Features = attn::experiments::LinearAttention;

namespace {

// With so many m, those of one draw after the other.
Features::Frame after(double spread, std::uint64_t seed, Index counts) {
  Features run({spread, seed});
  run.refine(counts * Features::kPieces);
  return run.frame();
}

// Rows of errors.
constexpr Index kPositive = 0;
constexpr Index kTrigonometric = 1;
constexpr Index kElu = 2;
constexpr Index kMean = 3;

}  // namespace

TEST_CASE("linear_attention: it grows draw by draw, one number of frequencies after the other") {
  Features run({});
  CHECK(run.progress() == 0.0);
  CHECK(run.frame().counts == Vector::Zero(10));
  CHECK_FALSE(run.refine(3 * Features::kPieces));
  auto f = run.frame();
  CHECK(f.draws == 0);
  CHECK(f.counts(2) == 1.0);
  CHECK(f.counts(3) == 0.0);
  CHECK(f.errors(0, 2) > 0.0);
  CHECK(f.errors(0, 3) == 0.0);
  const double first = f.errors(0, 0);
  CHECK_FALSE(run.refine(8 * Features::kPieces));
  f = run.frame();
  CHECK(f.draws == 1);
  CHECK(f.counts(0) == 2.0);
  CHECK(f.counts(1) == 1.0);
  CHECK(f.errors(0, 0) != first);
  CHECK(f.least(0, 0) + f.most(0, 0) == Approx(2.0 * f.errors(0, 0)).epsilon(1e-14));
  CHECK(f.sums_error <= 1e-12);
  CHECK(f.sums_error > 0.0);
}

TEST_CASE("linear_attention: with weak scores random features err like 1 / sqrt(m), over ten seeds",
          "[draws]") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto f = after(0.25, seed, 9);  // m = 4 to 1024
    CHECK(f.frequencies(8) == 1024.0);
    for (const Index kind : {kPositive, kTrigonometric}) {
      // 64 times the frequencies, an eighth of the error.
      const double ratio = f.errors(kind, 2) / f.errors(kind, 8);
      CHECK(ratio > 4.0);
      CHECK(ratio < 16.0);
    }
    CHECK(f.errors(kPositive, 8) < 0.5 * f.errors(kMean, 8));
    CHECK(f.errors(kTrigonometric, 8) < f.errors(kPositive, 8));
    CHECK(std::fabs(f.errors(kElu, 8) / f.errors(kMean, 8) - 1.0) < 0.1);
    CHECK(f.negative(8) == 0.0);
  }
}

TEST_CASE(
    "linear_attention: at scores of deviation 1 the mean of the values is nearer, over ten seeds",
    "[draws]") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto f = after(1.0, seed, 7);
    CHECK(f.frequencies(6) == 256.0);
    CHECK(f.errors(kPositive, 6) > f.errors(kMean, 6));
    CHECK(f.errors(kTrigonometric, 6) > f.errors(kMean, 6));
  }
}

TEST_CASE(
    "linear_attention: at deviation 4 many trigonometric normalisers are below 0, over ten seeds",
    "[draws]") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) CHECK(after(4.0, seed, 9).negative(8) > 0.3);
}

TEST_CASE("linear_attention: positive features cost as much as attention at n / 2 frequencies") {
  const auto f = Features({}).frame();
  CHECK(f.frequencies(4) == 64.0);
  CHECK(f.costs(0, 4) == f.exact_cost);
  CHECK(f.costs(1, 4) == 1.5 * f.exact_cost);
  CHECK(f.exact_cost == 2.0 * 128.0 * 128.0 * 16.0);
}

TEST_CASE("linear_attention: bad parameters are refused by name") {
  CHECK_THAT(message_of([] { Features({0.0, 7}); }), contains("linear_attention: spread is 0"));
  CHECK_THAT(message_of([] { Features({4.5, 7}); }), contains("spread"));
  Features run({});
  CHECK_THAT(message_of([&] { run.refine(0); }), contains("linear_attention"));
}
