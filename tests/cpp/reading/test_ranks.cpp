#include "attn/reading/ranks.hpp"

#include <cmath>
#include <limits>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;

namespace {

Vector list(std::initializer_list<double> numbers) {
  return Eigen::Map<const Vector>(numbers.begin(), static_cast<Index>(numbers.size()));
}

}  // namespace

TEST_CASE("numbers that tie share the mean of their ranks") {
  CHECK(ranks(list({3.0, 1.0, 3.0, 3.0, -2.0})) == list({4.0, 2.0, 4.0, 4.0, 1.0}));
  CHECK(ranks(list({7.0})) == list({1.0}));
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(ranks(list({infinity, 0.0, -infinity})) == list({3.0, 2.0, 1.0}));
  CHECK(ranks(list({0.0, -0.0})) == list({1.5, 1.5}));
}

TEST_CASE("ranks see order and not size") {
  const Vector a = layouts::matrix(30, 1, 1).col(0);
  CHECK(rank_correlation(a, Vector(a.array().exp())) == Approx(1.0));
  CHECK(rank_correlation(a, Vector(-a.array().cube())) == Approx(-1.0));
  // 1 - 6 sum of squared differences / (n (n^2 - 1)), without ties.
  const Vector b = layouts::matrix(30, 1, 2).col(0);
  const double squares = (ranks(a) - ranks(b)).squaredNorm();
  CHECK(rank_correlation(a, b) == Approx(1.0 - 6.0 * squares / (30.0 * 899.0)).epsilon(1e-13));
  CHECK(rank_correlation(list({1.0, 2.0}), list({5.0, 5.0})) == 0.0);
}

TEST_CASE("a partial correlation is that of what a line by the control leaves") {
  const Vector a = layouts::matrix(40, 1, 3).col(0), c = layouts::matrix(40, 1, 4).col(0);
  const Vector b = a + 2.0 * c;
  // The closed form of one control.
  const double ab = rank_correlation(a, b), ac = rank_correlation(a, c),
               bc = rank_correlation(b, c);
  const double expected = (ab - ac * bc) / std::sqrt((1.0 - ac * ac) * (1.0 - bc * bc));
  CHECK(partial_rank_correlation(a, b, c) == Approx(expected).epsilon(1e-12));
  Matrix twice(40, 2);
  twice << c, c;
  CHECK(partial_rank_correlation(a, b, twice) == Approx(expected).epsilon(1e-12));
  twice.col(1).setConstant(4.0);
  CHECK(partial_rank_correlation(a, b, twice) == Approx(expected).epsilon(1e-12));
  CHECK(partial_rank_correlation(a, c, c) == 0.0);
  // What the control alone makes alike is not alike without it.
  Rng rng(8);
  Vector x(400), y(400), z(400);
  for (Index i = 0; i < 400; ++i) {
    z(i) = rng.normal();
    x(i) = z(i) + 0.3 * rng.normal();
    y(i) = z(i) + 0.3 * rng.normal();
  }
  CHECK(rank_correlation(x, y) > 0.8);
  CHECK(std::fabs(partial_rank_correlation(x, y, z)) < 0.15);
}

TEST_CASE("of what is known nothing is left, however many numbers there are") {
  for (Index n = 2; n <= 400; ++n) {
    const Vector a = layouts::matrix(n, 1, 5).col(0), b = layouts::matrix(n, 1, 6).col(0);
    CHECK(partial_rank_correlation(a, b, a) == 0.0);
    CHECK(partial_rank_correlation(a, b, -a) == 0.0);
  }
}

TEST_CASE("NaN stays NaN, and lists of other sizes are refused") {
  const Vector a = list({1.0, 2.0, 3.0});
  const Vector bad = list({1.0, std::nan(""), 3.0});
  CHECK(std::isnan(rank_correlation(a, bad)));
  CHECK(std::isnan(rank_correlation(bad, a)));
  CHECK(std::isnan(partial_rank_correlation(a, a, bad)));
  CHECK(std::isnan(partial_rank_correlation(bad, a, a)));
  CHECK(std::isnan(ranks(bad)(0)));
  CHECK_THROWS_AS(ranks(Vector()), Error);
  CHECK_THROWS_AS(rank_correlation(a, a.head(2)), Error);
  CHECK_THROWS_AS(rank_correlation(a.head(1), a.head(1)), Error);
  CHECK_THROWS_AS(partial_rank_correlation(a, a, Matrix(3, 0)), Error);
  CHECK_THROWS_AS(partial_rank_correlation(a, a, Matrix::Ones(2, 1)), Error);
}
