#include "attn/support/matrix_margin.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <complex>
#include <initializer_list>
#include <limits>
#include <vector>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/support/residual_map.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::bits_of;
using layouts::check_same;

namespace {

Matrix square(Index d, std::initializer_list<double> rows) {
  return Eigen::Map<const Matrix>(rows.begin(), d, d);
}

double determinant_of(const BlockMargins& margins) {
  return margins.sign * std::exp(margins.log_abs_det);
}

// Of a matrix of two rows, from trace and determinant.
void check_of_two(const Matrix& m) {
  const BlockMargins found = block_margins(m);
  const double half = 0.5 * (m(0, 0) + m(1, 1));
  const std::complex<double> root =
      std::sqrt(std::complex<double>(half * half - (m(0, 0) * m(1, 1) - m(0, 1) * m(1, 0))));
  const std::complex<double> first = half + root, second = half - root;
  const double near = 1e-7 * larger(1.0, largest(m));  // a double eigenvalue has half of the digits
  CHECK(std::abs(std::complex<double>(found.eigenvalues(0, 0), found.eigenvalues(0, 1)) - first) <
        near);
  CHECK(std::abs(std::complex<double>(found.eigenvalues(1, 0), found.eigenvalues(1, 1)) - second) <
        near);
  CHECK(found.one_minus_rho ==
        Approx(1.0 - larger(std::abs(first), std::abs(second))).margin(near));
  const double det = (1.0 - m(0, 0)) * (1.0 - m(1, 1)) - m(0, 1) * m(1, 0);
  CHECK(determinant_of(found) == Approx(det).epsilon(1e-12).margin(1e-12));
  // Of two rows the product of the singular values is |det|, and the sum of their squares the
  // squared norm.
  const double norm = (Matrix::Identity(2, 2) - m).squaredNorm();
  const double sum = std::sqrt(norm + 2.0 * std::fabs(det));
  const double difference = std::sqrt(larger(0.0, norm - 2.0 * std::fabs(det)));
  CHECK(found.sigma_min == Approx(0.5 * (sum - difference)).epsilon(1e-9).margin(1e-8));
}

}  // namespace

TEST_CASE("margins of two rows are those of closed forms") {
  Rng rng(2);
  for (int draw = 0; draw < 200; ++draw) {
    Matrix m(2, 2);
    for (double& v : m.reshaped()) v = 2.0 * rng.normal();
    check_of_two(m);
  }
  check_of_two(Matrix::Zero(2, 2));
  check_of_two(Matrix::Identity(2, 2));
  check_of_two(square(2, {0.0, 6.0, 0.0, 0.0}));
  check_of_two(square(2, {0.0, -2.0, 2.0, 0.0}));
}

TEST_CASE("eigenvalues are those of Eigen's solver, bit by bit") {
  const auto before = [](const std::complex<double>& a, const std::complex<double>& b) {
    return a.real() != b.real() ? a.real() > b.real() : a.imag() > b.imag();
  };
  std::vector<Matrix> all{Matrix::Zero(3, 3), Matrix::Identity(4, 4),
                          Matrix::Constant(5, 5, 1e-320),
                          square(3, {0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0})};
  for (const double size : {1e-200, 1.0, 1e99}) {
    for (const Index d : {1, 2, 7, 24, 60}) {
      all.emplace_back(size * layouts::matrix(d, d, static_cast<std::uint64_t>(d)));
    }
  }
  for (const Matrix& m : all) {
    const Eigen::EigenSolver<Matrix> solver(m, false);
    std::vector<std::complex<double>> values(solver.eigenvalues().begin(),
                                             solver.eigenvalues().end());
    std::sort(values.begin(), values.end(), before);
    const Matrix found = block_margins(m).eigenvalues;
    Matrix expected(m.rows(), 2);
    for (Index k = 0; k < m.rows(); ++k) {
      expected(k, 0) = values[static_cast<std::size_t>(k)].real();
      expected(k, 1) = values[static_cast<std::size_t>(k)].imag();
    }
    CHECK(found == expected);
  }
}

