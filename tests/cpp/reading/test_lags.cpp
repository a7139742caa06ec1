#include "attn/reading/lags.hpp"

#include <cmath>
#include <limits>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "catch.hpp"
#include "reading/heads.hpp"

using namespace attn;

TEST_CASE("the mass at a lag is the mean over the rows that have it") {
  Matrix weights(3, 3);
  weights << 1.0, 0.0, 0.0, 0.25, 0.75, 0.0, 0.5, 0.375, 0.125;
  const Vector mass = lag_mass(weights, 4);
  CHECK(mass(0) == Approx((1.0 + 0.75 + 0.125) / 3.0));
  CHECK(mass(1) == (0.25 + 0.375) / 2.0);
  CHECK(mass(2) == 0.5);
  CHECK(mass(3) == 0.0);
  CHECK(lag_mass(weights, 2, 2) == Eigen::Vector2d(0.125, 0.375));
  // Over all lags of one row there is all of its weight.
  const Head head = projected_head(6, 4, 2, 2, 130);
  CHECK(lag_mass(head_attention(head).weights, 6, 5).sum() == Approx(1.0).epsilon(1e-14));
}

TEST_CASE("a head that always looks one place back is explained by position, noise is not") {
  std::vector<Matrix> same, noise;
  Rng rng(3);
  const Matrix pattern = layouts::matrix(5, 5, 1) + causal_mask(5, 5);
  for (int w = 0; w < 40; ++w) {
    // What a whole row has in common moves no weight.
    same.push_back(pattern);
    same.back().colwise() += 10.0 * layouts::matrix(5, 1, static_cast<std::uint64_t>(w)).col(0);
    noise.push_back(causal_mask(5, 5));
    for (double& s : noise.back().reshaped()) s += rng.normal();
  }
  CHECK(position_share(same) == Approx(1.0).epsilon(1e-12));
  CHECK(position_share(noise) < 0.1);
  CHECK(position_share(noise) > 0.0);
  CHECK(position_share({Matrix::Ones(3, 3)}) == 0.0);
  CHECK(position_share({pattern}) == Approx(1.0));
  std::vector<Matrix> opposite = {pattern,
                                  Matrix(-1.0 * layouts::matrix(5, 5, 1)) + causal_mask(5, 5)};
  CHECK(position_share(opposite) < 1e-30);
}

TEST_CASE("a share of positions has its variance from squares of rows that were centred") {
  std::vector<Matrix> scores = {layouts::matrix(3, 4, 1), layouts::matrix(3, 4, 2)};
  Matrix mean = Matrix::Zero(3, 4);
  double all = 0.0;
  for (Matrix s : scores) {
    s.colwise() -= s.rowwise().mean().eval();
    mean += s / 2.0;
    all += s.squaredNorm();
  }
  CHECK(position_share(scores) == Approx(2.0 * mean.squaredNorm() / all).epsilon(1e-13));
}

TEST_CASE("lags and scores that do not fit are refused") {
  CHECK_THROWS_AS(lag_mass(Matrix::Ones(2, 2), 0), Error);
  CHECK_THROWS_AS(lag_mass(Matrix::Ones(2, 2), 1, 2), Error);
  CHECK_THROWS_AS(lag_mass(Matrix(), 1), Error);
  CHECK_THROWS_AS(position_share({}), Error);
  CHECK_THROWS_AS(position_share({Matrix::Ones(2, 2), Matrix::Ones(2, 3)}), Error);
  CHECK_THROWS_AS(position_share({Matrix::Ones(2, 2), causal_mask(2, 2)}), Error);
  CHECK_THROWS_AS(position_share({Matrix::Constant(2, 2, std::nan(""))}), Error);
  CHECK_THROWS_AS(
      position_share({Matrix::Constant(2, 2, -std::numeric_limits<double>::infinity())}), Error);
}
