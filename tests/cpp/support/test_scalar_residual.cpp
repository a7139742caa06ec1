#include "attn/support/scalar_residual.hpp"

#include <cmath>
#include <initializer_list>
#include <limits>

#include "attn/attention/attention.hpp"
#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::bits_of;
using layouts::check_same;

namespace {

Vector numbers(std::initializer_list<double> list) {
  return Eigen::Map<const Vector>(list.begin(), static_cast<Index>(list.size()));
}

const Vector kSix = numbers({1.2, -0.8, 0.9, -1.4, 0.2, 1.6});

Vector tokens(Index n, std::uint64_t seed, double size = 1.0) {
  return size * layouts::matrix(n, 1, seed);
}

}  // namespace

TEST_CASE("the residual map in one dimension is attention over the tokens before") {
  for (const double a : {-1.5, 0.0, 0.7, 3.0}) {
    const Vector x = tokens(7, 3, 1.3);
    const ScalarResidual map = scalar_residual(x, a);
    for (Index t = 1; t < x.size(); ++t) {
      AttentionOptions options;
      options.scale = a;
      const Matrix context = x.head(t);
      const Matrix query = Matrix::Constant(1, 1, x(t));
      const Attention head = attention_forward(query, context, context, options);
      CHECK(largest(map.weights.row(t).head(t) - head.weights) < 1e-15);
      CHECK(largest(map.weights.row(t).tail(x.size() - t)) == 0.0);
      CHECK(std::fabs(map.residual(t) - (x(t) - head.output(0, 0))) < 1e-14);
    }
    CHECK(map.residual(0) == x(0));
    CHECK(map.margin(0) == 1.0);
    CHECK(map.margin(1) == 1.0);
  }
}

TEST_CASE("a margin is the slope of the residual in its own token") {
  for (const double a : {-0.8, 0.4, 2.5}) {
    const Vector x = tokens(6, 5);
    const ScalarResidual map = scalar_residual(x, a);
    for (Index t = 0; t < x.size(); ++t) {
      const auto residual = [&](const Matrix& one) {
        Vector moved = x;
        moved(t) = one(0, 0);
        return scalar_residual(moved, a).residual(t);
      };
      const Matrix at = Matrix::Constant(1, 1, x(t));
      CHECK(std::fabs(central_differences(residual, at, 0.1)(0, 0) - map.margin(t)) < 1e-9);
    }
  }
}

TEST_CASE(
    "gradients of margins and of the barrier agree with differences, on both sides of the "
    "boundary") {
  bool beyond = false;
  for (const double a : {-1.0, 0.5, 1.7}) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      const Vector x = tokens(6, seed, 1.5);
      const ScalarResidual map = scalar_residual(x, a);
      const Matrix d_margin = scalar_margin_gradients(x, a);
      for (Index t = 0; t < x.size(); ++t) {
        const Matrix by_x = central_differences(
            [&](const Matrix& z) { return scalar_residual(z.col(0), a).margin(t); }, x, 0.01);
        CHECK(gradient_error(d_margin.row(t).transpose(), by_x, 1e-3) < 1e-8);
        beyond = beyond || map.margin(t) < 0.0;
      }
      const ScalarBarrierGradient g = scalar_barrier_gradient(x, a);
      const auto barrier = [&](const Matrix& z) { return scalar_residual(z.col(0), a).barrier; };
      CHECK(gradient_error(g.d_x, central_differences(barrier, x, 1e-3), 1e-3) < 1e-7);
      const auto of_a = [&](const Matrix& z) { return scalar_residual(x, z(0, 0)).barrier; };
      const Matrix by_a = central_differences(of_a, Matrix::Constant(1, 1, a), 1e-3);
      CHECK(gradient_error(Matrix::Constant(1, 1, g.d_a), by_a, 1e-3) < 1e-7);
    }
  }
  CHECK(beyond);
}

TEST_CASE("gradients of margins keep their digits where all tokens are far from 0") {
  // With a query of 0 all weigh the same, wherever they are.
  const Vector near = numbers({-0.75, 0.5, 1.25, 0.0});
  Vector far = near;
  far.head(3).array() += 0x1p27;
  const Matrix expected = scalar_margin_gradients(near, 0.5);
  const Matrix found = scalar_margin_gradients(far, 0.5);
  CHECK(largest(found.row(3).head(3) - expected.row(3).head(3)) < 1e-15);
}

TEST_CASE("moving all tokens of a context leaves its variance where logits do not change") {
  // Logits a x_t (x_s + c) differ by a constant: a shift of the context moves the mean and nothing
  // else.
  Vector x = kSix;
  const ScalarResidual before = scalar_residual(x, 0.5);
  x.head(5).array() += 0.75;
  const ScalarResidual after = scalar_residual(x, 0.5);
  CHECK(std::fabs(after.variance(5) - before.variance(5)) < 1e-14);
  CHECK(std::fabs(after.mean(5) - before.mean(5) - 0.75) < 1e-14);
}

