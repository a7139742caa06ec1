#include "experiments/gradient-dynamics/ring.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

const double kTurn = 2.0 * std::acos(-1.0);

Matrix random_matrix(Index rows, Index cols, Rng& rng) {
  Matrix out(rows, cols);
  for (double& x : out.reshaped<Eigen::RowMajor>()) x = rng.normal();
  return out;
}

/// Eight points on a circle, `step` places on from each to the next.
Matrix star(Index step) {
  Matrix out(8, 2);
  for (Index a = 0; a < 8; ++a) {
    const double angle = kTurn * static_cast<double>(step * a) / 8.0 + 0.3;
    out(a, 0) = 2.0 * std::cos(angle) - 5.0;
    out(a, 1) = 2.0 * std::sin(angle) + 1.0;
  }
  return out;
}

/// Into many dimensions, without changing lengths.
Matrix lifted(const Matrix& plane, Rng& rng) {
  Matrix axes = random_matrix(2, 15, rng);
  axes.row(0) /= axes.row(0).norm();
  axes.row(1) -= axes.row(1).dot(axes.row(0)) * axes.row(0);
  axes.row(1) /= axes.row(1).norm();
  return plane * axes;
}

}  // namespace

TEST_CASE("ring: a regular polygon is one harmonic, in any plane and whichever way round") {
  Rng rng(3);
  for (Index step = 1; step <= 3; ++step) {
    const Vector shares = harmonic_shares(lifted(star(step), rng));
    for (Index m = 1; m <= 7; ++m) {
      const double expected = m == step || m == 8 - step ? 0.5 : 0.0;
      CHECK(std::abs(shares(m - 1) - expected) <= 1e-14);
    }
  }
  CHECK(std::abs(circle_share(star(1)) - 1.0) <= 1e-14);
  CHECK(circle_share(star(3)) <= 1e-14);
  CHECK(std::abs(circle_share(Matrix(star(1).colwise().reverse())) - 1.0) <= 1e-14);
}

// Wiener and Khinchin: the power of a harmonic is the transform of the products a distance apart.
TEST_CASE("ring: the share of the circle is a sum of products of points, by their distance") {
  Rng rng(5);
  for (int draw = 0; draw < 20; ++draw) {
    const Matrix points = random_matrix(8, 15, rng);
    const Vector shares = harmonic_shares(points);
    CHECK(std::abs(shares.sum() - 1.0) <= 1e-14);
    const Matrix centred = points.rowwise() - points.colwise().mean();
    double sum = 0.0;
    for (Index a = 0; a < 8; ++a) {
      for (Index b = 0; b < 8; ++b) {
        sum +=
            std::cos(kTurn * static_cast<double>(a - b) / 8.0) * points.row(a).dot(points.row(b));
      }
    }
    const double share = 2.0 / 8.0 * sum / centred.squaredNorm();
    CHECK(std::abs(circle_share(points) - share) <= 1e-13);
  }
}

TEST_CASE("ring: points without an order have two sevenths of it on average") {
  Rng rng(7);
  double mean = 0.0;
  for (int draw = 0; draw < 2000; ++draw) {
    mean += circle_share(random_matrix(8, 15, rng)) / 2000.0;
  }
  CHECK(std::abs(mean - 2.0 / 7.0) <= 0.01);
}

TEST_CASE(
    "ring: the share changes with the order of the symbols, and not with place, size or turns") {
  Rng rng(11);
  const Matrix points = random_matrix(8, 15, rng);
  const double share = circle_share(points);
  Matrix other = -3.0 * points;
  other.rowwise() += random_matrix(1, 15, rng).row(0);
  CHECK(std::abs(circle_share(other) - share) <= 1e-13);
  Matrix turned(8, 15);
  for (Index a = 0; a < 8; ++a) turned.row((a + 3) % 8) = points.row(a);
  CHECK(std::abs(circle_share(turned) - share) <= 1e-13);
  other = points;
  other.row(0).swap(other.row(3));
  CHECK(std::abs(circle_share(other) - share) > 1e-3);
  CHECK(largest(harmonic_shares(Matrix::Constant(8, 3, 2.0))) == 0.0);
}

