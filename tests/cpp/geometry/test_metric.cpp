#include "attn/geometry/metric.hpp"

#include <cmath>
#include <limits>

#include "attn/attention/attention.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/numerics/symmetric_eigen.hpp"
#include "catch.hpp"
#include "geometry/spaces.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::matrix;
using spaces::point;

TEST_CASE("raising undoes lowering up to the condition number, for any form with an inverse") {
  for (const Index n : {1, 2, 5, 12}) {
    for (const double size : {1e-200, 1.0, 1e200}) {
      const Matrix g = size * matrix(n, n, 3);
      const Vector v = matrix(n, 1, 4);
      CHECK(largest(raise_index(g, lower_index(g, v)) - v) <= 1e-12);
      CHECK(largest(lower_index(g, raise_index(g, v)) - v) <= 1e-12);
    }
  }
}

TEST_CASE("a lowered query scores a key by a plain product, also where the form is not symmetric") {
  const Matrix q = matrix(1, 3, 1), k = matrix(4, 3, 2), g = matrix(3, 3, 3);
  AttentionOptions options;
  options.metric = g;
  const Matrix scores = attention_scores(q, k, options);
  const Vector lowered = lower_index(Matrix(g.transpose()), q.row(0));
  for (Index j = 0; j < 4; ++j) {
    CHECK(std::fabs(lowered.dot(k.row(j)) - scores(0, j)) <= 1e-14);
    CHECK(std::fabs(bilinear_form(g, q.row(0), k.row(j)) - scores(0, j)) <= 1e-14);
  }
}

TEST_CASE("lengths by W^T W are lengths after W") {
  const Matrix w = matrix(5, 3, 1);
  const Vector u = matrix(3, 1, 2), v = matrix(3, 1, 3);
  const Matrix g = learned_metric(w);
  CHECK(g == Matrix(g.transpose()));
  const Vector wu = w.lazyProduct(u), wv = w.lazyProduct(v);
  CHECK(metric_length(g, u) == Approx(wu.norm()).epsilon(1e-14));
  CHECK(metric_distance(g, u, v) == Approx((wu - wv).norm()).epsilon(1e-14));
  CHECK(metric_cosine(g, u, v) == Approx(wu.dot(wv) / wu.norm() / wv.norm()).epsilon(1e-14));
}

TEST_CASE(
    "W^T W of fewer rows than columns is no metric: a direction has length 0, the volume is 0") {
  Matrix w(1, 2);
  w << 1, 2;
  const Matrix g = learned_metric(w);
  CHECK(metric_length(g, point({2, -1})) == 0.0);
  CHECK(metric_volume(g) <= 1e-15);
  CHECK(message_of([&] {
          return raise_index(g, point({1, 0}));
        }) == "raise_index: g is singular, expected a matrix that has an inverse");
  CHECK(message_of([&] {
          return metric_cosine(g, point({1, 0}), point({2, -1}));
        }) == "metric_cosine: v is of length 0, expected a direction");
}

TEST_CASE("the triangle inequality and the angle at a corner fit together") {
  const Matrix g = learned_metric(matrix(4, 4, 9));
  const Vector x = matrix(4, 1, 1), y = matrix(4, 1, 2), z = matrix(4, 1, 3);
  const double a = metric_distance(g, y, z), b = metric_distance(g, x, z),
               c = metric_distance(g, x, y);
  CHECK(a <= b + c);
  const double cosine = metric_cosine(g, y - x, z - x);
  CHECK(a * a == Approx(b * b + c * c - 2.0 * b * c * cosine).epsilon(1e-13));
  CHECK(metric_cosine(g, x, x) == Approx(1.0).epsilon(1e-15));
  CHECK(metric_cosine(g, x, -x) >= -1.0);
}

TEST_CASE(
    "the volume is that of the image of the unit cube, and changes with coordinates by det J") {
  Matrix w(2, 2);
  w << 1.0, 0.6, 0.0, 0.7;
  CHECK(metric_volume(learned_metric(w)) == Approx(0.7).epsilon(1e-14));
  CHECK(metric_volume(0.5 * Matrix::Identity(4, 4)) == Approx(0.25).epsilon(1e-15));
  const Matrix g = learned_metric(matrix(3, 3, 1));
  Matrix j = Matrix::Identity(3, 3);
  j(0, 0) = 5.0;
  j(0, 1) = 3.0;
  CHECK(metric_volume(pull_back(g, j)) == Approx(5.0 * metric_volume(g)).epsilon(1e-13));
}

