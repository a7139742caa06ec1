#include "attn/attention/softmax.hpp"

#include <cmath>
#include <limits>

#include "attention/scores.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;

TEST_CASE("softmax is positive and sums to one over sizes and scales of the scores") {
  for (const Index n : {1, 2, 7, 100}) {
    for (const double size : {0.0, 1e-300, 1.0, 30.0, 1e4, 1e300}) {
      const Vector a = softmax(random_scores(n, size, 3));
      CHECK(lowest(a) >= 0.0);
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
  CHECK(largest(softmax(moved) - softmax(s)) <= 1e-13);
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
  CHECK(message_of([] { return softmax(Vector()); }) ==
        "softmax: s is empty, expected at least one entry");
  CHECK(message_of([] { return log_sum_exp(Vector::Constant(2, std::nan(""))); }) ==
        "log_sum_exp: s[0] is NaN, expected a finite number");
  CHECK(message_of([] { return softmax_rows(Matrix(0, 2)); }) ==
        "softmax_rows: s is 0 x 2, expected at least 1 x 1");
}

TEST_CASE("a temperature divides the scores") {
  const Vector s = random_scores(7, 2.0, 8);
  for (const double t : {0.25, 2.0, 1024.0}) {
    CHECK(largest(softmax(s, t) - softmax(s / t)) <= 1e-15);
  }
  Matrix rows(1, 7);
  rows.row(0) = s.transpose();
  CHECK(Vector(softmax_rows(rows, 0.3).row(0)) == softmax(s, 0.3));
  CHECK(softmax(s, 1.0) == softmax(s));
}

TEST_CASE("at temperature 0 the scores that tie for the largest share, at Infinity all do") {
  Vector s(5);
  s << 2.0, -1e308, 2.0, 1.9999999999, 2.0;
  Vector third(5);
  third << 1.0, 0.0, 1.0, 0.0, 1.0;
  third /= 3.0;
  CHECK(softmax(s, 0.0) == third);
  CHECK(softmax(s, std::numeric_limits<double>::infinity()) == Vector::Constant(5, 0.2));
  // The limits are reached, not jumped to.
  CHECK(largest(softmax(s, 1e-13) - third) <= 1e-15);
  CHECK(largest(softmax(s, 1e-300) - third) <= 1e-15);
  const Vector small = random_scores(5, 3.0, 9);
  CHECK(largest(softmax(small, 1e15).array() - 0.2) <= 1e-14);
}

TEST_CASE("the Jacobian is that of central differences, symmetric, with rows that sum to 0") {
  for (const double t : {0.5, 1.0, 7.0}) {
    for (const Index n : {1, 2, 6}) {
      const Vector s = random_scores(n, 1.0, 10);
      const Matrix j = softmax_jacobian(softmax(s, t), t);
      const double h = 6e-6;
      for (Index k = 0; k < n; ++k) {
        Vector up = s;
        Vector down = s;
        up(k) += h;
        down(k) -= h;
        const Vector slope = (softmax(up, t) - softmax(down, t)) / (2 * h);
        CHECK(largest(j.col(k) - slope) <= 1e-9);
      }
      CHECK(j == Matrix(j.transpose()));
      CHECK(largest(j.rowwise().sum()) <= 1e-15);
    }
  }
}

TEST_CASE("the product with the Jacobian is that with its matrix") {
  const Vector a = softmax(random_scores(9, 2.0, 11));
  const Vector v = random_scores(9, 5.0, 12);
  const Vector product = softmax_jacobian(a, 0.7).lazyProduct(v);
  CHECK(largest(softmax_jacobian_product(a, v, 0.7) - product) <= 1e-14);
  // A number that is added to all entries changes nothing: weights keep their sum.
  const Vector moved = v.array() + 3.0;
  CHECK(largest(softmax_jacobian_product(a, moved, 0.7) - product) <= 1e-14);
  CHECK(softmax_jacobian_product(a, v, std::numeric_limits<double>::infinity()) == Vector::Zero(9));
}

TEST_CASE("softmax and its Jacobian refuse bad temperatures, weights and sizes") {
  const Vector s = random_scores(3, 1.0, 13);
  CHECK(message_of([&] { return softmax(s, -1.0); }) ==
        "softmax: temperature is -1, expected a number >= 0, or Infinity");
  CHECK(message_of([&] { return softmax(s, std::nan("")); }) ==
        "softmax: temperature is NaN, expected a number >= 0, or Infinity");
  CHECK(message_of([&] { return softmax_jacobian(softmax(s), 0.0); }) ==
        "softmax_jacobian: temperature is 0, expected a number > 0, or Infinity");
  CHECK(message_of([&] { return softmax_jacobian(Vector::Constant(2, -0.5)); }) ==
        "softmax_jacobian: a[0] is -0.5, expected a finite number >= 0");
  CHECK(message_of([&] { return softmax_jacobian_product(softmax(s), Vector::Zero(2)); }) ==
        "softmax_jacobian_product: v is 2 long, expected 3");
}

TEST_CASE("derivatives of the softmax that no double holds are refused") {
  const Vector a = Vector::Constant(2, 0.5);
  CHECK(softmax_jacobian(a, 1e-300).allFinite());
  CHECK(message_of([&] { return softmax_jacobian(a, 5e-324); }) ==
        "softmax_jacobian: a result is too large for a double");
  Vector v(2);
  v << 1e300, -1e300;
  CHECK(softmax_jacobian_product(a, v).allFinite());
  CHECK(message_of([&] { return softmax_jacobian_product(a, v, 1e-10); }) ==
        "softmax_jacobian_product: a result is too large for a double");
}
