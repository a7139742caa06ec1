#include "attn/support/residual_map.hpp"

#include <Eigen/LU>
#include <cmath>
#include <limits>

#include "attn/attention/attention.hpp"
#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/support/scalar_residual.hpp"
#include "catch.hpp"
#include "support/residual_cases.hpp"

using namespace attn;
using layouts::bits_of;
using layouts::check_same;

TEST_CASE("the mean of a token is attention over its context, strict or with itself") {
  for (const ResidualCase& c : residual_cases()) {
    const ResidualMap map = residual_map(c.x, c.weights, c.options);
    for (Index t = 0; t < c.x.rows(); ++t) {
      const Index n = c.options.include_self ? t + 1 : t;
      if (n == 0) {
        CHECK(largest(map.mean.row(t)) == 0.0);
        continue;
      }
      AttentionOptions plain;
      plain.scale = c.options.scale;
      const Attention head =
          attention_forward(map.queries.row(t), map.keys.topRows(n), map.values.topRows(n), plain);
      CHECK(largest(map.weights.row(t).head(n) - head.weights) < 1e-15);
      CHECK(largest(map.weights.row(t).tail(c.x.rows() - n)) == 0.0);
      CHECK(largest(map.residual.row(t) - (c.x.row(t) - head.output)) < 1e-14);
    }
  }
}

TEST_CASE("the Jacobian agrees with differences, has the blocks on its diagonal and none above") {
  for (const ResidualCase& c : residual_cases()) {
    const Index d = c.x.cols();
    const ResidualMap map = residual_map(c.x, c.weights, c.options);
    const Matrix jacobian = residual_jacobian(c.x, c.weights, c.options);
    for (Index row = 0; row < jacobian.rows(); ++row) {
      const auto residual = [&](const Matrix& x) {
        return residual_map(x, c.weights, c.options).residual(row / d, row % d);
      };
      const Matrix by_x = central_differences(residual, c.x, 0.05);
      const Matrix derived = jacobian.row(row).reshaped<Eigen::RowMajor>(c.x.rows(), d);
      CHECK(gradient_error(derived, by_x, 1e-3) < 1e-9);
    }
    for (Index t = 0; t < c.x.rows(); ++t) {
      const Matrix& block = map.blocks[static_cast<std::size_t>(t)];
      CHECK(largest(jacobian.block(t * d, t * d, d, d) - block) == 0.0);
      CHECK(largest(
                jacobian.block(t * d, 0, d, jacobian.cols()).rightCols((c.x.rows() - t - 1) * d)) ==
            0.0);
    }
  }
}

TEST_CASE("the blocks' determinants are that of the whole Jacobian") {
  for (const ResidualCase& c : residual_cases()) {
    const ResidualMap map = residual_map(c.x, c.weights, c.options);
    const Eigen::PartialPivLU<Eigen::MatrixXd> lu(residual_jacobian(c.x, c.weights, c.options));
    const double det = lu.determinant();
    CHECK(std::fabs(std::log(std::fabs(det)) + map.barrier) < 1e-11);
    CHECK(std::fabs(determinant_margins(map).prod() - det) < 1e-11 * std::fabs(det));
  }
}

TEST_CASE("the printed blocks are the exact ones for W_V = I and contexts before the token only") {
  for (ResidualCase c : residual_cases()) {
    const auto distance = [&] {
      const ResidualMap map = residual_map(c.x, c.weights, c.options);
      const std::vector<Matrix> printed = published_residual_blocks(c.x, c.weights, c.options);
      double worst = 0.0;
      for (std::size_t t = 0; t < printed.size(); ++t) {
        worst = larger(worst, largest(printed[t] - map.blocks[t]));
      }
      return worst;
    };
    if (c.x.cols() > 1) CHECK(distance() > 1e-3);
    c.weights.w_v.setIdentity();
    if (c.options.include_self) {
      CHECK(distance() > 1e-3);
    } else {
      CHECK(distance() < 1e-14);
    }
  }
}

TEST_CASE(
    "with W_V = I the first block of a token that sees itself is 0, and there is no density") {
  ResidualCase c = residual_cases().back();
  REQUIRE(c.options.include_self);
  c.weights.w_v.setIdentity();
  const ResidualMap map = residual_map(c.x, c.weights, c.options);
  CHECK(largest(map.blocks[0]) == 0.0);
  CHECK(map.log_abs_det(0) == -std::numeric_limits<double>::infinity());
  CHECK(map.sign(0) == 0.0);
  CHECK(map.barrier == std::numeric_limits<double>::infinity());
  CHECK(residual_log_density(map) == -std::numeric_limits<double>::infinity());
  CHECK(determinant_margins(map)(0) == 0.0);
}

TEST_CASE("with tokens of one number it is the scalar map") {
  const Vector x = layouts::matrix(6, 1, 4);
  const HeadWeights weights{Matrix::Constant(1, 1, 0.7), Matrix::Constant(1, 1, -1.3),
                            Matrix::Ones(1, 1)};
  const ResidualMap map = residual_map(x, weights);
  const ScalarResidual scalar = scalar_residual(x, 0.7 * -1.3);
  CHECK(largest(map.residual.col(0) - scalar.residual) < 1e-14);
  CHECK(largest(determinant_margins(map) - scalar.margin) < 1e-14);
  CHECK(std::fabs(residual_log_density(map, 0.8) - scalar_log_density(scalar, 0.8)) < 1e-13);
  const SupportToken support = support_token(scalar.margin);
  CHECK(support.token == scalar.support_token);
  CHECK(support.supported == scalar.supported);
}

