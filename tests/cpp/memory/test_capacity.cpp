#include "attn/memory/capacity.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "attn/memory/classical_hopfield.hpp"
#include "attn/memory/modern_hopfield.hpp"
#include "attn/memory/patterns.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return 0.5 * (v[v.size() / 2] + v[(v.size() - 1) / 2]);
}

/// The median of ln M at the first failure.
double median_log(const CapacityTrial& trial, double beta, ModernFailure criterion,
                  std::uint64_t trials) {
  std::vector<double> logs;
  for (std::uint64_t seed = 1; seed <= trials; ++seed) {
    Rng rng(1000 * seed + static_cast<std::uint64_t>(trial.n));
    const auto count = modern_first_failure(trial, beta, criterion, rng);
    logs.push_back(std::log(static_cast<double>(count.value_or(trial.most))));
  }
  return median(logs);
}

/// The patterns of a trial and its query, drawn as modern_first_failure draws them.
struct Drawn {
  Drawn(const CapacityTrial& trial, Index count, std::uint64_t seed) : patterns(count, trial.n) {
    Rng rng(seed);
    patterns.row(0) = random_patterns(1, trial.n, rng);
    query = flip_signs(patterns.row(0), trial.flips, rng).transpose();
    for (Index mu = 1; mu < count; ++mu) patterns.row(mu) = random_patterns(1, trial.n, rng);
  }
  Matrix patterns;
  Matrix query;
};

}  // namespace

TEST_CASE("the first failure is that of the modern network written out, before it none") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    for (const auto criterion : {ModernFailure::kSigns, ModernFailure::kWeight}) {
      const CapacityTrial trial{12, seed % 2 == 0 ? 1 : 0, 100000};
      const double beta = 0.4 + 0.02 * static_cast<double>(seed);
      Rng rng(seed);
      const auto found = modern_first_failure(trial, beta, criterion, rng);
      if (!found) {
        CHECK(criterion == ModernFailure::kSigns);
        CHECK(trial.flips == 0);
        continue;
      }
      const auto holds = [&](Index count) {
        const Drawn drawn(trial, count, seed);
        if (criterion == ModernFailure::kWeight) {
          return modern_hopfield_weights(drawn.patterns, drawn.query, beta)(0, 0) >= 0.5;
        }
        const Matrix next = modern_hopfield_update(drawn.patterns, drawn.query, beta);
        return lowest(next.cwiseProduct(drawn.patterns.row(0))) > 0.0;
      };
      CHECK_FALSE(holds(*found));
      if (*found > 1) CHECK(holds(*found - 1));
    }
  }
}

TEST_CASE("with half the weight as the test, patterns grow as e^(0.566 d)") {
  for (const Index d : {12, 14, 16, 18, 20}) {
    const CapacityTrial trial{d, 0, 10000000};
    const auto signs = static_cast<double>(d);
    CHECK(std::fabs(median_log(trial, 1.0, ModernFailure::kWeight, 101) / signs - 0.566) <= 0.02);
    CHECK(std::fabs(modern_log_capacity(d, 0, 1.0) / signs - 0.566) <= 0.001);
  }
}

TEST_CASE(
    "from an undamaged query signs cannot fail: with all patterns stored the update is tanh(beta) "
    "xi") {
  const Index d = 8;
  Matrix all(256, d);
  for (Index mu = 0; mu < 256; ++mu) {
    for (Index i = 0; i < d; ++i) all(mu, i) = (mu >> i) % 2 == 0 ? -1.0 : 1.0;
  }
  const double beta = 0.7;
  CHECK(largest(modern_hopfield_update(all, all, beta) - std::tanh(beta) * all) <= 1e-13);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Rng rng(seed);
    CHECK_FALSE(modern_first_failure({16, 0, 20000}, 1.0, ModernFailure::kSigns, rng));
  }
}

TEST_CASE("damaged queries cost patterns, and still they grow exponentially") {
  // What independent draws of 25 trials gave, within the errors of both: a median of 41 has 0.13.
  const auto damaged = [](Index d, double beta) {
    return median_log({d, (d + 5) / 10, 1 << 18}, beta, ModernFailure::kSigns, 41);
  };
  CHECK(std::fabs(damaged(24, 1.0) - 10.22) <= 0.3);
  CHECK(std::fabs(damaged(24, 0.5) - 7.83) <= 0.3);
  CHECK((damaged(20, 1.0) - damaged(10, 1.0)) / 10.0 == Approx(0.37).margin(0.04));
  // Sharper than artanh(1 - 2k/d) gains nothing.
  CHECK(std::fabs(damaged(20, 2.0) - damaged(20, 1.0)) <= 0.5);
  // Unit vectors at beta = 1 are signs at beta = 1 / d: next to nothing is kept.
  CHECK(damaged(20, 0.05) < std::log(6.0));
}

