#include "attn/attention/gibbs.hpp"

#include <cmath>

#include "attention/scores.hpp"
#include "attn/attention/softmax.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

Vector random_weights(Index n, std::uint64_t seed) { return softmax(random_scores(n, 1.5, seed)); }

// In long double, from the definition.
double divergence(const Vector& p, const Vector& a) {
  long double sum = 0.0L;
  for (Index j = 0; j < p.size(); ++j) {
    const auto x = static_cast<long double>(p(j));
    if (x > 0.0L) sum += x * std::log(x / static_cast<long double>(a(j)));
  }
  return static_cast<double>(sum);
}

}  // namespace

TEST_CASE("entropy is 0 where one key has all the weight and log n where all have the same") {
  for (const Index n : {1, 2, 5, 1000}) {
    Vector one = Vector::Zero(n);
    one(n / 2) = 1.0;
    CHECK(entropy(one) == 0.0);
    CHECK(normalised_entropy(one) == 0.0);
    const Vector same = Vector::Constant(n, 1.0 / static_cast<double>(n));
    CHECK(std::fabs(entropy(same) - std::log(static_cast<double>(n))) <= 1e-12);
    if (n > 1) CHECK(std::fabs(normalised_entropy(same) - 1.0) <= 1e-12);
  }
  const Vector p = random_weights(6, 3);
  CHECK(entropy(p) > 0.0);
  CHECK(entropy(p) < std::log(6.0));
}

TEST_CASE("the share of the largest entropy is at most 1, of weights whose sum is above 1 too") {
  // Of two keys a larger sum has less of it.
  CHECK(normalised_entropy(Vector::Constant(2, 0.5)) == 1.0);
  for (const Index n : {3, 8, 1000}) {
    const double share = 1.0 / static_cast<double>(n);
    CHECK(normalised_entropy(Vector::Constant(n, share * (1.0 + 9e-7))) == 1.0);
    CHECK(normalised_entropy(Vector::Constant(n, share * (1.0 - 9e-7))) < 1.0);
    CHECK(normalised_entropy(random_weights(n, 5)) <= 1.0);
  }
}

TEST_CASE("the free energy is the mean energy less T times the entropy") {
  for (const double t : {0.0, 1e-3, 0.25, 1.0, 30.0, 1e6}) {
    for (const Index n : {1, 3, 40}) {
      const Vector s = random_scores(n, 4.0, 5);
      const Vector a = softmax(s, t);
      const double f = free_energy(s, t);
      CHECK(std::fabs(f - (mean_energy(a, s) - t * entropy(a))) <= 1e-14 * (1.0 + std::fabs(f)));
      CHECK(std::fabs(f - variational_free_energy(a, s, t)) <= 1e-14 * (1.0 + std::fabs(f)));
    }
  }
}

TEST_CASE(
    "the slope of the free energy is minus the weights in the scores, minus the entropy in T") {
  const Vector s = random_scores(5, 1.0, 6);
  const double t = 0.8;
  const Vector a = softmax(s, t);
  const double h = 6e-6;
  for (Index i = 0; i < s.size(); ++i) {
    Vector up = s;
    Vector down = s;
    up(i) += h;
    down(i) -= h;
    CHECK(std::fabs((free_energy(up, t) - free_energy(down, t)) / (2 * h) + a(i)) <= 1e-9);
  }
  const double slope = (free_energy(s, t + h) - free_energy(s, t - h)) / (2 * h);
  CHECK(std::fabs(slope + entropy(a)) <= 1e-9);
}

TEST_CASE(
    "no weights have less variational free energy than softmax, and the gap says by how much") {
  const Vector s = random_scores(6, 2.0, 7);
  for (const double t : {0.0, 0.3, 1.0, 12.0}) {
    const Vector best = softmax(s, t);
    CHECK(variational_gap(best, s, t) <= 1e-14);
    for (std::uint64_t seed = 20; seed < 30; ++seed) {
      const Vector p = random_weights(6, seed);
      const double gap = variational_gap(p, s, t);
      CHECK(gap > 0.0);
      CHECK(std::fabs(gap - (variational_free_energy(p, s, t) - free_energy(s, t))) <= 1e-13);
      if (t > 0.0) CHECK(std::fabs(gap - t * divergence(p, best)) <= 1e-14 * (1.0 + gap));
    }
  }
}

TEST_CASE("the gap rounds by how far scores differ, not by how large they are") {
  Vector s(3);
  s << 1.0, 2.0, -0.5;
  Vector p = softmax(s);
  p(0) += 1e-5;
  p(1) -= 1e-5;
  const Vector far = s.array() + 1048576.0;
  CHECK(std::fabs(variational_gap(p, far, 1.0) - variational_gap(p, s, 1.0)) <= 1e-15);
  CHECK(std::fabs(variational_gap(softmax(s), s, 1.0)) <= 1e-15);
}

TEST_CASE("the gap has digits near the minimum") {
  const Vector s = random_scores(4, 1.0, 8);
  Vector p = softmax(s);
  const double d = 1e-5;
  p(0) += d;
  p(1) -= d;
  // Second order: half of d^2 (1 / a_0 + 1 / a_1).
  const Vector a = softmax(s);
  const double expected = 0.5 * d * d * (1.0 / a(0) + 1.0 / a(1));
  CHECK(std::fabs(variational_gap(p, s, 1.0) - expected) <= 1e-4 * expected);
}

TEST_CASE("huge scores and temperatures stay finite") {
  Vector s(3);
  s << 1e300, -1e300, 0.0;
  const Vector even = Vector::Constant(3, 1.0 / 3.0);
  for (const double t : {0.0, 1e-300, 1.0, 1e300}) {
    CHECK(std::isfinite(free_energy(s, t)));
    CHECK(std::isfinite(mean_energy(even, s)));
    CHECK(std::isfinite(variational_gap(even, s, t)));
  }
}

TEST_CASE("what is no distribution, and sizes that do not fit, are refused") {
  Vector p(2);
  p << 0.5, 0.4;
  CHECK(message_of([&] { return entropy(p); }) ==
        "entropy: p is a vector with the sum 0.9, expected the sum 1");
  p << 1.5, -0.5;
  CHECK(message_of([&] { return normalised_entropy(p); }) ==
        "normalised_entropy: p[1] is -0.5, expected a finite number >= 0");
  CHECK(message_of([] { return entropy(Vector()); }) ==
        "entropy: p is empty, expected at least one entry");
  p << 0.5, 0.5;
  CHECK(message_of([&] { return mean_energy(p, Vector::Zero(3)); }) ==
        "mean_energy: s is 3 long, expected 2");
  CHECK(message_of([&] { return free_energy(p, -1.0); }) ==
        "free_energy: temperature is -1, expected a finite number >= 0");
  CHECK(message_of([&] { return variational_gap(p, p, std::nan("")); }) ==
        "variational_gap: temperature is NaN, expected a finite number >= 0");
}