TEST_CASE("margins of any size are those of Eigen's decompositions, and of what M is made of") {
  Rng rng(3);
  for (const Index d : {1, 3, 5, 8, 20}) {
    const Matrix m = layouts::matrix(d, d, static_cast<std::uint64_t>(d));
    const BlockMargins found = block_margins(m);
    const Eigen::MatrixXd block = Eigen::MatrixXd::Identity(d, d) - m;
    CHECK(determinant_of(found) == Approx(block.partialPivLu().determinant()).epsilon(1e-10));
    const Eigen::VectorXd singular = Eigen::JacobiSVD<Eigen::MatrixXd>(block).singularValues();
    CHECK(found.sigma_min == Approx(singular(d - 1)).epsilon(1e-10));
    CHECK(found.eigenvalues.col(0).sum() == Approx(m.trace()).margin(1e-11));
    CHECK(std::fabs(found.eigenvalues.col(1).sum()) < 1e-12);
    std::complex<double> product = 1.0;
    for (Index k = 0; k < d; ++k) {
      product *= 1.0 - std::complex<double>(found.eigenvalues(k, 0), found.eigenvalues(k, 1));
      if (k > 0) CHECK(found.eigenvalues(k, 0) <= found.eigenvalues(k - 1, 0));
    }
    CHECK(product.real() == Approx(determinant_of(found)).epsilon(1e-9));
    // A diagonal in a basis of its own.
    Vector known(d);
    for (Index k = 0; k < d; ++k) known(k) = 0.3 * static_cast<double>(d - k);
    const Eigen::MatrixXd basis = layouts::matrix(d, d, 77) + 10.0 * Matrix::Identity(d, d);
    const Matrix turned = basis * known.asDiagonal() * basis.inverse();
    const BlockMargins of_known = block_margins(turned);
    CHECK(largest(of_known.eigenvalues.col(0) - known) < 1e-9);
    CHECK(of_known.real_above_one == (known.array() > 1.0).count());
    CHECK(of_known.spectrally_stable == (known(0) < 1.0));
  }
}

TEST_CASE(
    "a determinant that is too small or too large for a double has its logarithm and its sign") {
  const double small = std::ldexp(1.0, -20);
  Matrix m = (1.0 - small) * Matrix::Identity(60, 60);
  const BlockMargins near = block_margins(m);
  CHECK(near.log_abs_det == Approx(60.0 * std::log(small)).epsilon(1e-13));
  CHECK(near.sign == 1.0);
  CHECK(near.sigma_min == Approx(small).epsilon(1e-12));
  m = -1e99 * Matrix::Identity(4, 4);
  m(0, 0) = 1e99;
  CHECK(block_margins(m).log_abs_det == Approx(4.0 * std::log(1e99)).epsilon(1e-13));
  CHECK(block_margins(m).sign == -1.0);
  const BlockMargins singular = block_margins(Matrix::Identity(3, 3));
  CHECK(singular.log_abs_det == -std::numeric_limits<double>::infinity());
  CHECK(singular.sign == 0.0);
}

