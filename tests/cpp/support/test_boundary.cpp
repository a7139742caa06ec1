#include "attn/support/boundary.hpp"

#include <cmath>
#include <initializer_list>
#include <limits>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/support/scalar_residual.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::append;
using layouts::Bits;
using layouts::bits_of;
using layouts::check_same;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Vector numbers(std::initializer_list<double> list) {
  return Eigen::Map<const Vector>(list.begin(), static_cast<Index>(list.size()));
}

const Vector kSix = numbers({1.2, -0.8, 0.9, -1.4, 0.2, 1.6});
constexpr PlaneOfTokens kPlane{1, 4, 4.0, 121};

double least(const Vector& x, double a) { return lowest(scalar_residual(x, a).margin); }

Vector moved(double first, double second) {
  Vector x = kSix;
  x(1) = first;
  x(4) = second;
  return x;
}

NearestBoundary nearest(const Vector& x, double a, const PlaneOfTokens& plane = kPlane) {
  return nearest_boundary(margin_plane(x, a, plane));
}

}  // namespace

TEST_CASE("along a line the boundary is where it is known by hand") {
  // Two tokens at distance 2 w and a query of 0 have the variance w^2.
  const Vector from = numbers({-0.5, 0.5, 0.0});
  const Vector to = numbers({-2.5, 2.5, 0.0});
  // 1 - w^2 is 0 at w = 1, a quarter of the way from 0.5 to 2.5.
  const double share = boundary_along(from, to, 1.0);
  CHECK(share == Approx(0.25).margin(1e-9));
  const Vector on_it = (1.0 - share) * from + share * to;
  CHECK(std::fabs(least(on_it, 1.0)) < kOnBoundary);
  CHECK(boundary_along(to, from, 1.0) == Approx(0.75).margin(1e-9));
  CHECK(boundary_along(from, to, -1.0) == kInfinity);
  CHECK(boundary_along(from, from, 1.0) == kInfinity);
}

TEST_CASE("of several crossings of a line the first is found, if the parts see it") {
  // The tokens fly apart and together again: the wall is crossed twice on the way to the mirrored
  // sequence.
  const Vector from = numbers({-2.0, 2.0, 0.0});
  const Vector to = numbers({2.0, -2.0, 0.0});
  CHECK(boundary_along(from, to, 1.0) == Approx(0.25).margin(1e-9));
  CHECK(boundary_along(from, to, 1.0, 1) == kInfinity);
}

TEST_CASE("the margins of the plane are those of its sequences, and its boundary has none") {
  const PlaneOfTokens plane{4, 1, 3.0, 16};
  for (const double a : {-1.0, 0.2, 0.5, 1.7}) {
    const MarginPlane found = margin_plane(kSix, a, plane);
    CHECK(found.at(0) == -3.0);
    CHECK(found.at(15) == 3.0);
    for (Index i = 0; i < 16; ++i) {
      for (Index j = 0; j < 16; ++j) {
        const ScalarResidual map = scalar_residual(moved(found.at(i), found.at(j)), a);
        CHECK(found.margin(i, j) == lowest(map.margin));
        CHECK(found.support(i, j) ==
              (map.supported ? static_cast<double>(map.support_token) : -1.0));
      }
    }
    if (a <= 0.0) CHECK(found.boundary.empty());
    for (const Matrix& line : found.boundary) {
      for (Index k = 0; k < line.rows(); ++k) {
        CHECK(std::fabs(least(moved(line(k, 1), line(k, 0)), a)) < kOnBoundary);
      }
    }
  }
}

TEST_CASE("a margin is no distance: the places of the storyboard") {
  const auto check = [](double first, double second, double margin, double distance) {
    const Vector x = moved(first, second);
    CHECK(least(x, 0.5) == Approx(margin).margin(5e-4));
    CHECK(nearest(x, 0.5).distance == Approx(distance).margin(5e-4));
  };
  check(-0.8, 0.2, 0.406, 1.278);
  check(0.87, -0.92, 0.287, 1.343);
  check(2.05, 0.92, 0.565, 0.953);
}

TEST_CASE("the nearest point is on the boundary, in the square, and nowhere is it nearer") {
  Rng rng(7);
  Index corners = 0;
  for (int draw = 0; draw < 25; ++draw) {
    const double a = 0.2 + 1.5 * rng.uniform();
    const Vector x = moved(8.0 * rng.uniform() - 4.0, 8.0 * rng.uniform() - 4.0);
    const NearestBoundary found = nearest(x, a);
    REQUIRE(found.distance < kInfinity);
    const Vector at = moved(found.place(0), found.place(1));
    CHECK(std::fabs(least(at, a)) < kOnBoundary);
    CHECK(largest(found.place) <= 4.0 + 1e-9);
    CHECK(std::fabs((found.place - numbers({x(1), x(4)})).norm() - found.distance) < 1e-12);
    // A grid of rays crosses no boundary sooner.
    for (int k = 0; k < 720; ++k) {
      const double angle = M_PI * k / 360.0;
      const double far = found.distance - 1e-6;
      const double to_first = x(1) + far * std::cos(angle),
                   to_second = x(4) + far * std::sin(angle);
      if (std::fabs(to_first) > 4.0 || std::fabs(to_second) > 4.0) continue;
      CHECK((least(moved(to_first, to_second), a) > 0.0) == (least(x, a) > 0.0));
    }
    // Within the square and where one margin alone is 0 the way there is along its gradient.
    const ScalarResidual map = scalar_residual(at, a);
    Vector others = map.margin;
    others(map.support_token) = 1.0;
    if (lowest(others) < 1e-3 || largest(found.place) > 3.999) {
      ++corners;
      continue;
    }
    const Matrix gradients = scalar_margin_gradients(at, a);
    const auto row = gradients.row(map.support_token);
    const double across = row(1) * (found.place(1) - x(4)) - row(4) * (found.place(0) - x(1));
    CHECK(std::fabs(across) < 1e-4 * std::sqrt(row(1) * row(1) + row(4) * row(4)));
  }
  CHECK(corners < 12);
}

