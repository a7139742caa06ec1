#include "attn/reading/distance.hpp"

#include <cmath>

#include "attn/denoising/denoiser.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "reading/heads.hpp"

using namespace attn;

TEST_CASE("keys of one length are compared by distance, and then the line is the scores") {
  Matrix keys = layouts::matrix(7, 3, 1);
  for (Index j = 0; j < 7; ++j) keys.row(j) /= keys.row(j).norm();
  const DistanceShare found = distance_share(layouts::matrix(5, 3, 2), keys, Matrix(), 0.4);
  CHECK(found.slope == Approx(1.0).epsilon(1e-12));
  CHECK(found.share == Approx(1.0).epsilon(1e-12));
}

TEST_CASE("a share of distance is the line of least squares within rows") {
  const Head head = projected_head(6, 5, 3, 2, 140);
  const DistanceShare found = distance_share(head.q, head.k, head.mask, *head.scale);
  double xx = 0.0, xs = 0.0, ss = 0.0;
  for (Index t = 0; t < 6; ++t) {
    Vector x(t + 1), s(t + 1);
    for (Index j = 0; j <= t; ++j) {
      const double by_distance = -0.5 * *head.scale * (head.q.row(t) - head.k.row(j)).squaredNorm();
      x(j) = by_distance;
      s(j) = *head.scale * head.q.row(t).dot(head.k.row(j));
      // The identity of the header.
      CHECK(s(j) ==
            Approx(by_distance +
                   0.5 * *head.scale * (head.q.row(t).squaredNorm() + head.k.row(j).squaredNorm()))
                .epsilon(1e-12)
                .margin(1e-12));
    }
    x.array() -= x.mean();
    s.array() -= s.mean();
    xx += x.squaredNorm();
    xs += x.dot(s);
    ss += s.squaredNorm();
  }
  CHECK(found.slope == Approx(xs / xx).epsilon(1e-11));
  CHECK(found.share == Approx(xs * xs / (xx * ss)).epsilon(1e-11));
}

TEST_CASE("levels have no line") {
  const DistanceShare none =
      distance_share(layouts::matrix(3, 2, 1), Matrix::Ones(4, 2), Matrix(), 1.0);
  CHECK(none.slope == 0.0);
  CHECK(none.share == 0.0);
  CHECK(distance_share(layouts::matrix(1, 2, 1), layouts::matrix(1, 2, 2), Matrix(), 1.0).share ==
        0.0);
}

TEST_CASE("a step to what is clean leaves nothing, one at right angles or away all of it") {
  const Matrix clean = layouts::matrix(4, 3, 1), noisy = clean + layouts::matrix(4, 3, 2);
  CHECK(best_step_left(noisy, clean, clean) < 1e-30);
  CHECK(best_step_left(noisy, clean, noisy + 0.01 * (clean - noisy)) < 1e-25);
  CHECK(best_step_left(noisy, clean, noisy) == 1.0);
  CHECK(best_step_left(noisy, clean, noisy - (clean - noisy)) == 1.0);
  Matrix aside = noisy;
  aside.row(0) += Eigen::RowVector3d(clean(0, 1) - noisy(0, 1), noisy(0, 0) - clean(0, 0), 0.0);
  CHECK(best_step_left(noisy, clean, aside) == Approx(1.0).epsilon(1e-14));
  // No other step does better.
  const Matrix target = stage1_step(noisy, 2.0, 1.0);
  const double left = best_step_left(noisy, clean, target);
  for (double eta = 0.0; eta <= 3.0; eta += 0.01) {
    const double at = (noisy + eta * (target - noisy) - clean).squaredNorm();
    CHECK(left * (noisy - clean).squaredNorm() <= at * (1.0 + 1e-12));
  }
}

TEST_CASE("what has no distance is refused") {
  const Matrix m = layouts::matrix(3, 2, 1);
  CHECK_THROWS_AS(distance_share(m, layouts::matrix(3, 3, 1), Matrix(), 1.0), Error);
  CHECK_THROWS_AS(distance_share(m, m, Matrix::Zero(2, 3), 1.0), Error);
  CHECK_THROWS_AS(distance_share(m, m, Matrix(), std::nan("")), Error);
  CHECK_THROWS_AS(distance_share(1e151 * m, m, Matrix(), 1.0), Error);
  CHECK_THROWS_AS(best_step_left(m, m, m), Error);
  CHECK_THROWS_AS(best_step_left(m, layouts::matrix(2, 2, 1), m), Error);
  CHECK_THROWS_AS(best_step_left(m, 2.0 * m, layouts::matrix(3, 3, 1)), Error);
}