TEST_CASE("lengths do not depend on coordinates") {
  const Matrix g = learned_metric(matrix(4, 4, 1)), j = matrix(4, 3, 2);
  const Vector v = matrix(3, 1, 3);
  const Vector image = j.lazyProduct(v);
  CHECK(metric_length(pull_back(g, j), v) == Approx(metric_length(g, image)).epsilon(1e-14));
}

TEST_CASE("lengths of huge and tiny vectors neither overflow nor vanish") {
  const Matrix g = Matrix::Identity(2, 2);
  CHECK(metric_length(g, point({3e300, 4e300})) == Approx(5e300).epsilon(1e-15));
  CHECK(metric_length(g, point({3e-300, 4e-300})) == Approx(5e-300).epsilon(1e-15));
  CHECK(metric_cosine(1e-300 * g, point({1e300, 0}), point({1e-300, 1e-300})) ==
        Approx(std::sqrt(0.5)).epsilon(1e-15));
  CHECK(metric_length(g, point({0, 0})) == 0.0);
}

TEST_CASE(
    "a form of huge entries has lengths, angles and volumes, and tiny ones beside them count") {
  const Matrix huge = 1e308 * Matrix::Identity(4, 4);
  CHECK(metric_length(huge, Vector::Ones(4)) == Approx(2e154).epsilon(1e-14));
  CHECK(metric_cosine(huge, Vector::Ones(4), point({1, 1, 0, 0})) ==
        Approx(std::sqrt(0.5)).epsilon(1e-14));
  const Vector far = point({1e200, 1e-200});
  const Matrix wide = far.asDiagonal();
  CHECK(metric_volume(wide) == Approx(1.0).epsilon(1e-15));
  CHECK(metric_length(wide, point({0, 3})) == Approx(3e-100).epsilon(1e-15));
  CHECK(metric_cosine(wide, point({0, 1}), point({1e-200, 1})) == Approx(std::sqrt(0.5)));
}

TEST_CASE("a volume is near 0, and a number, where an eigenvalue of 0 comes out below it") {
  Rng rng(38);
  Index below = 0;
  for (int draw = 0; draw < 200; ++draw) {
    Matrix w(2, 4);
    for (double& entry : w.reshaped()) entry = rng.normal();
    const Matrix g = learned_metric(w);
    below += lowest(symmetric_eigen(g).values) < 0.0 ? 1 : 0;
    CHECK(metric_volume(g) <= 1e-13);
  }
  CHECK(below > 50);
}

TEST_CASE("volumes of metrics in mixed units are those of even ones times the units") {
  Rng rng(35);
  for (const Index n : {1, 2, 5, 30}) {
    const Matrix g = learned_metric(matrix(n + 2, n, 3));
    double worst = 0.0;
    for (int i = 0; i < 50; ++i) {
      Vector units(n);
      double log_units = 0.0;
      for (double& u : units) {
        const double exponent = 4.0 * rng.uniform() - 2.0;
        u = std::exp(exponent * 20.0);
        log_units += exponent * 20.0;
      }
      const double expected = std::log(metric_volume(g)) + log_units;
      const double found = std::log(metric_volume(units.asDiagonal() * g * units.asDiagonal()));
      worst = larger(worst, std::fabs(found - expected));
    }
    CHECK(worst <= 1e-11);
  }
}

TEST_CASE("what is no metric is told by the terms of a length, however large other entries are") {
  const Vector mixed = point({1e10, -1e-6});
  CHECK_THAT(message_of([&] {
               return metric_length(Matrix(mixed.asDiagonal()), point({0, 1}));
             }),
             contains("metric_length: a squared length is -1e-6"));
  const Vector barely = point({1, -1});
  CHECK_THROWS_AS(metric_length(Matrix(barely.asDiagonal()), point({1, 1.0 + 1e-13})), Error);
  // In 0 = |W v| all that is left of the terms is their rounding.
  Rng rng(36);
  for (int i = 0; i < 300; ++i) {
    const Matrix w = matrix(2, 5, static_cast<std::uint64_t>(i));
    const Matrix g = learned_metric(w);
    const SymmetricEigen e = symmetric_eigen(g);
    CHECK(metric_length(g, e.vectors.col(0)) <= 1e-7);
    CHECK(metric_length(1e-100 * g, 1e30 * e.vectors.col(1)) <= 1e-27);
  }
}

