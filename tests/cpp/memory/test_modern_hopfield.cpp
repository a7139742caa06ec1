#include "attn/memory/modern_hopfield.hpp"

#include <algorithm>
#include <cmath>

#include "attn/attention/attention.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/memory/patterns.hpp"
#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::matrix;

namespace {

AttentionOptions at(double beta) {
  AttentionOptions options;
  options.scale = beta;
  return options;
}

// Of each state the first that is the same to six digits.
std::vector<Index> places(const Matrix& states) {
  std::vector<Index> out;
  for (Index i = 0; i < states.rows(); ++i) {
    Index first = 0;
    while (!(largest(states.row(i) - states.row(first)) <= 1e-6)) ++first;
    out.push_back(first);
  }
  return out;
}

}  // namespace

TEST_CASE("the gradient of the energy is that of central differences, for each state by itself") {
  const Matrix k = matrix(6, 3, 1), states = matrix(4, 3, 2);
  for (const double beta : {0.1, 1.0, 5.0}) {
    const Matrix by_differences = central_differences(
        [&](const Matrix& x) { return modern_hopfield_energy(k, x, beta).sum(); }, states, 0.1);
    CHECK(gradient_error(modern_hopfield_gradient(k, states, beta), by_differences) <= 1e-10);
  }
}

TEST_CASE("the update is attention, and the step to xi - grad E") {
  const Matrix k = matrix(6, 3, 1), v = matrix(6, 2, 3), states = matrix(4, 3, 2);
  const double beta = 1.7;
  const Matrix next = modern_hopfield_update(k, states, beta);
  CHECK(largest(next - attention(states, k, k, at(beta))) <= 1e-15);
  CHECK(largest(next - (states - modern_hopfield_gradient(k, states, beta))) <= 1e-15);
  CHECK(largest(modern_hopfield_read(k, v, states, beta) - attention(states, k, v, at(beta))) <=
        1e-15);
  CHECK(largest(modern_hopfield_weights(k, states, beta) -
                attention_forward(states, k, k, at(beta)).weights) <= 1e-15);
}

TEST_CASE(
    "an update never raises the energy, and the one that is printed, without 1 / beta, it can") {
  const auto printed = [](const Matrix& k, const Matrix& xi, double beta) {
    const Vector scores = beta * k.lazyProduct(Vector(xi.row(0)));
    return 0.5 * xi.squaredNorm() - log_sum_exp(scores);
  };
  bool printed_rises = false;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const double beta = 0.1 * static_cast<double>(seed);
    const Matrix k = matrix(5, 4, seed);
    Matrix xi = 3.0 * matrix(1, 4, 100 + seed);
    for (int step = 0; step < 10; ++step) {
      const Matrix next = modern_hopfield_update(k, xi, beta);
      const double before = modern_hopfield_energy(k, xi, beta)(0);
      const double after = modern_hopfield_energy(k, next, beta)(0);
      CHECK(after <= before + 1e-12 * std::fabs(before));
      printed_rises = printed_rises || printed(k, next, beta) > printed(k, xi, beta) + 0.01;
      xi = next;
    }
  }
  CHECK(printed_rises);
}

TEST_CASE("reading other values than the patterns goes down no energy") {
  // The values of two patterns are exchanged: each update leads to the other.
  Matrix k(2, 2), v(2, 2), xi(1, 2);
  k << 1, 0, 0, 1;
  v << 0, 1, 1, 0;
  xi << 0.9, 0.1;
  const Matrix next = modern_hopfield_read(k, v, xi, 20.0);
  CHECK(largest(next - v.row(0)) <= 1e-6);
  CHECK(largest(modern_hopfield_read(k, v, next, 20.0) - k.row(0)) <= 1e-6);
}

TEST_CASE("damaged patterns are found in one update, to the bound that separation gives") {
  Rng rng(4);
  const Matrix k = random_patterns(50, 64, rng);
  Matrix damaged(50, 64);
  for (Index mu = 0; mu < 50; ++mu) damaged.row(mu) = flip_signs(k.row(mu), 6, rng);
  const double beta = 0.5;
  const Matrix found = modern_hopfield_update(k, k, beta);
  for (Index mu = 0; mu < 50; ++mu) {
    // How much better the pattern fits itself than the next best does: from the pattern itself the
    // others have at most (M - 1) e^(-beta apart) of the weight.
    double apart = 64.0;
    for (Index other = 0; other < 50; ++other) {
      if (other != mu) apart = std::min(apart, 64.0 - k.row(mu).dot(k.row(other)));
    }
    CHECK(largest(found.row(mu) - k.row(mu)) <= 2.0 * 49.0 * std::exp(-beta * apart));
  }
  const Retrieval r = modern_hopfield_retrieve(k, damaged, beta);
  for (Index mu = 0; mu < 50; ++mu) {
    CHECK(r.settled[static_cast<std::size_t>(mu)]);
    CHECK(r.weights(mu, mu) > 0.999);
    CHECK(largest(r.states.row(mu) - k.row(mu)) <= 1e-3);
  }
}

