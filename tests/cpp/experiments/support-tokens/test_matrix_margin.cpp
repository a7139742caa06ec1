#include "experiments/support-tokens/matrix_margin.hpp"

#include <Eigen/LU>
#include <cmath>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/support/residual_map.hpp"
#include "catch.hpp"

using namespace attn;
using experiments::MatrixMargin;
using experiments::MatrixMarginFrame;
using experiments::MatrixMarginParams;

namespace {

Matrix form(double a, double b, double c, double d) {
  Matrix m(2, 2);
  m << a, b, c, d;
  return m;
}

MatrixMarginFrame of(const Matrix& a, double phi = 0.0) {
  MatrixMarginParams p;
  p.a = a;
  p.phi = phi;
  return MatrixMargin(p).frame();
}

}  // namespace

TEST_CASE("matrix_margin: the margins of the storyboard") {
  // Safe, broken, close.
  const MatrixMarginFrame open = MatrixMargin(MatrixMarginParams{}).frame();
  CHECK(open.det == Approx(0.987).margin(5e-4));
  CHECK(open.one_minus_rho == Approx(-0.610).margin(5e-4));
  CHECK(open.sigma_min == Approx(0.263).margin(5e-4));
  const MatrixMarginFrame half = of(form(0.5, 0.0, 0.0, 0.5));
  CHECK(half.det == Approx(0.379).margin(5e-4));
  CHECK(half.one_minus_rho == Approx(0.564).margin(5e-4));
  CHECK(half.sigma_min == Approx(0.564).margin(5e-4));
  CHECK(half.real_above_one == 0);
  CHECK(half.printed == Approx(half.det).margin(1e-15));
  const MatrixMarginFrame turn = of(form(0.0, -2.0, 2.0, 0.0));
  CHECK(turn.one_minus_rho == Approx(-0.513).margin(5e-4));
  CHECK(turn.det == Approx(3.288).margin(5e-4));
  CHECK(turn.eig(0, 1) > 0.0);
  CHECK(turn.eig(1, 1) == -turn.eig(0, 1));
  const MatrixMarginFrame twice = of(form(2.0, 0.0, 0.0, 2.0));
  CHECK(twice.det == Approx(0.232).margin(5e-4));
  CHECK(twice.real_above_one == 2);
  CHECK(twice.eig(0, 0) == Approx(1.74).margin(5e-3));
  CHECK(twice.eig(1, 0) == Approx(1.31).margin(5e-3));
  const MatrixMarginFrame one_way = of(form(0.0, 6.0, 0.0, 0.0));
  CHECK(one_way.one_minus_rho == Approx(0.820).margin(5e-4));
  CHECK(one_way.sigma_min == Approx(0.217).margin(5e-4));
  const MatrixMarginFrame reversed = of(form(1.3, 0.0, 0.0, 1.3), 180.0);
  CHECK(reversed.det == Approx(3.953).margin(5e-4));
  CHECK(reversed.printed == Approx(-0.020).margin(5e-4));
}

TEST_CASE("matrix_margin: the block is that of the residual map and of differences") {
  Rng rng(4);
  for (int draw = 0; draw < 60; ++draw) {
    MatrixMarginParams p;
    const Index n = 1 + draw % 6;
    p.context.resize(n, 2);
    for (double& x : p.context.reshaped()) x = 1.2 * rng.normal();
    for (double& x : p.query.reshaped()) x = rng.normal();
    for (double& x : p.a.reshaped()) x = 1.5 * rng.normal();
    p.phi = 180.0 * rng.uniform();
    const MatrixMarginFrame f = MatrixMargin(p).frame();
    CHECK(f.block_error < 1e-9);
    CHECK(f.product_error < 1e-12);
    Matrix tokens(n + 1, 2);
    tokens << p.context, p.query;
    const double angle = p.phi * M_PI / 180.0;
    HeadWeights weights;
    weights.w_q = p.a;
    weights.w_k = Matrix::Identity(2, 2);
    weights.w_v = form(std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle));
    const Matrix block = residual_map(tokens, weights).blocks.back();
    CHECK(largest(Matrix::Identity(2, 2) - f.m - block) < 1e-12 * larger(1.0, largest(block)));
    CHECK(f.det == Approx(block.determinant()).epsilon(1e-11).margin(1e-12));
    const Matrix printed = published_residual_blocks(tokens, weights).back();
    CHECK(f.printed == Approx(printed.determinant()).epsilon(1e-11).margin(1e-12));
  }
}

TEST_CASE("matrix_margin: trails start at 0, end at the eigenvalues, and do not jump") {
  for (const Matrix& a : {form(0.5, 0.0, 0.0, 0.5), form(0.0, -2.0, 2.0, 0.0),
                          form(1.0, -3.0, 2.0, -0.5), form(0.0, 6.0, 0.0, 0.0)}) {
    MatrixMarginParams p;
    p.a = a;
    p.query << 0.4, -0.6;
    const MatrixMarginFrame f = MatrixMargin(p).frame();
    CHECK(largest(f.trail.row(0)) == 0.0);
    const Eigen::RowVectorXd end = f.trail.row(63);
    const bool same = end.head(2) == f.eig.row(0) && end.tail(2) == f.eig.row(1);
    const bool exchanged = end.head(2) == f.eig.row(1) && end.tail(2) == f.eig.row(0);
    CHECK((same || exchanged));
    for (Index k = 1; k < 64; ++k) CHECK(largest(f.trail.row(k) - f.trail.row(k - 1)) < 0.6);
  }
}

TEST_CASE(
    "matrix_margin: a context of one token, or of one place, has no covariance and margin 1") {
  MatrixMarginParams p;
  p.context = Matrix::Constant(3, 2, 0.7);
  p.a = form(6.0, 1.0, -2.0, 5.0);
  const MatrixMarginFrame f = MatrixMargin(p).frame();
  CHECK(largest(f.cov) == 0.0);
  CHECK(f.det == 1.0);
  CHECK(f.one_minus_rho == 1.0);
  CHECK(f.sigma_min == 1.0);
}

TEST_CASE("matrix_margin: refuses parameters out of range, by name") {
  MatrixMarginParams p;
  p.context = Matrix::Zero(2, 3);
  CHECK_THAT(message_of([&] { MatrixMargin{p}; }), contains("matrix_margin: context"));
  p = {};
  p.context = Matrix::Zero(33, 2);
  CHECK_THAT(message_of([&] { MatrixMargin{p}; }), contains("the number of points is 33"));
  p = {};
  p.query(0, 1) = std::nan("");
  CHECK_THAT(message_of([&] { MatrixMargin{p}; }), contains("matrix_margin: query"));
  p = {};
  p.a(1, 0) = 21.0;
  CHECK_THAT(message_of([&] { MatrixMargin{p}; }), contains("matrix_margin: a is 21"));
  p = {};
  p.phi = 400.0;
  CHECK_THAT(message_of([&] { MatrixMargin{p}; }), contains("matrix_margin: phi is 400"));
}
