#include "experiments/bilinear-form/five_views.hpp"

#include <cmath>

#include "attn/attention/softmax.hpp"
#include "attn/memory/modern_hopfield.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/symmetric_eigen.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

FiveViewsFrame at(double x, double y, double beta) {
  FiveViewsParams p;
  p.query << x, y;
  p.beta = beta;
  return FiveViews(p).frame();
}

}  // namespace

TEST_CASE("five views: the tokens are on the circle, by the bits of our sine and cosine") {
  const Matrix tokens = FiveViews({}).frame().tokens;
  const double degrees[] = {15.0, 75.0, 150.0, 215.0, 300.0};
  for (Index j = 0; j < 5; ++j) {
    const double angle = degrees[j] * 3.14159265358979323846 / 180.0;
    CHECK(tokens(j, 0) == mathfn::cos(angle));
    CHECK(tokens(j, 1) == mathfn::sin(angle));
  }
}

TEST_CASE("five views: three ways give the same weights, and the step down E the output") {
  for (const double beta : {0.3, 4.0, 12.0}) {
    const auto f = at(0.7, 0.3, beta);
    CHECK(f.agreement_error <= 1e-13);
    CHECK(f.gradient_error <= 1e-8);
    CHECK(f.hessian_error <= 1e-7);
    const Matrix output = f.weights.row(0).lazyProduct(f.tokens);
    CHECK(largest(f.next - output) <= 1e-15);
  }
}

TEST_CASE("five views: the weights at the defaults, and the margin") {
  const auto f = FiveViews({}).frame();
  const double expected[] = {0.753, 0.243, 0.000, 0.000, 0.004};
  for (Index j = 0; j < 5; ++j) CHECK(f.weights(0, j) == Approx(expected[j]).margin(6e-4));
  CHECK(f.eigenvalues(0) == Approx(0.254).margin(1e-3));
  CHECK(f.attractors == 5);
  CHECK(f.least_margin < -1.0);
}

TEST_CASE(
    "five views: warm enough, the memory holds one thing, and the margin is positive everywhere") {
  const auto f = at(0.7, 0.3, 1.5);
  CHECK(f.attractors == 1);
  CHECK(f.least_margin > 0.15);
}

TEST_CASE("five views: the places that tokens are led to are those of the library's retrieval") {
  for (const double beta : {0.3, 1.5, 2.2, 3.0, 12.0}) {
    const auto f = at(0.7, 0.3, beta);
    const Retrieval found = modern_hopfield_retrieve(f.tokens, f.tokens, beta);
    Index places = 0;
    for (Index i = 0; i < found.states.rows(); ++i) {
      Index first = 0;
      while (!(largest(found.states.row(i) - found.states.row(first)) < 1e-4)) ++first;
      if (first == i) ++places;
    }
    CHECK(f.attractors == places);
  }
}

TEST_CASE("five views: the cells hold what a cell asked for itself gives") {
  const auto f = at(0.7, 0.3, 4.0);
  const double step = 2.6 / 36.0;
  // Row 3 from above, column 30.
  const double x = -1.3 + 30.5 * step;
  const double y = 1.3 - 3.5 * step;
  const auto there = at(x, y, 4.0);
  CHECK(f.energy(3, 30) == Approx(there.energy_at_query).epsilon(1e-12));
  CHECK(f.margin(3, 30) == Approx(there.eigenvalues(0)).epsilon(1e-11));
  CHECK(f.determinant(3, 30) == Approx(there.determinant_at_query).epsilon(1e-11));
  double density = 0.0;
  for (Index j = 0; j < 5; ++j) {
    const double dx = x - f.tokens(j, 0);
    const double dy = y - f.tokens(j, 1);
    density += std::exp(-2.0 * (dx * dx + dy * dy)) / 5.0;
  }
  CHECK(f.density(3, 30) == Approx(density).epsilon(1e-13));
}

TEST_CASE(
    "five views: near the middle both eigenvalues are negative, and the determinant is positive") {
  const auto f = at(0.0, 0.0, 4.0);
  CHECK(f.eigenvalues(1) < 0.0);
  CHECK(f.determinant_at_query > 0.5);
  // By the library's solver, of I - beta Cov.
  const Vector mean = f.tokens.transpose() * f.weights.row(0).transpose();
  Matrix h = Matrix::Identity(2, 2);
  for (Index j = 0; j < 5; ++j) {
    const Vector off = f.tokens.row(j).transpose() - mean;
    h -= 4.0 * f.weights(0, j) * off * off.transpose();
  }
  CHECK(largest(symmetric_eigen(h).values - f.eigenvalues) <= 1e-14);
}

TEST_CASE("five views: bad parameters are refused by name") {
  FiveViewsParams p;
  p.beta = 0.0;
  CHECK_THAT(message_of([&] { FiveViews{p}; }), contains("beta is 0, expected"));
  p = {};
  p.query = Matrix::Zero(2, 2);
  CHECK_THAT(message_of([&] { FiveViews{p}; }), contains("query is 2 x 2"));
}