TEST_CASE("retrieval stops at the tolerance, says how long it took, and rests where it stops") {
  const Matrix k = matrix(5, 3, 1), states = matrix(4, 3, 2);
  const double beta = 0.8;
  const Retrieval coarse = modern_hopfield_retrieve(k, states, beta, {1e-3, 10000});
  const Retrieval fine = modern_hopfield_retrieve(k, states, beta, {1e-12, 10000});
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(fine.settled[i]);
    CHECK(coarse.updates[i] < fine.updates[i]);
  }
  CHECK(largest(modern_hopfield_update(k, fine.states, beta) - fine.states) <= 1e-12);
  CHECK(largest(modern_hopfield_gradient(k, fine.states, beta)) <= 2e-12);
  CHECK(fine.weights == modern_hopfield_weights(k, fine.states, beta));
  const Retrieval cut = modern_hopfield_retrieve(k, states, beta, {0.0, 3});
  CHECK(cut.updates == std::vector<Index>(4, 3));
  CHECK(cut.settled == std::vector<bool>(4, false));
}

TEST_CASE("retrieval is update after update, to the last bit") {
  const Matrix k = matrix(40, 7, 1), states = matrix(3, 7, 2);
  Matrix by_updates = states;
  for (Index updates = 1; updates <= 25; ++updates) {
    by_updates = modern_hopfield_update(k, by_updates, 0.7);
    const Retrieval r = modern_hopfield_retrieve(k, states, 0.7, {0.0, updates});
    CHECK(r.states == by_updates);
    CHECK(r.weights == modern_hopfield_weights(k, by_updates, 0.7));
  }
}

TEST_CASE("one state of a batch is what it is alone") {
  const Matrix k = matrix(5, 3, 1), states = matrix(4, 3, 2);
  const Retrieval all = modern_hopfield_retrieve(k, states, 2.0);
  for (Index i = 0; i < 4; ++i) {
    const Retrieval one = modern_hopfield_retrieve(k, states.row(i), 2.0);
    CHECK(one.states.row(0) == all.states.row(i));
    CHECK(one.updates[0] == all.updates[static_cast<std::size_t>(i)]);
    CHECK(modern_hopfield_energy(k, states, 2.0)(i) ==
          modern_hopfield_energy(k, states.row(i), 2.0)(0));
  }
}

TEST_CASE("a warm memory of clusters rests at their means, a hot one at the mean of all") {
  // Two clusters of three around (5, 0) and (-5, 0).
  Matrix k(6, 2);
  k << 5.2, 0.1, 4.9, -0.2, 4.9, 0.1, -5.1, 0.2, -4.9, 0.1, -5.0, -0.3;
  const Retrieval warm = modern_hopfield_retrieve(k, k, 0.5);
  CHECK(places(warm.states) == std::vector<Index>{0, 0, 0, 3, 3, 3});
  const Vector held = patterns_held(warm.weights);
  CHECK(held(0) > 2.5);
  CHECK(held(0) <= 3.0 + 1e-12);
  const Retrieval cold = modern_hopfield_retrieve(k, k, 200.0);
  CHECK(patterns_held(cold.weights)(0) < 1.1);
  const Retrieval hot = modern_hopfield_retrieve(k, k, 0.01);
  CHECK(places(hot.states) == std::vector<Index>(6, 0));
  CHECK(patterns_held(hot.weights)(0) > 5.9);
}

TEST_CASE("no more patterns are held than there are, by weights whose sum is above 1 either") {
  const Vector held = patterns_held(Matrix::Constant(2, 8, 0.125 * (1.0 + 9e-7)));
  CHECK(held(0) == 8.0);
  CHECK(held(1) == 8.0);
  CHECK(patterns_held(Matrix::Constant(1, 8, 0.125 * (1.0 - 9e-7)))(0) < 8.0);
}

TEST_CASE("of five tokens on a circle five states attract at beta = 4") {
  Matrix k(5, 2);
  const double degrees[] = {15, 75, 150, 215, 300};
  for (Index j = 0; j < 5; ++j) {
    const double angle = degrees[j] * 3.14159265358979323846 / 180.0;
    k.row(j) << std::cos(angle), std::sin(angle);
  }
  CHECK(places(modern_hopfield_retrieve(k, k, 4.0).states) == std::vector<Index>{0, 1, 2, 3, 4});
  CHECK(places(modern_hopfield_retrieve(k, k, 1.5).states) == std::vector<Index>(5, 0));
}

TEST_CASE("the modern network refuses what does not fit, is not finite or too large") {
  const Matrix k = Matrix::Ones(2, 3), x = Matrix::Ones(1, 3);
  CHECK(message_of([&] { return modern_hopfield_update(k, Matrix::Ones(1, 2), 1.0); }) ==
        "modern_hopfield_update: states has 2 columns, expected 3 (the columns of k)");
  CHECK(message_of([&] { return modern_hopfield_energy(k, x, 0.0); }) ==
        "modern_hopfield_energy: beta is 0, expected a finite number > 0");
  CHECK(message_of([&] { return modern_hopfield_read(k, Matrix::Ones(3, 1), x, 1.0); }) ==
        "modern_hopfield_read: v is 3 x 1, expected 2 x 1");
  CHECK(message_of([&] { return modern_hopfield_gradient(1e200 * k, 1e200 * x, 1.0); }) ==
        "modern_hopfield_gradient: a score is too large for a double");
  CHECK(message_of([&] {
          return modern_hopfield_retrieve(k, x, 1.0, {-1.0, 1});
        }) == "modern_hopfield_retrieve: tolerance is -1, expected a finite number >= 0");
  CHECK(message_of([&] {
          return modern_hopfield_retrieve(k, x, 1.0, {0.0, 0});
        }) ==
        "modern_hopfield_retrieve: most_updates is 0, expected a whole number from 1 to "
        "1000000000");
  CHECK(message_of([] { return patterns_held(Matrix::Ones(1, 2)); }) ==
        "patterns_held: a row of weights is a vector with the sum 2, expected the sum 1");
}