TEST_CASE("a quotient that no two vectors of a metric have is refused, and rounding is not") {
  Matrix g(2, 2);
  g << 1, 2, 2, 1;
  CHECK(metric_length(g, point({1, 0})) == 1.0);
  CHECK(message_of([&] {
          return metric_cosine(g, point({1, 0}), point({0, 1}));
        }) == "metric_cosine: the quotient is 2, expected one from -1 to 1, as a metric gives");
  CHECK_THROWS_AS(metric_cosine(g, point({-1, 0}), point({0, 1})), Error);
  g << 1, 1.0 + 1e-11, 1.0 + 1e-11, 1;
  CHECK_THROWS_AS(metric_cosine(g, point({1, 0}), point({0, 1})), Error);
  // Nearly parallel vectors, and vectors nearly without a length: at most 1, and never refused.
  Rng rng(37);
  for (int i = 0; i < 2000; ++i) {
    const Index n = 2 + i % 5;
    Matrix w(n, n);
    for (double& x : w.reshaped()) x = rng.normal();
    const double small = std::exp(-36.0 * rng.uniform());
    w.row(0) *= small;
    Vector u(n), v(n);
    for (double& x : u) x = rng.normal();
    for (Index c = 0; c < n; ++c) v(c) = (i % 2 == 0 ? -2.0 : 3.0) * u(c) + small * rng.normal();
    const double cosine = metric_cosine(learned_metric(w), u, v);
    CHECK(std::fabs(cosine) <= 1.0);
  }
}

TEST_CASE("what is just symmetric enough has a volume") {
  for (int i = 1; i < 2000; ++i) {
    const double unit = 1.0 + 0.37 * i;
    Matrix g(2, 2);
    g << unit, 0.0, 1e-12 * unit, 0.5 * unit;
    CHECK(std::fabs(metric_volume(g) / (std::sqrt(0.5) * unit) - 1.0) <= 1e-12);
  }
}

TEST_CASE("metrics refuse forms that are none, and what does not fit") {
  Matrix g(2, 2);
  g << 1, 0, 0, -1;
  CHECK(message_of([&] {
          return metric_length(g, point({0, 2}));
        }) == "metric_length: a squared length is -1, expected a number >= 0, as a metric gives");
  CHECK(metric_length(g, point({1, 1})) == 0.0);
  CHECK_THAT(message_of([&] { return metric_volume(g); }),
             contains("metric_volume: an eigenvalue of g in units of its diagonal is -1"));
  g << 0, 1, -1, 0;
  CHECK(message_of([&] {
          return metric_distance(g, point({0, 2}), point({1, 2}));
        }) ==
        "metric_distance: g[1, 0] - its mirror image is -2, expected 0, for a symmetric matrix");
  CHECK(bilinear_form(g, point({1, 2}), point({1, 2})) == 0.0);
  CHECK(message_of([&] {
          return bilinear_form(g, point({1}), point({1, 2}));
        }) == "bilinear_form: u is 1 long, expected 2");
  CHECK(message_of([&] {
          return lower_index(g, point({1, std::nan("")}));
        }) == "lower_index: v[1] is NaN, expected a finite number");
  CHECK(message_of([] {
          return raise_index(Matrix::Ones(2, 3), point({1, 2}));
        }) == "raise_index: g has 3 columns, expected 2 (its rows)");
  CHECK(message_of([] { return learned_metric(Matrix(0, 2)); }) ==
        "learned_metric: w is 0 x 2, expected at least 1 x 1");
  CHECK(message_of([] { return learned_metric(Matrix::Constant(1, 1, 1e200)); }) ==
        "learned_metric: an entry is too large for a double");
  CHECK(message_of([] { return pull_back(Matrix::Identity(2, 2), Matrix::Ones(3, 2)); }) ==
        "pull_back: jacobian is 3 x 2, expected 2 x 2");
}
