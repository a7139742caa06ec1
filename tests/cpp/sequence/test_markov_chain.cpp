#include "attn/sequence/markov_chain.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;

namespace {

Matrix random_chain(Index n, std::uint64_t seed) {
  Matrix p = layouts::matrix(n, n, seed).cwiseAbs();
  for (Index a = 0; a < n; ++a) p.row(a) /= p.row(a).sum();
  return p;
}

}  // namespace

TEST_CASE("symbols that are hardly ever left have all of the stationary law") {
  // Each of the last two is left once in 1e308 steps.
  constexpr double kRare = 1e-309;
  Matrix p(4, 4);
  p << 0.4, 0.4, 0.15, 0.05, 0.25, 0.25, 0.25, 0.25, kRare, kRare, kRare, 1.0, kRare, kRare, 1.0,
      kRare;
  const Vector law = stationary_distribution(p);
  CHECK(std::fabs(law.sum() - 1.0) <= 1e-15);
  CHECK(std::fabs(law(2) - 0.5) <= 1e-12);
  CHECK(std::fabs(law(3) - 0.5) <= 1e-12);
}

TEST_CASE("distances on a circle go the shorter way") {
  CHECK(circular_distance(0, 7, 8) == 1);
  CHECK(circular_distance(6, 1, 8) == 3);
  CHECK(circular_distance(2, 6, 8) == 4);
  CHECK(circular_distance(3, 3, 8) == 0);
  CHECK(circular_distance(0, 3, 5) == 2);
}

TEST_CASE("the sticky chain stays, and else prefers what is near") {
  const Matrix p = sticky_transition();
  // 0.7 shared in the proportions 1, 1/2, 1/3, 1/4, 1/3, 1/2, 1 of a sum of 47/12.
  for (Index a = 0; a < 8; ++a) {
    CHECK(p(a, a) == 0.3);
    for (Index b = 0; b < 8; ++b) {
      if (a == b) continue;
      const double d = static_cast<double>(circular_distance(a, b, 8));
      CHECK(std::fabs(p(a, b) - 0.7 * 12.0 / 47.0 / d) <= 1e-16);
    }
  }
  CHECK(largest(p - p.transpose()) == 0.0);
  CHECK(sticky_transition(2, 0.25)(0, 1) == 0.75);
  CHECK(sticky_transition(5, 1.0) == Matrix::Identity(5, 5));
  CHECK(sticky_transition(3, 0.0)(0, 1) == 0.5);
}

TEST_CASE("only weights 1 / distance have the entropy that is printed") {
  CHECK(std::fabs(entropy_rate(sticky_transition()) - 1.8832538894981368) <= 1e-14);
  CHECK(bayes_accuracy(sticky_transition()) == Approx(0.3));
  // Of the other readings none rounds to 1.8833.
  const auto reading = [](const auto& weight) {
    Matrix p(8, 8);
    for (Index a = 0; a < 8; ++a) {
      for (Index b = 0; b < 8; ++b)
        p(a, b) = a == b ? 0.0 : weight(static_cast<double>(circular_distance(a, b, 8)));
      p.row(a) *= 0.7 / p.row(a).sum();
      p(a, a) = 0.3;
    }
    return entropy_rate(p);
  };
  CHECK(reading([](double d) { return 1.0 / d; }) == Approx(1.8832538894981368).epsilon(1e-14));
  CHECK(reading([](double d) { return d; }) == Approx(1.8994).margin(5e-5));
  CHECK(reading([](double d) { return 1.0 / (d * d); }) == Approx(1.6683).margin(5e-5));
  CHECK(reading([](double d) { return 8.0 - d; }) == Approx(1.9614).margin(5e-5));
}

