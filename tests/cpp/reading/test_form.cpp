#include "attn/reading/form.hpp"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <utility>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;

TEST_CASE("the shares of a form are those of the matrix itself") {
  for (const Index d : {3, 5, 12}) {
    const HeadWeights w{layouts::matrix(4, d, 1), layouts::matrix(4, d, 2),
                        layouts::matrix(3, d, 3)};
    const Matrix w_o = layouts::matrix(d, 3, 4);
    const FormShares found = form_shares(w, w_o);
    const Eigen::MatrixXd a = w.w_q.transpose() * w.w_k;
    const Eigen::VectorXd sigma =
        Eigen::JacobiSVD<Eigen::MatrixXd>(a).singularValues().head(std::min<Index>(4, d));
    CHECK(largest(found.singular_values - sigma) < 1e-13 * sigma(0));
    const Eigen::VectorXd p = sigma / sigma.sum();
    CHECK(found.effective_rank ==
          Approx(std::exp(-(p.array() * p.array().log()).sum())).epsilon(1e-12));
    const Eigen::MatrixXd symmetric = 0.5 * (a + a.transpose());
    CHECK(found.symmetric_share ==
          Approx(symmetric.squaredNorm() / a.squaredNorm()).epsilon(1e-12));
    const Eigen::MatrixXd written = w_o * w.w_v;
    CHECK(found.value_cosine ==
          Approx((written.array() * a.transpose().array()).sum() / (written.norm() * a.norm()))
              .epsilon(1e-12));
  }
}

// As many rows as Eigen would take in blocks.
TEST_CASE("the singular values of a wide head are those of the matrix itself") {
  for (const auto& [d_k, d] : {std::pair<Index, Index>{80, 100}, {70, 60}}) {
    const HeadWeights w{layouts::matrix(d_k, d, 1), layouts::matrix(d_k, d, 2),
                        layouts::matrix(3, d, 3)};
    const Eigen::MatrixXd a = w.w_q.transpose() * w.w_k;
    const Index rank = std::min(d_k, d);
    const Eigen::VectorXd sigma = Eigen::JacobiSVD<Eigen::MatrixXd>(a).singularValues().head(rank);
    const Vector found = form_shares(w, Matrix()).singular_values;
    REQUIRE(found.size() == rank);
    CHECK(largest(found - sigma) < 1e-12 * sigma(0));
  }
}

TEST_CASE(
    "a metric is symmetric, a turn is not, and what is retrieved points the way it was asked") {
  const Matrix w = layouts::matrix(3, 6, 5);
  const HeadWeights metric{w, w, w};
  CHECK(form_shares(metric, w.transpose()).symmetric_share == Approx(1.0));
  CHECK(form_shares(metric, w.transpose()).value_cosine == Approx(1.0));
  CHECK(form_shares(metric, -w.transpose()).value_cosine == Approx(-1.0));
  CHECK(form_shares(metric, Matrix()).value_cosine == 0.0);
  Matrix turn(2, 2);
  turn << 0.0, -1.0, 1.0, 0.0;
  const FormShares turned = form_shares({turn, Matrix::Identity(2, 2), turn}, Matrix());
  CHECK(std::fabs(turned.symmetric_share) < 1e-15);
  CHECK(turned.effective_rank == Approx(2.0));
}

TEST_CASE("one direction has the effective rank 1, and sizes of any kind do not matter") {
  const Matrix w = layouts::matrix(1, 5, 6);
  CHECK(form_shares({w, layouts::matrix(1, 5, 7), w}, Matrix()).effective_rank == 1.0);
  const HeadWeights w3{layouts::matrix(3, 4, 1), layouts::matrix(3, 4, 2),
                       layouts::matrix(3, 4, 3)};
  HeadWeights large = w3;
  large.w_q *= 1e140;
  large.w_v *= 1e-160;
  const Matrix w_o = layouts::matrix(4, 3, 4);
  CHECK(form_shares(large, w_o).effective_rank ==
        Approx(form_shares(w3, w_o).effective_rank).epsilon(1e-12));
  CHECK(form_shares(large, w_o).symmetric_share ==
        Approx(form_shares(w3, w_o).symmetric_share).epsilon(1e-12));
  CHECK(form_shares(large, w_o).value_cosine ==
        Approx(form_shares(w3, w_o).value_cosine).epsilon(1e-12));
  const FormShares nothing = form_shares(
      {Matrix::Zero(2, 2), w3.w_k.block(0, 0, 2, 2), w3.w_k.block(0, 0, 2, 2)}, Matrix());
  CHECK(nothing.effective_rank == 0.0);
  CHECK(nothing.symmetric_share == 0.0);
}

TEST_CASE("projections that do not fit are refused") {
  const Matrix w = layouts::matrix(2, 4, 1);
  CHECK_THROWS_AS(form_shares({w, layouts::matrix(3, 4, 1), w}, Matrix()), Error);
  CHECK_THROWS_AS(form_shares({w, w, layouts::matrix(2, 3, 1)}, Matrix()), Error);
  CHECK_THROWS_AS(form_shares({w, w, w}, layouts::matrix(2, 4, 1)), Error);
  CHECK_THROWS_AS(form_shares({Matrix(), w, w}, Matrix()), Error);
  Matrix bad = w;
  bad(0, 0) = std::nan("");
  CHECK_THROWS_AS(form_shares({bad, w, w}, Matrix()), Error);
}
