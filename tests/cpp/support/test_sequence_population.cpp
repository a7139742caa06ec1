#include "attn/support/sequence_population.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;

// Of 4000 draws that are inside with the probability 0.84517: sqrt(4000 p (1 - p)).
constexpr double kSpread = 22.879;

namespace {

SequencePopulation drawn(std::uint64_t seed, double a) {
  Rng rng(seed);
  return sequence_population({}, a, rng, BeyondBoundary::kExclude);
}

}  // namespace

TEST_CASE("a population is its sequences one by one") {
  Rng rng(3);
  Rng again(3);
  const PopulationOptions options{40, 5, 4.0};
  const SequencePopulation all = sequence_population(options, 0.7, rng);
  Index valid = 0;
  Index rewarded = 0;
  for (Index i = 0; i < 40; ++i) {
    Vector x(5);
    for (double& token : x) token = 2.0 * again.normal();
    double most = 0.0;
    double least = 1.0;
    double log_density = 0.0;
    for (Index t = 0; t < 5; ++t) {
      double sum = 0.0;
      double mean = 0.0;
      double square = 0.0;
      for (Index s = 0; s < t; ++s) sum += std::exp(0.7 * x(t) * x(s));
      for (Index s = 0; s < t; ++s) mean += std::exp(0.7 * x(t) * x(s)) / sum * x(s);
      for (Index s = 0; s < t; ++s) {
        square += std::exp(0.7 * x(t) * x(s)) / sum * (x(s) - mean) * (x(s) - mean);
      }
      const double e = x(t) - mean;
      most = larger(most, square);
      least = std::min(least, 1.0 - 0.7 * square);
      log_density +=
          std::log(std::fabs(1.0 - 0.7 * square)) - 0.5 * e * e - 0.5 * std::log(2.0 * M_PI);
    }
    CHECK(all.largest_variance(i) == Approx(most).epsilon(1e-10).margin(1e-12));
    CHECK(all.least_margin(i) == Approx(least).epsilon(1e-10).margin(1e-10));
    CHECK(std::fabs(all.log_density(i) - log_density) < 1e-9 * (1.0 + std::fabs(log_density)));
    valid += least > 0.0 ? 1 : 0;
    rewarded += least < -1.0 ? 1 : 0;
  }
  CHECK(all.valid == valid);
  CHECK(all.rewarded == rewarded);
}

TEST_CASE(
    "figure 3.3: without a wall all 4000 are valid, with one about 3381, and those are all in") {
  CHECK(drawn(1, -0.2).valid == 4000);
  const SequencePopulation p = drawn(1, 0.2);
  CHECK(std::fabs(static_cast<double>(p.valid) - 4000.0 * 0.84517) < 3.0 * kSpread);
  for (Index i = 0; i < 4000; ++i) {
    CHECK(std::isfinite(p.log_density(i)) == (p.least_margin(i) > 0.0));
  }
}

TEST_CASE("figure 3.3: over 100 repetitions the count has its probability and its spread",
          "[draws]") {
  constexpr int kTimes = 100;
  double sum = 0.0;
  double squares = 0.0;
  for (std::uint64_t seed = 1; seed <= kTimes; ++seed) {
    const auto valid = static_cast<double>(drawn(seed, 0.2).valid);
    sum += valid;
    squares += valid * valid;
  }
  const double share = sum / (kTimes * 4000.0);
  CAPTURE(share);
  CHECK(std::fabs(share - 0.84517) < 3.0 * kSpread / 4000.0 / std::sqrt(kTimes));
  // A standard deviation of 100 numbers is right to 7 %.
  const double mean = sum / kTimes;
  const double spread = std::sqrt((squares - kTimes * mean * mean) / (kTimes - 1));
  CHECK(spread == Approx(kSpread).epsilon(0.22));
}

TEST_CASE(
    "figure 3.3: a stronger wall excludes the most at a = 1, fewer at 3, and the law of Var at -a "
    "is that at a",
    "[draws]") {
  double strict = 0.0;
  double strong = 0.0;
  double up = 0.0;
  double down = 0.0;
  double rewarded = 0.0;
  double rarely = 0.0;
  constexpr int kTimes = 12;
  for (std::uint64_t seed = 1; seed <= kTimes; ++seed) {
    const SequencePopulation one = drawn(seed, 1.0);
    strict += static_cast<double>(one.valid) / kTimes;
    rewarded += static_cast<double>(one.rewarded) / (4000.0 * kTimes);
    strong += static_cast<double>(drawn(seed, 3.0).valid) / kTimes;
    const SequencePopulation plus = drawn(seed, 0.2);
    rarely += static_cast<double>(plus.rewarded) / (4000.0 * kTimes);
    up += plus.largest_variance.mean() / kTimes;
    down += drawn(100 + seed, -0.2).largest_variance.mean() / kTimes;
  }
  CHECK(strict == Approx(2343.0).margin(25.0));
  CHECK(strong == Approx(4000.0 * 0.671).margin(25.0));
  CHECK(rewarded == Approx(0.214).margin(0.005));
  CHECK(rarely == Approx(0.018).margin(0.002));
  CHECK(up == Approx(down).margin(0.03));
}

TEST_CASE("populations: a single token, and what is refused") {
  Rng rng(1);
  const SequencePopulation one = sequence_population({3, 1, 4.0}, 5.0, rng);
  CHECK(one.valid == 3);
  CHECK(one.largest_variance == Vector::Zero(3));
  CHECK(message_of([&] {
          (void)sequence_population({0, 5, 4.0}, 1.0, rng);
        }).find("sequence_population: count is 0") == 0);
  CHECK(message_of([&] {
          (void)sequence_population({1000000, 11, 4.0}, 1.0, rng);
        }).find("count times length") != std::string::npos);
  CHECK(message_of([&] {
          (void)sequence_population({4, 5, 0.0}, 1.0, rng);
        }).find("variance is 0") != std::string::npos);
}