TEST_CASE("the stationary law is left alone by a step, and is what a chain spends its time by") {
  for (const Index n : {1, 2, 5, 12}) {
    const Matrix p = random_chain(n, 10 + static_cast<std::uint64_t>(n));
    const Vector law = stationary_distribution(p);
    CHECK(std::fabs(law.sum() - 1.0) <= 1e-15);
    CHECK(largest(p.transpose() * law - law) <= 1e-15);
  }
  const Matrix p = random_chain(4, 3);
  Rng rng(1);
  Vector visits = Vector::Zero(4);
  for (const Index a : sample_chain(p, 0, 40000, rng)) visits(a) += 1.0 / 40000.0;
  CHECK(largest(visits - stationary_distribution(p)) <= 0.015);
  CHECK(largest(stationary_distribution(sticky_transition()).array() - 0.125) <= 1e-16);
}

TEST_CASE("small probabilities keep their digits, and symbols that are left for good have none") {
  // Two symbols that hardly ever change places: the law is b / (a + b), a / (a + b).
  Matrix rare(2, 2);
  rare << 1.0 - 3e-300, 3e-300, 1e-300, 1.0 - 1e-300;
  CHECK(stationary_distribution(rare)(0) == Approx(0.25).epsilon(1e-15));
  Matrix leaves(3, 3);
  leaves << 0.0, 1.0, 0.0, 0.0, 0.5, 0.5, 0.0, 1.0, 0.0;
  const Vector law = stationary_distribution(leaves);
  CHECK(law(0) == 0.0);
  CHECK(law(1) == Approx(2.0 / 3.0).epsilon(1e-15));
  // Absorbed by the last symbol.
  Matrix ends(2, 2);
  ends << 0.5, 0.5, 0.0, 1.0;
  CHECK(stationary_distribution(ends) == Vector(Eigen::Vector2d(0.0, 1.0)));
  CHECK(entropy_rate(ends) == 0.0);
  // A cycle has a law, though it never settles.
  Matrix cycle(3, 3);
  cycle << 0, 1, 0, 0, 0, 1, 1, 0, 0;
  CHECK(largest(stationary_distribution(cycle).array() - 1.0 / 3.0) <= 1e-16);
}

TEST_CASE("what follows a symbol is drawn with its row, one number for each") {
  const Matrix p = sticky_transition(5, 0.4);
  Rng rng(3), uniforms(3);
  Index now = 2;
  for (const Index next : sample_chain(p, 2, 500, rng)) {
    const double u = uniforms.uniform();
    double sum = 0.0;
    Index expected = 0;
    while ((sum += p(now, expected)) <= u) ++expected;
    CHECK(next == expected);
    now = next;
  }
  CHECK(sample_chain(p, 0, 0, rng).empty());
}

TEST_CASE("chains refuse what is none, or has no one law") {
  Rng rng(1);
  Matrix p = sticky_transition();
  CHECK(message_of([] { return sticky_transition(1); }) ==
        "sticky_transition: symbols is 1, expected a whole number from 2 to 1000000000");
  CHECK(message_of([] { return sticky_transition(8, 1.5); }) ==
        "sticky_transition: stay is 1.5, expected a number from 0 to 1");
  CHECK(message_of([] { return circular_distance(0, 8, 8); }) ==
        "circular_distance: b is 8, expected a whole number from 0 to 7");
  CHECK(message_of([&] { return stationary_distribution(p.topRows(7)); }) ==
        "stationary_distribution: transition has 8 columns, expected 7 (its rows)");
  CHECK(message_of([] { return entropy_rate(Matrix::Identity(2, 2)); }) ==
        "entropy_rate: transition is a chain that ends among symbol 0 or among symbol 1, expected "
        "one that ends in the same set, whatever its first symbol");
  CHECK(message_of([&] { return sample_chain(p, 8, 1, rng); }) ==
        "sample_chain: first is 8, expected a whole number from 0 to 7");
  p(3, 3) = 0.5;
  CHECK(message_of([&] { return bayes_accuracy(p); }) ==
        "bayes_accuracy: transition, row 3 is a vector with the sum 1.2, expected the sum 1");
  p(3, 3) = std::nan("");
  CHECK(message_of([&] { return sample_chain(p, 0, 1, rng); }) ==
        "sample_chain: transition[3, 3] is NaN, expected a finite number");
}
