#include "attn/reading/temperature.hpp"

#include <cmath>
#include <limits>

#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;

namespace {
constexpr double kNoScore = -std::numeric_limits<double>::infinity();
}

TEST_CASE("the heat capacity is how the mean energy grows with the temperature") {
  const Matrix scores = 3.0 * layouts::matrix(4, 6, 1);
  Vector temperatures(3);
  temperatures << 0.4, 1.0, 2.5;
  const Matrix capacity = heat_capacity(scores, temperatures);
  const auto energy = [&](Index row, double t) {
    const Vector s = scores.row(row).transpose();
    return mean_energy(softmax(s, t), s);
  };
  const double h = 1e-4;
  for (Index i = 0; i < 4; ++i) {
    for (Index t = 0; t < 3; ++t) {
      const double at = temperatures(t);
      const double difference = (energy(i, at + h) - energy(i, at - h)) / (2.0 * h);
      CHECK(capacity(i, t) == Approx(difference).epsilon(1e-6));
    }
  }
}

TEST_CASE("two scores are a system of two levels, whose peak is where its closed form has it") {
  // C = x^2 / (4 cosh^2(x / 2)) of x = gap / T, greatest at x tanh(x / 2) = 2.
  Matrix scores(2, 2);
  scores << 0.0, 3.0, -70.0, -70.5;
  double x = 2.4;
  for (int i = 0; i < 100; ++i) x = 2.0 / std::tanh(0.5 * x);
  const Vector peak = peak_temperature(scores);
  CHECK(peak(0) == Approx(3.0 / x).epsilon(1e-9));
  CHECK(peak(1) == Approx(0.5 / x).epsilon(1e-9));
  const Matrix at_peak = heat_capacity(scores, peak);
  const double top = 0.25 * x * x / (std::cosh(0.5 * x) * std::cosh(0.5 * x));
  CHECK(at_peak(0, 0) == Approx(top).epsilon(1e-12));
  CHECK(at_peak(1, 1) == Approx(top).epsilon(1e-12));
}

TEST_CASE("a peak is in proportion to the scores, and higher than what is beside it") {
  const Matrix scores = layouts::matrix(8, 7, 3);
  const Vector peak = peak_temperature(scores), larger_peak = peak_temperature(1e6 * scores);
  CHECK(largest(larger_peak / 1e6 - peak) < 1e-9 * largest(peak));
  for (Index i = 0; i < 8; ++i) {
    const Vector beside = peak(i) * Vector::LinSpaced(301, -3.0, 3.0).array().exp().matrix();
    const Matrix one = scores.row(i);
    CHECK(highest(heat_capacity(one, beside)) <=
          heat_capacity(one, peak.segment(i, 1))(0, 0) * (1.0 + 1e-13));
  }
}

TEST_CASE("a score far below the others takes nothing from what they decide among themselves") {
  Matrix scores(3, 3);
  scores << -1e30, 0.1, 0.3, 0.1, 0.3, -1e30, -1e4, 15.0, 15.125;
  const Matrix near = scores.block(1, 0, 1, 2);
  const Vector one = Vector::Ones(1);
  for (Index i = 0; i < 2; ++i) {
    CHECK(heat_capacity(scores, one)(i, 0) == Approx(heat_capacity(near, one)(0, 0)));
    CHECK(peak_temperature(scores)(i) == Approx(peak_temperature(near)(0)));
  }
  CHECK(peak_temperature(scores)(2) == Approx(peak_temperature(scores.block(2, 1, 1, 2))(0)));
  // Where temperatures are out of all proportion nothing is left to vary.
  CHECK(heat_capacity(near, Vector::Constant(1, 1e-300))(0, 0) == 0.0);
}

TEST_CASE("hidden keys take no part, and rows without a choice have no peak") {
  Matrix scores(3, 3);
  scores << 1.0, kNoScore, kNoScore, 2.0, 2.0, kNoScore, 0.0, 3.0, kNoScore;
  const Vector peak = peak_temperature(scores);
  CHECK(peak(0) == 0.0);
  CHECK(peak(1) == 0.0);
  CHECK(peak(2) == peak_temperature(scores.block(2, 0, 1, 2))(0));
  const Matrix capacity = heat_capacity(scores, Vector::Ones(1));
  CHECK(capacity(0, 0) == 0.0);
  CHECK(capacity(1, 0) == 0.0);
  CHECK(capacity(2, 0) > 0.0);
}

TEST_CASE("a row retrieves one key, few, or the average") {
  Matrix weights(4, 4);
  weights << 0.91, 0.09, 0.0, 0.0, 0.25, 0.25, 0.25, 0.25, 0.5, 0.5, 0.0, 0.0, 0.6, 0.3, 0.1, 0.0;
  const std::vector<RetrievalClass> classes = retrieval_classes(weights);
  CHECK(classes == std::vector<RetrievalClass>{RetrievalClass::kOne, RetrievalClass::kAverage,
                                               RetrievalClass::kAverage, RetrievalClass::kAverage});
  const std::vector<RetrievalClass> of_four = retrieval_classes(weights, {4, 4, 4, 4});
  CHECK(of_four == std::vector<RetrievalClass>{RetrievalClass::kOne, RetrievalClass::kAverage,
                                               RetrievalClass::kFew, RetrievalClass::kFew});
}

TEST_CASE("what the temperature cannot be read of is refused") {
  Matrix scores = Matrix::Zero(2, 2);
  const Vector one = Vector::Ones(1);
  CHECK_THROWS_AS(heat_capacity(scores, Vector::Zero(1)), Error);
  CHECK_THROWS_AS(heat_capacity(scores, Vector()), Error);
  CHECK_THROWS_AS(heat_capacity(Matrix(), one), Error);
  scores(1, 0) = std::nan("");
  CHECK_THROWS_WITH(heat_capacity(scores, one),
                    "heat_capacity: scores[1, 0] is NaN, expected -Infinity, or a number of at "
                    "most 1e150 in size");
  scores(1, 0) = scores(1, 1) = kNoScore;
  CHECK_THROWS_WITH(peak_temperature(scores),
                    "peak_temperature: row 1 of scores is hidden, expected at least one finite "
                    "score");
  CHECK_THROWS_AS(retrieval_classes(Matrix::Zero(1, 2)), Error);
  CHECK_THROWS_AS(retrieval_classes(Matrix::Constant(1, 2, 0.5), {1}), Error);
  CHECK_THROWS_AS(retrieval_classes(Matrix::Constant(1, 2, 0.5), {2, 2}), Error);
}
