#include "attn/softmax.hpp"

#include <cmath>

#include "attn/rng.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

Vector random_scores(Index n, double size, std::uint64_t seed) {
  Rng rng(seed);
  Vector s(n);
  for (Index i = 0; i < n; ++i) s(i) = size * rng.normal();
  return s;
}

}  // namespace

TEST_CASE("softmax is positive and sums to one over sizes and scales of the scores") {
  for (const Index n : {1, 2, 7, 100}) {
    for (const double size : {0.0, 1e-300, 1.0, 30.0, 1e4, 1e300}) {
      const Vector a = softmax(random_scores(n, size, 3));
      CHECK(a.minCoeff() >= 0.0);
      CHECK(std::fabs(a.sum() - 1.0) <= 1e-14);
    }
  }
}

TEST_CASE("softmax agrees with the definition in long double") {
  const Vector s = random_scores(9, 3.0, 4);
  const Vector a = softmax(s);
  long double sum = 0.0L;
  for (const double x : s) sum += std::exp(static_cast<long double>(x));
  for (Index i = 0; i < s.size(); ++i) {
    const auto expected = static_cast<double>(std::exp(static_cast<long double>(s(i))) / sum);
    CHECK(std::fabs(a(i) - expected) <= 4e-16);
  }
  CHECK(std::fabs(log_sum_exp(s) - static_cast<double>(std::log(sum))) <= 1e-15);
}

TEST_CASE("softmax is the gradient of log-sum-exp") {
  const Vector s = random_scores(5, 1.0, 5);
  const Vector a = softmax(s);
  const double h = 6e-6;
  for (Index i = 0; i < s.size(); ++i) {
    Vector up = s;
    Vector down = s;
    up(i) += h;
    down(i) -= h;
    CHECK(std::fabs((log_sum_exp(up) - log_sum_exp(down)) / (2 * h) - a(i)) <= 1e-9);
  }
}

TEST_CASE("adding a number to all scores moves log-sum-exp by it and leaves the weights") {
  const Vector s = random_scores(6, 2.0, 6);
  const Vector moved = s.array() + 512.0;
  CHECK((softmax(moved) - softmax(s)).cwiseAbs().maxCoeff() <= 1e-13);
  CHECK(std::fabs(log_sum_exp(moved) - log_sum_exp(s) - 512.0) <= 1e-12);
}

TEST_CASE("huge scores neither overflow nor lose the winner") {
  Vector s(3);
  s << -1e308, 1e308, 0.0;
  const Vector a = softmax(s);
  CHECK(a(0) == 0.0);
  CHECK(a(1) == 1.0);
  CHECK(log_sum_exp(s) == 1e308);
}

TEST_CASE("softmax_rows treats each row by itself") {
  Matrix s(2, 3);
  s << 1, 2, 3, -5, 700, 0;
  const Matrix a = softmax_rows(s);
  CHECK(Vector(a.row(0)) == softmax(Vector(s.row(0))));
  CHECK(Vector(a.row(1)) == softmax(Vector(s.row(1))));
}

TEST_CASE("softmax refuses what is empty or not finite") {
  CHECK(message_of([] { softmax(Vector()); }) ==
        "softmax: s is empty, expected at least one entry");
  CHECK(message_of([] { log_sum_exp(Vector::Constant(2, std::nan(""))); }) ==
        "log_sum_exp: s[0] is NaN, expected a finite number");
  CHECK(message_of([] { softmax_rows(Matrix(0, 2)); }) ==
        "softmax_rows: s is 0 x 2, expected at least 1 x 1");
}