TEST_CASE("the expected capacity is what it is in closed form, and has no gain from sharpness") {
  CHECK(modern_log_capacity(20, 0, 0.5) ==
        Approx(20.0 * (0.5 - std::log(std::cosh(0.5)))).epsilon(1e-13));
  const double sharpest = std::atanh(1.0 - 4.0 / 20.0);
  CHECK(modern_log_capacity(20, 2, 50.0) ==
        Approx(sharpest * 16.0 - 20.0 * std::log(std::cosh(sharpest))).epsilon(1e-13));
  CHECK(modern_log_capacity(20, 2, 1.0) ==
        Approx(16.0 - 20.0 * std::log(std::cosh(1.0))).epsilon(1e-13));
  CHECK(modern_log_capacity(20, 2, 1.2) == modern_log_capacity(20, 2, 5.0));
  CHECK(modern_log_capacity(20, 10, 1.0) == 0.0);
  // All 2^n patterns, where the right one has all the weight.
  for (double beta = 100.0; beta < 1e308; beta *= 1e7) {
    CHECK(modern_log_capacity(20, 0, beta) == Approx(20.0 * std::log(2.0)).epsilon(1e-15));
    CHECK(modern_log_capacity(20, 2, beta) == modern_log_capacity(20, 2, 5.0));
  }
}

TEST_CASE("a memory that is as sharp as doubles allow fails where a copy or a nearer pattern is") {
  for (const double beta : {1e3, 9e307, 1.7e308}) {
    Rng one(1), two(1);
    // Of 2^10 patterns the right one comes again: then it has half of the weight, and beyond less.
    CHECK_FALSE(modern_first_failure({60, 0, 5000}, beta, ModernFailure::kWeight, one));
    CHECK(modern_first_failure({10, 3, 100000}, beta, ModernFailure::kWeight, two).value() > 1);
  }
}

TEST_CASE("a network that grows fails where one that is built anew does") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    for (const bool own : {true, false}) {
      Rng rng(seed), same(seed);
      const CapacityTrial trial{40, 4, 60};
      const auto found = classical_first_failure(trial, 0.975, own, rng);
      std::optional<Index> expected;
      Matrix patterns = random_patterns(1, 40, same);
      const Vector query = flip_signs(patterns.row(0), 4, same);
      for (Index count = 1; count <= trial.most && !expected; ++count) {
        if (count > 1) {
          patterns.conservativeResize(count, 40);
          patterns.row(count - 1) = random_patterns(1, 40, same);
        }
        const Vector state = ClassicalHopfield(patterns, own).settle(query, same).state;
        if (0.5 + 0.5 * overlap(state, patterns.row(0)) < 0.975) expected = count;
      }
      CHECK(found == expected);
    }
  }
}

TEST_CASE("the classical network holds a share of its size, less where it is large") {
  const auto load = [](Index n) {
    std::vector<double> loads;
    for (std::uint64_t seed = 1; seed <= 15; ++seed) {
      Rng rng(seed);
      const auto count = classical_first_failure({n, (n + 5) / 10, 1000}, 0.975, false, rng);
      loads.push_back(static_cast<double>(count.value_or(1000)) / static_cast<double>(n));
    }
    return median(loads);
  };
  CHECK(load(8) > 0.25);
  CHECK(std::fabs(load(256) - 0.16) <= 0.04);
}

TEST_CASE("self-coupling keeps undamaged queries that are lost without it") {
  std::vector<double> with, without;
  for (std::uint64_t seed = 1; seed <= 9; ++seed) {
    for (const bool own : {true, false}) {
      Rng rng(seed);
      const auto count = classical_first_failure({128, 0, 1000}, 0.975, own, rng);
      (own ? with : without).push_back(static_cast<double>(count.value_or(1000)));
    }
  }
  CHECK(median(with) > 1.3 * median(without));
}

TEST_CASE("capacity refuses trials out of range") {
  Rng rng(1);
  const auto refused = [&](const CapacityTrial& trial, double beta) {
    return message_of(
        [&] { return modern_first_failure(trial, beta, ModernFailure::kSigns, rng); });
  };
  CHECK(refused({65, 0, 10}, 1.0) ==
        "modern_first_failure: trial.n is 65, expected a whole number from 1 to 64");
  CHECK(refused({8, 9, 10}, 1.0) ==
        "modern_first_failure: trial.flips is 9, expected a whole number from 0 to 8");
  CHECK(refused({8, 0, 0}, 1.0) ==
        "modern_first_failure: trial.most is 0, expected a whole number from 1 to 1000000000");
  CHECK(refused({8, 0, 10}, -1.0) ==
        "modern_first_failure: beta is -1, expected a finite number > 0");
  CHECK(message_of([&] {
          return classical_first_failure({8, 0, 10}, 1.5, false, rng);
        }) == "classical_first_failure: share is 1.5, expected a number from 0 to 1");
  CHECK(message_of([] { return modern_log_capacity(8, 5, 1.0); }) ==
        "modern_log_capacity: flips is 5, expected a whole number from 0 to 4");
}