TEST_CASE("sigma_min is how far the nearest singular matrix is, and keeps small digits") {
  const Matrix m = square(2, {0.3, -1.2, 0.4, 0.1});
  const Eigen::Matrix2d block = Eigen::Matrix2d::Identity() - m;
  const Eigen::JacobiSVD<Eigen::Matrix2d> svd(block, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const double sigma = block_margins(m).sigma_min;
  const Matrix moved = m + sigma * svd.matrixU().col(1) * svd.matrixV().col(1).transpose();
  CHECK(block_margins(moved).sigma_min < 1e-15);
  CHECK(std::fabs(determinant_of(block_margins(moved))) < 1e-15);
  // I - M = diag(1, 1e-12) turned: a square root of eigenvalues of a square would leave six digits
  // of nothing.
  const double c = 0.6, s = 0.8, small = 1e-12;
  const Matrix near = square(2, {1.0 - c, s * small, -s, 1.0 - c * small});
  CHECK(block_margins(near).sigma_min == Approx(small).epsilon(1e-3));
}

TEST_CASE("a radius below 1 is sufficient for an invertible block, and not necessary") {
  Rng rng(9);
  Index stable = 0, unstable_and_invertible = 0;
  for (int draw = 0; draw < 400; ++draw) {
    Matrix m(3, 3);
    for (double& v : m.reshaped()) v = 0.6 * rng.normal();
    const BlockMargins found = block_margins(m);
    if (found.spectrally_stable) {
      ++stable;
      CHECK(found.sign == 1.0);
      CHECK(found.sigma_min > 0.0);
    } else if (found.sigma_min > 0.1) {
      ++unstable_and_invertible;
    }
  }
  CHECK(stable > 50);
  CHECK(unstable_and_invertible > 50);
}

TEST_CASE("the block of a context is that of the residual map, and the published one the printed") {
  Rng rng(5);
  for (int draw = 0; draw < 40; ++draw) {
    const Index d = 1 + draw % 4;
    const Index n = 1 + draw % 5;
    const auto seed = static_cast<std::uint64_t>(draw);
    const Matrix tokens = layouts::matrix(n + 1, d, seed);
    const Matrix a = layouts::matrix(d, d, seed + 100);
    const Matrix w_v =
        draw % 3 == 0 ? Matrix(Matrix::Identity(d, d)) : layouts::matrix(d, d, seed + 200);
    const ContextBlock found = context_block(tokens.topRows(n), tokens.row(n), a, w_v);
    HeadWeights weights;
    weights.w_q = a;
    weights.w_k = Matrix::Identity(d, d);
    weights.w_v = w_v;
    const ResidualMap map = residual_map(tokens, weights);
    const Matrix block = Matrix::Identity(d, d) - found.m;
    CHECK(largest(block - map.blocks.back()) < 1e-12 * larger(1.0, largest(block)));
    CHECK(largest(found.weights.transpose() - map.weights.row(n).head(n)) < 1e-14);
    CHECK(largest(found.mean.transpose() - found.weights.transpose() * tokens.topRows(n)) < 1e-14);
    CHECK(largest(found.covariance - found.covariance.transpose()) == 0.0);
    const Matrix printed = published_residual_blocks(tokens, weights).back();
    CHECK(largest(Matrix::Identity(d, d) - found.published - printed) <
          1e-12 * larger(1.0, largest(printed)));
    if (draw % 3 == 0) CHECK(largest(found.published - found.m) == 0.0);
  }
}

TEST_CASE("tokens that are all alike leave no covariance") {
  const ContextBlock found = context_block(Matrix::Constant(4, 3, 0.7), Vector::Constant(3, 2.0),
                                           5.0 * Matrix::Identity(3, 3), Matrix::Identity(3, 3));
  CHECK(largest(found.covariance) == 0.0);
  const BlockMargins margins = block_margins(found.m);
  CHECK(margins.log_abs_det == 0.0);
  CHECK(margins.sign == 1.0);
  CHECK(margins.sigma_min == 1.0);
  CHECK(margins.one_minus_rho == 1.0);
}

TEST_CASE("margins of a block refuse what they cannot take, by name") {
  CHECK_THAT(message_of([&] { (void)block_margins(Matrix::Zero(2, 3)); }),
             contains("block_margins: m"));
  CHECK_THAT(message_of([&] { (void)block_margins(Matrix::Zero(0, 0)); }),
             contains("block_margins"));
  CHECK_THAT(message_of([&] { (void)block_margins(Matrix::Constant(1, 1, std::nan(""))); }),
             contains("NaN"));
  CHECK_THAT(message_of([&] { (void)block_margins(Matrix::Constant(2, 2, 1e101)); }),
             contains("block_margins: the largest entry of m"));
  const Matrix two = Matrix::Identity(2, 2);
  CHECK_THAT(
      message_of([&] { (void)context_block(Matrix::Zero(0, 2), Vector::Zero(2), two, two); }),
      contains("context_block: context"));
  CHECK_THAT(message_of([&] { (void)context_block(two, Vector::Zero(3), two, two); }),
             contains("context_block: query"));
  CHECK_THAT(
      message_of([&] { (void)context_block(two, Vector::Zero(2), Matrix::Zero(3, 2), two); }),
      contains("context_block: a is 3 x 2"));
  CHECK_THAT(
      message_of([&] { (void)context_block(two, Vector::Zero(2), two, Matrix::Zero(2, 3)); }),
      contains("context_block: w_v is 2 x 3"));
}

TEST_CASE("margins of a block are those of the numbers, however these lie in memory") {
  check_same(
      [](const auto& m) {
        const BlockMargins r = block_margins(m);
        return bits_of(r.eigenvalues, r.log_abs_det, r.sign, r.one_minus_rho, r.sigma_min);
      },
      layouts::matrix(4, 4, 8));
  check_same(
      [](const auto& context, const auto& query, const auto& a, const auto& w_v) {
        const ContextBlock r = context_block(context, query, a, w_v);
        return bits_of(r.weights, r.mean, r.covariance, r.m, r.published);
      },
      layouts::matrix(4, 3, 1), Vector(layouts::matrix(3, 1, 2)), layouts::matrix(3, 3, 3),
      layouts::matrix(3, 3, 4));
}