TEST_CASE("a value matrix of w scales the scalar slope by w, not by its square") {
  // Erratum 002.1: 1 - a w Var(x); printed would be 1 - a w^2 Var(x).
  const Vector x = layouts::matrix(4, 1, 9);
  const HeadWeights weights{Matrix::Ones(1, 1), Matrix::Constant(1, 1, 0.6),
                            Matrix::Constant(1, 1, 1.7)};
  const Vector margin = determinant_margins(residual_map(x, weights));
  const Vector variance = scalar_residual(x, 0.6).variance;
  CHECK(largest(margin.array() - (1.0 - 0.6 * 1.7 * variance.array())) < 1e-14);
  const std::vector<Matrix> printed = published_residual_blocks(x, weights);
  CHECK(std::fabs(printed[3](0, 0) - (1.0 - 0.6 * 1.7 * 1.7 * variance(3))) < 1e-14);
}

TEST_CASE("identical tokens, one token and huge ones have finite residuals and blocks") {
  const HeadWeights w = residual_cases().front().weights;
  const Matrix alike = Vector::Ones(5) * Matrix::Constant(1, w.w_q.cols(), 0.7);
  CHECK(residual_map(alike, w).barrier == 0.0);
  const Matrix one = Matrix::Constant(1, w.w_q.cols(), -2.0);
  CHECK(residual_map(one, w).barrier == 0.0);
  CHECK(largest(residual_map(one, w).residual - one) == 0.0);
  const Matrix huge = 1e70 * layouts::matrix(4, w.w_q.cols(), 3);
  const ResidualMap map = residual_map(huge, w);
  CHECK(map.residual.allFinite());
  CHECK_FALSE(std::isnan(map.barrier));
  CHECK(message_of([&] { (void)residual_map(1e200 * huge, w); }).rfind("residual_map: ", 0) == 0);
}

TEST_CASE("log |det| keeps six digits at margins of 1e-9, also beside a shear") {
  // Two tokens +-u and a query of 0: C = u u^T. With A = a u u^T / |u|^4 turned by a rotation, det
  // = 1 - a.
  for (const double goal : {1e-9, -1e-9}) {
    Matrix x(3, 2);
    x << 0.6, 0.8, -0.6, -0.8, 0.0, 0.0;
    const Matrix direction = x.row(0);
    HeadWeights w{Matrix::Identity(2, 2), Matrix::Identity(2, 2), Matrix::Identity(2, 2)};
    Matrix across(1, 2);
    across << -0.8, 0.6;
    // W_Q = (1 - goal) u u^T + 3 u across^T: the second only shears.
    w.w_q = direction.transpose() * ((1.0 - goal) * direction + 3.0 * across);
    const ResidualMap map = residual_map(x, w);
    CHECK(std::fabs(map.log_abs_det(2) - std::log(1e-9)) < 1e-5);
    const Matrix m = map.blocks[2];
    const long double exact =
        static_cast<long double>(m(0, 0)) * m(1, 1) - static_cast<long double>(m(0, 1)) * m(1, 0);
    CHECK(std::fabs(map.log_abs_det(2) - static_cast<double>(std::log(std::fabs(exact)))) < 1e-6);
    CHECK(map.sign(2) == (goal > 0.0 ? 1.0 : -1.0));
  }
}

TEST_CASE("residual_map says what is wrong with its arguments") {
  const ResidualCase c = residual_cases().front();
  HeadWeights w = c.weights;
  w.w_v = Matrix::Zero(2, c.x.cols());
  CHECK(message_of([&] { (void)residual_map(c.x, w); }).find("weights.w_v") != std::string::npos);
  w = c.weights;
  w.w_k(0, 0) = std::nan("");
  CHECK(message_of([&] { (void)residual_map(c.x, w); }).find("weights.w_k") != std::string::npos);
  ResidualOptions options;
  options.scale = std::numeric_limits<double>::infinity();
  CHECK(message_of([&] { (void)residual_map(c.x, c.weights, options); }).find("options.scale") !=
        std::string::npos);
  const ResidualMap map = residual_map(c.x, c.weights);
  CHECK(message_of([&] { (void)residual_log_density(map, -1.0); }) ==
        "residual_log_density: sigma is -1, expected a finite number > 0");
  const Vector bad = Vector::Constant(2, std::nan(""));
  CHECK(message_of([&] { (void)support_token(bad); }) ==
        "support_token: margins[0] is NaN, expected a number");
  ResidualMap broken = map;
  broken.log_abs_det(1) = std::nan("");
  CHECK(message_of([&] { (void)determinant_margins(broken); }) ==
        "determinant_margins: map.log_abs_det[1] is NaN, expected a number");
  broken = map;
  broken.sign(0) = std::nan("");
  CHECK(message_of([&] { (void)determinant_margins(broken); }) ==
        "determinant_margins: map.sign[0] is NaN, expected a number");
}

TEST_CASE("residual maps are those of the numbers, however these lie in memory") {
  const ResidualCase c = residual_cases().front();
  check_same(
      [&](const auto& x) {
        const ResidualMap m = residual_map(x, c.weights, c.options);
        return bits_of(m.residual, m.log_abs_det, m.barrier,
                       residual_jacobian(x, c.weights, c.options),
                       published_residual_blocks(x, c.weights, c.options).back());
      },
      c.x);
  check_same([](const auto& margins) { return bits_of(support_token(margins).margin); },
             Vector(layouts::matrix(4, 1, 2)));
}