TEST_CASE("ring: neighbours are in order around a polygon, and in none of a star by threes") {
  CHECK(neighbours_in_order(star(1)) == 8);
  CHECK(neighbours_in_order(star(7)) == 8);
  CHECK(neighbours_in_order(star(3)) == 0);
  CHECK(neighbours_in_order(star(5)) == 0);
  // Two that change places: of the three pairs that they were in, theirs is left.
  Matrix swapped = star(1);
  swapped.row(2).swap(swapped.row(3));
  CHECK(neighbours_in_order(swapped) == 6);
  Rng rng(13);
  for (int draw = 0; draw < 20; ++draw) {
    // Lengths do not matter where the centre stays.
    Matrix points = star(1);
    const Matrix centre = points.colwise().mean();
    for (Index a = 0; a < 4; ++a) {
      const double length = 0.2 + rng.uniform();
      for (const Index b : {a, a + 4}) {
        points.row(b) = centre + length * (points.row(b) - centre);
      }
    }
    CHECK(neighbours_in_order(points) == 8);
    // By angles of the library of the compiler.
    const Matrix random = random_matrix(8, 2, rng);
    const Matrix centred = random.rowwise() - random.colwise().mean();
    Index expected = 0;
    for (Index a = 0; a < 8; ++a) {
      const Index b = (a + 1) % 8;
      const double from = std::atan2(centred(a, 1), centred(a, 0));
      double wide = std::atan2(centred(b, 1), centred(b, 0)) - from;
      if (wide < 0.0) wide += kTurn;
      Index between = 0;
      for (Index c = 0; c < 8; ++c) {
        double angle = std::atan2(centred(c, 1), centred(c, 0)) - from;
        if (angle < 0.0) angle += kTurn;
        between += c != a && c != b && angle < wide ? 1 : 0;
      }
      expected += between == 0 || between == 6 ? 1 : 0;
    }
    CHECK(neighbours_in_order(random) == expected);
  }
}

TEST_CASE(
    "ring: what a symbol shares is all where its vectors agree, and nothing where they cancel") {
  const std::vector<Index> symbols{0, 1, 0, 1, 2, 2};
  Matrix vectors(6, 2);
  vectors << 1, 2, 3, -1, 1, 2, 3, -1, 0, 4, 0, 4;
  CHECK(std::abs(share_by_symbol(vectors, symbols) - 1.0) <= 1e-15);
  vectors << 1, 2, 3, -1, -1, -2, -3, 1, 0, 4, 0, -4;
  CHECK(share_by_symbol(vectors, symbols) == 0.0);
  CHECK(share_by_symbol(Matrix::Zero(6, 2), symbols) == 0.0);
  // The rest is what differs within symbols: the analysis of variance.
  Rng rng(17);
  const Matrix random = random_matrix(6, 2, rng);
  const Matrix means = symbol_means(random, symbols);
  double within = 0.0;
  for (Index t = 0; t < 6; ++t) {
    within += (random.row(t) - means.row(symbols[static_cast<std::size_t>(t)])).squaredNorm();
  }
  CHECK(std::abs(share_by_symbol(random, symbols) + within / random.squaredNorm() - 1.0) <= 1e-14);
}

TEST_CASE("ring: a symbol that nothing carries is in the middle of all") {
  Matrix rows(3, 1);
  rows << 1, 3, 8;
  const Matrix means = symbol_means(rows, {0, 0, 2});
  CHECK(means(0, 0) == 2.0);
  CHECK(means(1, 0) == 4.0);
  CHECK(means(2, 0) == 8.0);
  CHECK(means(3, 0) == 4.0);
}