TEST_CASE("a finer grid finds the same distance") {
  const Vector x = moved(-0.8, 0.2);
  const double coarse = nearest(x, 0.5, {1, 4, 4.0, 61}).distance;
  CHECK(nearest(x, 0.5, {1, 4, 4.0, 241}).distance == Approx(coarse).margin(1e-7));
}

TEST_CASE("a grid of nine finds the distance of a fine one, though its lines cut corners") {
  Rng rng(7);
  for (int draw = 0; draw < 40; ++draw) {
    const double a = 0.2 + 1.5 * rng.uniform();
    const Vector x = moved(8.0 * rng.uniform() - 4.0, 8.0 * rng.uniform() - 4.0);
    const double fine = nearest(x, a, {1, 4, 4.0, 81}).distance;
    CHECK(nearest(x, a, {1, 4, 4.0, 9}).distance == Approx(fine).margin(2e-3));
  }
}

TEST_CASE("where no margin crosses 0 in the square there is no nearest point") {
  const NearestBoundary none = nearest(kSix, -0.5);
  CHECK(none.distance == kInfinity);
  CHECK(none.place.size() == 0);
  CHECK(nearest(kSix, 0.05).distance == kInfinity);
  CHECK(nearest(kSix, 0.0).distance == kInfinity);
}

TEST_CASE("a sequence on the boundary is at no distance from it") {
  const MarginPlane plane = margin_plane(kSix, 0.5, kPlane);
  const Matrix& line = plane.boundary.front();
  const Vector x = moved(line(3, 0), line(3, 1));
  CHECK(nearest(x, 0.5).distance < 1e-9);
}

TEST_CASE("planes of tokens refuse what they cannot take, by name") {
  CHECK_THAT(message_of([&] {
               (void)margin_plane(kSix, 0.5, {-1, 4, 4.0, 9});
             }),
             contains("margin_plane: plane.first is -1"));
  CHECK_THAT(message_of([&] {
               (void)margin_plane(kSix, 0.5, {1, 6, 4.0, 9});
             }),
             contains("margin_plane: plane.second is 6"));
  CHECK_THAT(message_of([&] {
               (void)margin_plane(kSix, 0.5, {1, 1, 4.0, 9});
             }),
             contains("plane.second is 1, expected another token"));
  CHECK_THAT(message_of([&] {
               (void)margin_plane(kSix, 0.5, {1, 4, 0.0, 9});
             }),
             contains("plane.reach"));
  CHECK_THAT(message_of([&] {
               (void)margin_plane(kSix, 0.5, {1, 4, 4.0, 1});
             }),
             contains("plane.side is 1"));
  CHECK_THAT(message_of([&] { (void)margin_plane(kSix, std::nan(""), kPlane); }),
             contains("margin_plane: a is NaN"));
  MarginPlane plane = margin_plane(kSix, 0.5, {1, 4, 4.0, 9});
  plane.x = Vector::Zero(1);
  CHECK_THAT(message_of([&] { (void)nearest_boundary(plane); }),
             contains("nearest_boundary: plane.first is 1"));
  CHECK_THAT(message_of([&] { (void)boundary_along(kSix, Vector::Zero(5), 0.5); }),
             contains("boundary_along: to"));
  CHECK_THAT(message_of([&] { (void)boundary_along(kSix, kSix, 0.5, 0); }), contains("parts is 0"));
  CHECK_THAT(message_of([&] { (void)boundary_along(kSix, kSix, 0.5, Index{1} << 60); }),
             contains("parts is 1152921504606846976"));
}

TEST_CASE("boundaries are those of the numbers, however these lie in memory") {
  check_same(
      [](const auto& x) {
        const MarginPlane found = margin_plane(x, 0.5, {1, 4, 4.0, 21});
        const NearestBoundary near = nearest_boundary(found);
        Bits bits = bits_of(found.at, found.margin, found.support, near.distance, near.place);
        for (const Matrix& line : found.boundary) append(bits, line);
        return bits;
      },
      kSix);
  check_same(
      [](const auto& from, const auto& to) { return bits_of(boundary_along(from, to, 0.5)); }, kSix,
      moved(-3.0, 0.2));
}