TEST_CASE("the tokens of the storyboard have their margins and their support token") {
  const ScalarResidual map = scalar_residual(kSix, 0.5);
  const Vector printed = numbers({1.0, 1.0, 0.589, 0.611, 0.406, 0.728});
  CHECK(largest(map.margin - printed) < 5e-4);
  CHECK(map.support_token == 4);
  CHECK(map.supported);
  Vector moved = kSix;
  moved(4) = 1.4;
  CHECK(scalar_residual(moved, 0.5).support_token == 2);
  moved = kSix;
  moved(1) = -2.2;
  const ScalarResidual outlier = scalar_residual(moved, 0.5);
  CHECK(outlier.support_token == 4);
  CHECK(std::fabs(outlier.margin(4) + 0.026) < 5e-4);
}

TEST_CASE("a negative coupling, identical tokens and a single token have no support token") {
  CHECK_FALSE(scalar_residual(kSix, -0.5).supported);
  CHECK(scalar_residual(kSix, -0.5).support_token == 0);
  const ScalarResidual alike = scalar_residual(Vector::Constant(6, 0.8), 2.0);
  CHECK_FALSE(alike.supported);
  CHECK(largest(alike.variance) == 0.0);
  CHECK(alike.barrier == 0.0);
  const ScalarResidual one = scalar_residual(Vector::Constant(1, -3.0), 1.0);
  CHECK(one.residual(0) == -3.0);
  CHECK(one.barrier == 0.0);
  CHECK_FALSE(one.supported);
}

TEST_CASE("log |m| keeps what a double has of 1 - m: six digits at 1e-9, and three at 1e-12") {
  for (const double goal : {1e-9, -1e-9, 1e-12, -1e-12}) {
    // Two tokens at distance 2 w and a query of 0 have the variance w^2; a = (1 - m) / w^2.
    for (const double w : {0.3, 1.0, 7.0}) {
      const Vector x = numbers({5.0 - w, 5.0 + w, 0.0});
      const double half = 0.5 * (x(1) - x(0));
      const double a = (1.0 - goal) / (half * half);
      const long double exact = 1.0L - static_cast<long double>(a) * half * half;
      const ScalarResidual map = scalar_residual(x, a);
      const long double size = std::fabs(exact);
      CHECK(std::fabs(map.margin(2) - static_cast<double>(exact)) < 1e-15);
      CHECK(std::fabs(map.barrier + static_cast<double>(std::log(size))) <
            static_cast<double>(1e-15L / size));
    }
  }
}

TEST_CASE(
    "the log-density has all its constants, excludes or folds, and is -Infinity on the boundary") {
  const ScalarResidual map = scalar_residual(kSix, 0.5);
  double expected = -map.barrier;
  for (const double e : map.residual) {
    expected += std::log(std::exp(-0.5 * e * e / 0.49) / (0.7 * std::sqrt(2.0 * M_PI)));
  }
  CHECK(std::fabs(scalar_log_density(map, 0.7) - expected) < 1e-12);
  Vector moved = kSix;
  moved(1) = -2.2;
  const ScalarResidual outlier = scalar_residual(moved, 0.5);
  CHECK(std::isfinite(scalar_log_density(outlier, 1.0)));
  CHECK(scalar_log_density(outlier, 1.0, BeyondBoundary::kExclude) ==
        -std::numeric_limits<double>::infinity());
  // Two tokens at -1 and 1 have the variance 1 for a query of 0.
  const Vector on_it = numbers({-1.0, 1.0, 0.0});
  const ScalarResidual boundary = scalar_residual(on_it, 1.0);
  CHECK(boundary.margin(2) == 0.0);
  CHECK(boundary.barrier == std::numeric_limits<double>::infinity());
  CHECK(scalar_log_density(boundary) == -std::numeric_limits<double>::infinity());
  CHECK(message_of([&] { (void)scalar_barrier_gradient(on_it, 1.0); }) ==
        "scalar_barrier_gradient: the margin of token 2 is 0, expected another: the barrier is "
        "infinite");
}

TEST_CASE("huge tokens have finite residuals or a message") {
  const Vector larger = Vector::Constant(2, 2e100);
  const Vector huge = numbers({1e100, -1e100, 3e99, 1e99});
  const ScalarResidual six = scalar_residual(kSix, 1.0);
  const ScalarResidual map = scalar_residual(huge, 1e-3);
  CHECK(map.residual.allFinite());
  CHECK(map.margin.allFinite());
  CHECK(message_of([&] { (void)scalar_residual(larger, 1.0); }) ==
        "scalar_residual: x[0] is 2e100, expected at most 1e100 in size");
  CHECK(message_of([&] { (void)scalar_residual(-larger, 1.0); }) ==
        "scalar_residual: x[0] is -2e100, expected at most 1e100 in size");
  CHECK(message_of([&] { (void)scalar_residual(huge, 1e300); }).find("a x_t is too large") !=
        std::string::npos);
  CHECK(message_of([&] { (void)scalar_residual(kSix, std::nan("")); }).find("a is NaN") !=
        std::string::npos);
  CHECK(message_of([&] { (void)scalar_log_density(six, 0.0); }).find("sigma") != std::string::npos);
}

TEST_CASE("scalar residuals are those of the numbers, however these lie in memory") {
  check_same(
      [](const auto& x) {
        const ScalarResidual r = scalar_residual(x, 0.5);
        const ScalarBarrierGradient g = scalar_barrier_gradient(x, 0.5);
        return bits_of(r.weights, r.mean, r.variance, r.third, r.margin, r.residual, r.barrier,
                       scalar_margin_gradients(x, 0.5), g.d_x, g.d_a);
      },
      kSix);
}
